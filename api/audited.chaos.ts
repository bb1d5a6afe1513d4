import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { copyFile, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { exportText } from '../ledger/audit/testing/audit-text.ts';
import { type Ledger, MUTATIONS } from '../ledger/audit/testing/mutations.ts';
import type { ExportedEvent } from '../ledger/proof/audit/exported-event.ts';
import type { AuditFault } from '../ledger/proof/audit/fault.ts';
import { parseCheckpoint } from '../ledger/proof/checkpoint.ts';
import { parseNote } from '../ledger/proof/signed-note.ts';
import { chanceOf } from '../ledger/simulation/world/random.ts';
import { temporaryFolder } from '../projector/testing/temporary-folder.ts';
import { idempotencyKey } from './testing/client.ts';
import type { Deployment } from './testing/deployment/deployment.ts';
import { addressOf, apiOf, newResident, REPLICAS, startReplicas } from './testing/deployment/residents.ts';
import { superAdminOf, type Work } from './testing/deployment/work.ts';

const { CHAOS_SEED: SEED = 'audited', MUTATION_SEED = '20' } = process.env;
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PATIENCE = { timeout: 120_000, interval: 250 };
const ROUNDS = 4;

let folder: string;
let stores: { readonly eventStore: string; readonly postgres: string };
let deployment: Deployment;
let work: Work;
beforeAll(async () => {
  [folder, stores] = [
    await temporaryFolder(),
    { eventStore: await temporaryFolder(), postgres: await temporaryFolder() },
  ];
  const key = join(folder, 'notary.key');
  await writeFile(key, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600 });
  const env = { NOTARY_KEY: key, SEAL_SECONDS: '1' };
  ({ deployment, work } = await startReplicas(SEED, () => env, { folders: stores }));
});
afterAll(async () => {
  await deployment?.stop();
  await Promise.all(
    [folder, ...Object.values(stores)].map((one) => rm(one, { recursive: true, force: true })),
  );
});

type Said = { readonly code: number; readonly out: string; readonly err: string };

/** The command as anybody gives it. */
function audit(...args: string[]): Promise<Said> {
  return new Promise((resolve) => {
    const options = { cwd: ROOT, maxBuffer: 1 << 24 };
    execFile('npm', ['run', '--silent', 'audit', '--', ...args], options, (error, out, err) => {
      resolve({ code: error === null ? 0 : Number(error.code), out, err });
    });
  });
}

async function verify(file: string, ...args: string[]): Promise<Said & { readonly fault?: AuditFault }> {
  const said = await audit('verify', file, '--json', '--super-admin', superAdmin, ...args);
  const { fault } = JSON.parse(said.out || '{}') as { readonly fault?: AuditFault };
  return { ...said, ...(fault && { fault }) };
}
const superAdmin = superAdminOf(SEED).account.address;

/** As it is told by whichever replica is up. */
async function newestCheckpoint(): Promise<string> {
  return vi.waitFor(async () => {
    const answer = await fetch(new URL('/api/ledger/checkpoint', await addressOf(deployment, 0)));
    expect(answer.status).toBe(200);
    return answer.text();
  }, PATIENCE);
}
const sizeIn = (checkpoint: string): number => {
  const note = parseNote(checkpoint);
  return Number((note && parseCheckpoint(note.text))?.size ?? Number.NaN);
};

/** The event store's file and what its database keeps beside it. */
const copyLedger = async (from: string, to: string): Promise<void> => {
  const files = (await readdir(from)).filter((name) => name.startsWith('ledger.sqlite'));
  for (const name of files) await copyFile(join(from, name), join(to, name));
};

/** While people work: kills a replica in turn, and the event store in the midst of it. */
async function trouble(): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    await sleep(1_000 + Math.random() * 1_000);
    apiOf(deployment, REPLICAS[round % 2] ?? 0).kill();
    await deployment.eventStore.kill();
    await deployment.eventStore.start();
    await newestCheckpoint();
  }
}

