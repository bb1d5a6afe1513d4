import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EmbeddedEventStore, startEmbeddedEventStore } from '../ledger/embedded/start.ts';
import { connectEventStore, type EventStore } from '../ledger/event-store.ts';
import { programEnvironment } from '../ledger/testing/program-environment.ts';
import { LIVE_SCHEMA } from './database.ts';
import { createPositionGate, type PositionGate } from './position-gate.ts';
import { type Projector, startProjector } from './projector.ts';
import { rebuildReadModels } from './rebuild.ts';
import { appendAccounts } from './testing/append-accounts.ts';
import { expectReadModelsEqualFold } from './testing/oracle.ts';
import { startTestReadModels, type TestReadModels } from './testing/read-models.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';
import { wholeLedger } from './testing/whole-ledger.ts';

const logger = pino({ level: 'silent' });

let db: TestReadModels;
let eventStore: EmbeddedEventStore;
let store: EventStore;
let gate: PositionGate;
let folder: string;
beforeAll(async () => {
  folder = await temporaryFolder();
  [db, eventStore] = await Promise.all([
    startTestReadModels(),
    // The projector of another process brings the credential in its EVENTSTORE_URL.
    startEmbeddedEventStore({
      file: join(folder, 'ledger.sqlite'),
      credentialFile: join(folder, 'ledger.credential'),
    }),
  ]);
  store = connectEventStore(eventStore.connectionString);
  gate = await createPositionGate(db.pool);
});
afterAll(async () => {
  await gate.stop();
  await store.close();
  await eventStore.close();
  await db.stop();
  await rm(folder, { recursive: true, force: true });
});

test('a ledger on the real event store: followed, restarted, rebuilt, equal to its fold', async () => {
  await appendAccounts(store, 30);
  const first: Projector = await startProjector({ store, pool: db.pool, logger });
  let last = await appendAccounts(store, 30);
  expect(await gate.waitFor(last, 20_000)).toBe(true);
  await expect.poll(() => first.status()).toMatchObject({ state: 'live', headLag: 0, checkpoint: last });
  await expectReadModelsEqualFold(db.pool, await wholeLedger(store, last));
  await first.stop();

  last = await appendAccounts(store, 10);
  const second = await startProjector({ store, pool: db.pool, logger });
  expect(await gate.waitFor(last, 20_000)).toBe(true);
  const report = await rebuildReadModels({ store, pool: db.pool, logger, acceptDifferences: false });
  expect(report.swapped).toBe(true);
  last = await appendAccounts(store, 1);
  expect(await gate.waitFor(last, 20_000)).toBe(true);
  await expectReadModelsEqualFold(db.pool, await wholeLedger(store, last));
  await second.stop();
});

test('the event store goes away and comes back: the projector goes on where it was', async () => {
  const file = join(folder, 'another.sqlite');
  const before = await startEmbeddedEventStore({ file });
  const schema = 'another';
  const client = connectEventStore(before.connectionString);
  const projector = await startProjector({ store: client, pool: db.pool, logger, schema });
  await expect.poll(() => projector.status().state).toBe('live');
  await before.close();
  await expect.poll(() => projector.status().restarts, { timeout: 30_000 }).toBeGreaterThan(0);
  const after = await startEmbeddedEventStore({ file, port: before.port });
  const last = await appendAccounts(client, 2);
  await expect.poll(() => projector.status().checkpoint, { timeout: 30_000 }).toEqual(last);
  await expect.poll(() => projector.status().state).toBe('live');
  await projector.stop();
  await client.close();
  await after.close();
});

const PROGRAM = new URL('./main.ts', import.meta.url).pathname;
const settings = () => ({
  ...programEnvironment(),
  EVENTSTORE_URL: eventStore.connectionString,
  DATABASE_URL: db.connectionString,
  LOG_LEVEL: 'error',
});

function startProcess(): ChildProcess {
  return spawn(process.execPath, [PROGRAM], { env: settings(), stdio: ['ignore', 'inherit', 'inherit'] });
}

