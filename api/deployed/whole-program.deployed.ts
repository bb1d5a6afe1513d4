import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestClient, idempotencyKey } from '../testing/client.ts';
import { type AtStores, startAtStores } from '../testing/deployment/at-stores.ts';
import { startWork, superAdminOf, type Work } from '../testing/deployment/work.ts';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Whoever ran before on the same stores had the same super admin. */
const SUPER_ADMIN = 'deployed';
const WORK_MS = Number(process.env.WORK_SECONDS ?? 20) * 1_000;

const { EVENTSTORE_URL: eventStoreUrl, DATABASE_URL: databaseUrl } = process.env;
if (!eventStoreUrl || !databaseUrl) throw new Error('npm run test:deployed says where the stores are');

let program: AtStores;
let work: Work;
beforeAll(async () => {
  program = await startAtStores({ eventStoreUrl, databaseUrl }, superAdminOf(SUPER_ADMIN).account.address);
  work = await startWork(program, { seed: SUPER_ADMIN, run: randomUUID() });
});
afterAll(() => program?.stop());

/** Another command of the program on the same stores, as the operator runs it; what it has said is in its failure. */
async function command(...parameters: string[]): Promise<string> {
  const { stdout } = await run(process.execPath, parameters, {
    cwd: ROOT,
    maxBuffer: 64 * 1024 * 1024,
  }).catch((failed: { readonly stdout?: string; readonly stderr?: string }) => {
    throw new Error(`${parameters.join(' ')}: ${failed.stdout ?? ''}${failed.stderr ?? ''}`.slice(-4_000));
  });
  return stdout;
}

test('all that people and admins do at two replicas is in the ledger once, and in the read models as it is there', async () => {
  expect(await work.during(() => sleep(WORK_MS))).toBeGreaterThan(5);
});

test('who does something sees it at the other replica', async () => {
  const [one, other] = program.apis.map((api) => api.url() ?? '');
  const person = createTestClient(one ?? '');
  expect((await person.connect()).status).toBe(200);
  const elsewhere = createTestClient(other ?? '', person.privateKey);
  expect((await elsewhere.connect()).status).toBe(200);
  const claimed = await person.post('/api/rewards/claim', {}, idempotencyKey());
  expect(claimed.status).toBe(200);
  const position = claimed.headers.get('x-ledger-position') ?? '';
  const seen = await elsewhere.get('/api/dashboard', { 'x-ledger-position': position });
  expect([seen.status, seen.headers.get('x-ledger-lag')]).toEqual([200, null]);
  expect(JSON.stringify(seen.body)).toContain('"pendingRewards":"0"');
});

test('programs that are killed under load are missed by nobody for long', async () => {
  const acknowledged = await work.during(async () => {
    for (const one of [...program.apis, ...program.projectors, ...program.apis]) {
      await sleep(2_000);
      one.kill();
    }
    await sleep(2_000);
  });
  expect(acknowledged).toBeGreaterThan(0);
});

test('a rebuild finds the rows that there are', async () => {
  await work.during(async () => {
    const stdout = await command('projector/main.ts', 'rebuild');
    expect(stdout).toContain('The rebuilt read models are live.');
    expect(stdout).not.toContain('DIFFERENT');
  });
});

test('the auditor finds the ledger sound, and every table as it says', async () => {
  const { account } = superAdminOf(SUPER_ADMIN);
  const stdout = await command(
    ...['projector/audit/main.ts', 'verify', eventStoreUrl, '--against', databaseUrl],
    ...['--super-admin', account.address],
  );
  expect(stdout).toMatch(/sound/i);
});
