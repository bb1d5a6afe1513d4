import { type ChildProcess, spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LedgerPosition } from '../contracts/ledger-position.ts';
import { type EmbeddedEventStore, startEmbeddedEventStore } from '../ledger/embedded/start.ts';
import { connectEventStore, type EventStore } from '../ledger/event-store.ts';
import { LIVE_SCHEMA } from './database.ts';
import { createPositionGate, type PositionGate } from './position-gate.ts';
import { appendAccounts } from './testing/append-accounts.ts';
import { expectReadModelsEqualFold } from './testing/oracle.ts';
import { startTestReadModels, type TestReadModels } from './testing/read-models.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';
import { wholeLedger } from './testing/whole-ledger.ts';

const ROUNDS = Number(process.env.FREEZE_ROUNDS ?? 6);

let db: TestReadModels;
let eventStore: EmbeddedEventStore;
let store: EventStore;
let gate: PositionGate;
let folder: string;
const children: ChildProcess[] = [];
beforeAll(async () => {
  folder = await temporaryFolder();
  [db, eventStore] = await Promise.all([
    startTestReadModels(),
    startEmbeddedEventStore({ file: join(folder, 'ledger.sqlite') }),
  ]);
  store = connectEventStore(eventStore.connectionString);
  gate = await createPositionGate(db.pool);
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await gate.stop();
  await store.close();
  await eventStore.close();
  await db.stop();
  await rm(folder, { recursive: true, force: true });
});

function startProcess(): ChildProcess {
  const child = spawn(process.execPath, [new URL('./main.ts', import.meta.url).pathname], {
    env: {
      EVENTSTORE_URL: eventStore.connectionString,
      DATABASE_URL: db.connectionString,
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  children.push(child);
  return child;
}

async function leader(): Promise<{ process: number; holder: string; epoch: string }> {
  const { rows } = await db.pool.query<{ process: number; holder: string; epoch: string }>(
    `select process, holder, epoch from ${LIVE_SCHEMA}.lead, ${LIVE_SCHEMA}.checkpoint`,
  );
  if (!rows[0]) throw new Error('no row says who leads');
  return rows[0];
}

/** Seconds from now until the read models hold the position. */
async function secondsUntil(position: LedgerPosition): Promise<number> {
  const started = performance.now();
  expect(await gate.waitFor(position, 30_000)).toBe(true);
  return (performance.now() - started) / 1_000;
}

test('SIGSTOP and SIGKILL of who leads, under a stream of events: ten seconds, and what wakes writes nothing', async () => {
  const waits: Record<string, number[]> = { SIGSTOP: [], SIGKILL: [] };
  let [active, standby] = [startProcess(), startProcess()];
  let last = await appendAccounts(store, 5);
  expect(await gate.waitFor(last, 30_000)).toBe(true);
  for (let round = 0; round < ROUNDS; round++) {
    if ((await leader()).process !== active.pid) [active, standby] = [standby, active];
    expect((await leader()).process).toBe(active.pid);
    const signal = round % 3 === 2 ? 'SIGKILL' : 'SIGSTOP';
    const writing = appendAccounts(store, 60);
    await sleep(Math.random() * 200);
    active.kill(signal);
    await writing;
    // Who leads may have written all of that before.
    last = await appendAccounts(store, 20);
    waits[signal]?.push(await secondsUntil(last));
    const successor = await leader();
    expect(successor.process).toBe(standby.pid);
    if (signal === 'SIGSTOP') {
      active.kill('SIGCONT');
      last = await appendAccounts(store, 20);
      expect(await gate.waitFor(last, 10_000)).toBe(true);
      await sleep(3_000);
      // It lives, stands by, and neither the lead nor the epoch has moved.
      expect(active.exitCode).toBeNull();
      expect(await leader()).toEqual(successor);
    } else {
      active = startProcess();
    }
    await expectReadModelsEqualFold(db.pool, await wholeLedger(store, last));
  }
  process.stdout.write(`seconds until the successor had written all: ${JSON.stringify(waits)}\n`);
  expect(Math.max(...Object.values(waits).flat())).toBeLessThan(10);
});