/** What a command says, and its exit code. */
function command(args: readonly string[], env: NodeJS.ProcessEnv = settings()) {
  return new Promise<{ code: number; out: string; err: string }>((resolve) => {
    execFile(process.execPath, [PROGRAM, ...args], { env }, (error, out, err) => {
      resolve({ code: error === null ? 0 : Number(error.code), out, err });
    });
  });
}

test('the command rebuilds: what differs keeps the live ones, and is told, unless it is accepted', async () => {
  const last = await appendAccounts(store, 5);
  const projector = await startProjector({ store, pool: db.pool, logger });
  expect(await gate.waitFor(last, 20_000)).toBe(true);
  await projector.stop();
  const same = await command(['rebuild']);
  expect(same).toMatchObject({ code: 0, out: expect.stringContaining('The rebuilt read models are live.') });
  expect(same.out).toMatch(/^equal +balances: (\d+) live, \1 rebuilt$/m);
  expect(same.out).not.toContain('DIFFERENT');

  const surplus = `from ${LIVE_SCHEMA}.balances where account = 'nobody'`;
  await db.pool.query(`insert into ${LIVE_SCHEMA}.balances values ('nobody', 1)`);
  const different = await command(['rebuild']);
  expect(different).toMatchObject({ code: 1, out: expect.stringContaining('The live ones are kept.') });
  const [, live, rebuilt] = /^DIFFERENT balances: (\d+) live, (\d+) rebuilt$/m.exec(different.out) ?? [];
  expect(Number(live) - Number(rebuilt)).toBe(1);
  expect((await db.pool.query(`select ${surplus}`)).rowCount).toBe(1);

  expect(await command(['rebuild', '--accept-differences'])).toMatchObject({ code: 0 });
  await expectReadModelsEqualFold(db.pool, await wholeLedger(store, last));
});

test('what is no command, and settings that cannot be used, are told with exit codes of their own', async () => {
  const [unknown, unset] = await Promise.all([command(['rebuilt']), command([], programEnvironment())]);
  expect(unknown).toMatchObject({ code: 2, out: '', err: expect.stringContaining('rebuild') });
  expect(unset).toMatchObject({ code: 1, out: '' });
  expect(unset.err).toMatch(/^The projector cannot start:\n +EVENTSTORE_URL is missing/);
});

test('the process of its own follows the ledger, and stops on SIGTERM, of which it may be told twice', async () => {
  const child = startProcess();
  const exited = once(child, 'exit');
  const last = await appendAccounts(store, 5);
  expect(await gate.waitFor(last, 20_000)).toBe(true);
  await expectReadModelsEqualFold(db.pool, await wholeLedger(store, last));
  // A batch under way that is waited for.
  const holder = await db.pool.connect();
  await holder.query(`begin; lock table ${LIVE_SCHEMA}.balances in exclusive mode`);
  await appendAccounts(store, 1);
  const waits = `select 1 from pg_locks where not granted and relation = '${LIVE_SCHEMA}.balances'::regclass`;
  await expect.poll(async () => (await db.pool.query(waits)).rowCount).toBe(1);
  // By a supervisor that tells the whole group, too; signals that come at once are one.
  for (const _ of ['first', 'again', 'again']) {
    child.kill('SIGTERM');
    await holder.query('select 1');
  }
  holder.release(true);
  expect(await exited).toEqual([0, null]);
});

test('kill -9 of the process at random moments: every event is applied once', async () => {
  let child = startProcess();
  let last = await appendAccounts(store, 1);
  for (let round = 0; round < 5; round++) {
    expect(await gate.waitFor(last, 20_000)).toBe(true);
    const killed = sleep(Math.random() * 100).then(() => child.kill('SIGKILL'));
    last = await appendAccounts(store, 60);
    await killed;
    child = startProcess();
  }
  expect(await gate.waitFor(last, 20_000)).toBe(true);
  await expectReadModelsEqualFold(db.pool, await wholeLedger(store, last));
  child.kill('SIGTERM');
});
