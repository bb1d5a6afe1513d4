import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import messages from '@eventstore/db-client/generated/streams_pb.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type ClusterStandIn,
  startClusterStandIn,
  type Tell,
} from '../ledger/embedded/testing/cluster-stand-in.ts';
import { type KillableNode, startKillableNode } from '../ledger/embedded/testing/killable-node.ts';
import { connectEventStore, type EventStore } from '../ledger/event-store.ts';
import { createPositionGate, type PositionGate } from './position-gate.ts';
import { appendAccounts } from './testing/append-accounts.ts';
import { expectReadModelsEqualFold } from './testing/oracle.ts';
import { startTestReadModels, type TestReadModels } from './testing/read-models.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';
import { wholeLedger } from './testing/whole-ledger.ts';

let db: TestReadModels;
let node: KillableNode;
let standIn: ClusterStandIn;
let store: EventStore;
let gate: PositionGate;
let folder: string;
let tellEvents: (message: Buffer, send: (message: Buffer) => void) => void = (message, send) => send(message);
const children: ChildProcess[] = [];

/** Every event that a subscription is told goes through `tellEvents`. */
const tell: Tell = (path) => {
  let isSubscription = false;
  return (message, send) => {
    if (!path.endsWith('/Read')) return send(message);
    const answer = messages.ReadResp.deserializeBinary(message);
    isSubscription ||= answer.hasConfirmation();
    if (isSubscription && answer.hasEvent()) tellEvents(message, send);
    else send(message);
  };
};

beforeAll(async () => {
  folder = await temporaryFolder();
  [db, node] = await Promise.all([startTestReadModels(), startKillableNode(join(folder, 'ledger.sqlite'))]);
  standIn = await startClusterStandIn(node.port, tell);
  store = connectEventStore(node.connectionString);
  gate = await createPositionGate(db.pool);
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await gate.stop();
  await store.close();
  await standIn.close();
  await node.kill();
  await db.stop();
  await rm(folder, { recursive: true, force: true });
});

function startProcess(): ChildProcess {
  const child = spawn(process.execPath, [new URL('./main.ts', import.meta.url).pathname], {
    env: { EVENTSTORE_URL: standIn.connectionString, DATABASE_URL: db.connectionString, LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  children.push(child);
  return child;
}

test('every event told twice is applied once', async () => {
  tellEvents = (message, send) => {
    send(message);
    send(message);
  };
  const child = startProcess();
  let last = await appendAccounts(store, 50);
  expect(await gate.waitFor(last, 60_000)).toBe(true);
  last = await appendAccounts(store, 50);
  expect(await gate.waitFor(last, 60_000)).toBe(true);
  await expectReadModelsEqualFold(db.pool, await wholeLedger(store, last));
  expect(child.exitCode).toBeNull();
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('two events in the wrong order end the projector with the reason, and what it wrote is true; then it goes on', async () => {
  let held: Buffer | undefined;
  let swapped = 0;
  tellEvents = (message, send) => {
    if (swapped > 0) return send(message);
    if (!held) {
      held = message;
      return;
    }
    send(message);
    send(held);
    swapped += 1;
  };
  const last = await appendAccounts(store, 20);
  const child = startProcess();
  expect(await once(child, 'exit')).toEqual([1, null]);
  expect(swapped).toBe(1);
  const next = startProcess();
  expect(await gate.waitFor(last, 60_000)).toBe(true);
  await expectReadModelsEqualFold(db.pool, await wholeLedger(store, last));
  next.kill('SIGTERM');
  expect(await once(next, 'exit')).toEqual([0, null]);
});