async function ledgerIn(file: string, oldCheckpoint: string): Promise<Ledger> {
  const text = await readFile(file, 'utf8');
  const lines = text.trimEnd().split('\n');
  const events = lines.slice(1, -1).map((line): ExportedEvent => JSON.parse(line));
  const { checkpoint } = JSON.parse(lines.at(-1) ?? '{}') as { readonly checkpoint: string };
  const sealNumbers = events.flatMap(({ type }, number) => (type === 'LedgerSealed' ? [number] : []));
  const size = sizeIn(checkpoint);
  let index = 0;
  const sealedNumbers = events.flatMap(({ stream }, number) =>
    stream !== 'seals' && ++index <= size ? [number] : [],
  );
  return { events, text, sealedNumbers, sealNumbers, oldCheckpoints: [oldCheckpoint] };
}

/** The most events between two seals: what is altered among them cannot be told apart by the tree. */
function widestSeal({ sealNumbers, events }: Ledger): number {
  const ends = [0, ...sealNumbers, events.length];
  return Math.max(...ends.slice(1).map((end, n) => end - (ends[n] ?? 0)));
}

test('the ledger of a deployment whose programs were killed is sound; a changed byte, a missing event, two that are swapped, an old checkpoint: the command ends with 1 and names the first bad event', async () => {
  const old = await newestCheckpoint();
  await work.during(trouble);
  const [file, kept] = [join(folder, 'ledger.ndjson'), join(folder, 'old.txt')];
  await writeFile(kept, old);
  await vi.waitFor(
    async () => expect(sizeIn(await newestCheckpoint())).toBeGreaterThan(sizeIn(old)),
    PATIENCE,
  );
  expect(await audit('export', file, '--from', await addressOf(deployment, 1))).toMatchObject({ code: 0 });
  const sound = await verify(file, '--checkpoint', kept);
  expect(sound, sound.out + sound.err).toMatchObject({ code: 0 });

  const ledger = await ledgerIn(file, old);
  const chance = chanceOf(Number(MUTATION_SEED));
  const widest = widestSeal(ledger);
  for (const [n, [kind, mutate]] of Object.entries(MUTATIONS).entries()) {
    // A flipped bit may be of what no hash covers: that of an amount is below.
    if (kind === 'flip a bit') continue;
    const { text, touched, what } = await mutate(ledger, chance, n);
    await writeFile(join(folder, 'bad.ndjson'), text);
    const { code, fault } = await verify(join(folder, 'bad.ndjson'), '--checkpoint', kept);
    expect([kind, what, code]).toEqual([kind, what, 1]);
    if (kind === 'give an old checkpoint') {
      // Of the events each is true: what is wrong is the last line, and the newest seal says so.
      expect(fault).toMatchObject({ rule: 'checkpoint', among: { to: ledger.events.length - 1 } });
      continue;
    }
    const { from = Number.NaN, to = Number.NaN } = fault?.among ?? {};
    const isNamed = touched.some((number) => from <= number && number <= to);
    expect(isNamed, `${kind}, ${what}: ${from} to ${to}`).toBe(true);
    expect(to - from, kind).toBeLessThanOrEqual(2 * widest);
  }

  const paid = ledger.sealedNumbers.filter((number) => ledger.events[number]?.type === 'RewardGranted');
  const number = paid[Math.floor(paid.length / 2)] ?? Number.NaN;
  const lines = ledger.text.split('\n');
  // The head is the first line.
  const line = lines[number + 1] ?? '';
  const changed = lines.with(
    number + 1,
    line.replace(/"amount":"(\d)/, (_, digit) => `"amount":"${(Number(digit) % 9) + 1}`),
  );
  await writeFile(join(folder, 'bad.ndjson'), changed.join('\n'));
  const { code, fault } = await verify(join(folder, 'bad.ndjson'));
  expect(code).toBe(1);
  expect(fault?.at).toMatchObject({ number, id: ledger.events[number]?.id });

  // As true as the first events are: only who has kept a later checkpoint knows of the rest.
  const cut = ledger.events.slice(0, ledger.sealNumbers[0]);
  await writeFile(join(folder, 'short.ndjson'), await exportText(cut));
  expect(await verify(join(folder, 'short.ndjson'))).toMatchObject({ code: 0 });
  const newest = join(folder, 'newest.txt');
  await writeFile(newest, await newestCheckpoint());
  const short = await verify(join(folder, 'short.ndjson'), '--checkpoint', newest);
  expect([short.code, short.fault?.rule]).toEqual([1, 'known-root']);
});

test('a byte of the event store’s own file: the command names the event, also where the file is in use', async () => {
  const copy = await temporaryFolder();
  try {
    await work.during(() => sleep(1_000));
    const inUse = join(stores.eventStore, 'ledger.sqlite');
    expect(await verify(inUse)).toMatchObject({ code: 0 });
    await deployment.eventStore.kill();
    await copyLedger(stores.eventStore, copy);
    await deployment.eventStore.start();
    const file = join(copy, 'ledger.sqlite');
    const position = changeAnAmount(file);
    const { code, fault } = await verify(file);
    expect(code).toBe(1);
    expect(fault?.at).toMatchObject({ position: `C:${position}/P:${position}`, type: 'RewardGranted' });
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
});

/** @returns the position of the event */
function changeAnAmount(file: string): number {
  const database = new DatabaseSync(file);
  try {
    const rows = database.prepare('SELECT position, frame FROM events ORDER BY position').all();
    for (const row of rows.slice(Math.floor(rows.length / 2))) {
      // The columns hold a number and bytes.
      const [position, frame] = [Number(row.position), Buffer.from(row.frame as Uint8Array)];
      const at = frame.indexOf('"amount":"');
      if (at < 0 || !frame.includes('RewardGranted')) continue;
      const digit = at + '"amount":"'.length;
      frame[digit] = frame[digit] === 0x39 ? 0x38 : 0x39;
      database.prepare('UPDATE events SET frame = ? WHERE position = ?').run(frame, position);
      return position;
    }
    throw new Error('nobody was paid');
  } finally {
    database.close();
  }
}

test('an event store that is put back to an older copy: nothing is sealed, no command gets a yes, every replica says why, until the true one is back', async () => {
  const [older, newer] = [await temporaryFolder(), await temporaryFolder()];
  try {
    const early = await newResident(deployment);
    await work.during(async () => {
      await deployment.eventStore.kill();
      await copyLedger(stores.eventStore, older);
      await deployment.eventStore.start();
      await trouble();
    });
    const late = await newResident(deployment);
    await deployment.eventStore.kill();
    await copyLedger(stores.eventStore, newer);
    const sealed = await newestCheckpoint();
    await putBack(older);
    for (const replica of REPLICAS) {
      await vi.waitFor(async () => {
        const url = await addressOf(deployment, replica);
        const ready = await fetch(new URL('/readyz', url));
        expect(ready.status).toBe(503);
        expect(await ready.text()).toContain('restored from an older backup');
      }, PATIENCE);
    }
    await vi.waitFor(async () => {
      const seals = await fetch(new URL('/api/ledger/seals', await addressOf(deployment, 0)));
      const body = (await seals.json()) as { notary: { state: string; reason: string | null } };
      expect(body.notary).toMatchObject({
        state: 'halted',
        reason: expect.stringContaining('events are gone'),
      });
    }, PATIENCE);
    expect(await newestCheckpoint()).toBe(sealed);
    for (const client of [...early.at, ...late.at]) {
      // A yes would be one that the true store does not hold.
      const { status } = await client.post('/api/rewards/check-in', {}, idempotencyKey());
      expect(status).not.toBe(200);
    }
    await deployment.eventStore.kill();
    await putBack(newer);
    await work.during(() => sleep(1_000));
  } finally {
    for (const one of [older, newer]) await rm(one, { recursive: true, force: true });
  }
});

async function putBack(from: string): Promise<void> {
  const files = (await readdir(stores.eventStore)).filter((name) => name.startsWith('ledger.sqlite'));
  for (const name of files) await rm(join(stores.eventStore, name));
  await copyLedger(from, stores.eventStore);
  await deployment.eventStore.start();
}
