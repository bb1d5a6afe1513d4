import { readFile } from 'node:fs/promises';
import type pg from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { signUpEmailAlone } from '../../ledger/accounts/sign-up-email.ts';
import type { StoredEvent } from '../../ledger/envelope.ts';
import { createCommandHandler } from '../../ledger/handle-command.ts';
import type { Process } from '../../ledger/processes/process.ts';
import { startTestLedger, type TestLedgerNode, testContext } from '../../ledger/testing/start-ledger.ts';
import { createPool } from '../../projector/database.ts';
import { startTestPostgres, type TestPostgres } from '../../projector/testing/postgres.ts';
import { hostProcesses, type ProcessHost } from './leader.ts';

const logger = pino({ level: 'silent' });

let postgres: TestPostgres;
let pool: pg.Pool;
let ledger: TestLedgerNode;
const hosts: ProcessHost[] = [];

beforeAll(async () => {
  [postgres, ledger] = await Promise.all([startTestPostgres(), startTestLedger()]);
  pool = createPool(postgres.connectionString);
  await pool.query(await readFile(new URL('./schema.sql', import.meta.url), 'utf8'));
});
afterEach(async () => {
  await Promise.all(hosts.splice(0).map((host) => host.stop()));
});
afterAll(async () => {
  await pool.end();
  await Promise.all([postgres.stop(), ledger.stop()]);
});

/** Another replica may have led a moment ago. */
const LEAD = { timeout: 10_000 };

/** A replica whose one process writes down what it is told. */
function replica(name: string, act: (event: StoredEvent) => Promise<void> = async () => undefined) {
  const told: string[] = [];
  const process: Process = {
    name,
    laneOf: () => 'all',
    async handle(event) {
      await act(event);
      told.push(event.id);
    },
  };
  const host = hostProcesses({ pool, store: ledger.store, processes: [process], logger });
  hosts.push(host);
  return { told, host };
}

/** Three events: of the address, and of its account. */
async function somethingHappens(): Promise<void> {
  const emailHash = crypto.randomUUID().replaceAll('-', '').repeat(2);
  const signup = { emailHash, marketingOptIn: false, seal: async () => 'sealed' };
  await signUpEmailAlone(createCommandHandler(ledger.store), signup, testContext());
}
const all = async () => (await ledger.readAll()).map(({ id }) => id);

test('one of two replicas is told each event once and in order; the other takes over where it stopped', async () => {
  await somethingHappens();
  const first = replica('takeover');
  await expect.poll(() => first.told.length, LEAD).toBeGreaterThan(0);
  const second = replica('takeover');
  await somethingHappens();
  await expect.poll(() => first.told.length).toBe((await all()).length);
  expect(second.told).toEqual([]);
  await first.host.stop();
  await somethingHappens();
  await expect.poll(() => first.told.length + second.told.length, LEAD).toBe((await all()).length);
  expect([...first.told, ...second.told]).toEqual(await all());
});

test('a leader whose connection is cut stops leading, and somebody leads again', async () => {
  const one = replica('cut');
  await expect.poll(() => one.told.length, LEAD).toBe((await all()).length);
  await pool.query(
    `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and pid <> pg_backend_pid()`,
  );
  await somethingHappens();
  const events = await all();
  await expect.poll(() => new Set(one.told).size, LEAD).toBe(events.length);
});

test('an event that cannot be acted on now is told again, and the trouble is said until then', async () => {
  let failures = 3;
  const one = replica('trouble', async () => {
    if (failures-- > 0) throw new Error('not now');
  });
  await expect.poll(() => one.host.trouble(), LEAD).toBe('not now');
  await expect.poll(() => one.told.length, LEAD).toBe((await all()).length);
  expect(one.host.trouble()).toBeUndefined();
  expect(one.host.stopped()).toBe(false);
  expect(one.told).toEqual(await all());
});

test('a replica that is stopped at once leaves the lead free', async () => {
  for (let round = 0; round < 20; round++) await replica('brief').host.stop();
  const one = replica('brief');
  await expect.poll(() => one.told.length, LEAD).toBe((await all()).length);
});
