import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EmbeddedEventStore, startEmbeddedEventStore } from '../../ledger/embedded/start.ts';
import { connectEventStore, type EventStore } from '../../ledger/event-store.ts';
import { createPositionGate, type PositionGate } from '../position-gate.ts';
import { appendAccounts } from '../testing/append-accounts.ts';
import { expectReadModelsEqualFold } from '../testing/oracle.ts';
import { startTestReadModels, type TestReadModels } from '../testing/read-models.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { wholeLedger } from '../testing/whole-ledger.ts';
import { startProjectorThread, type ThreadInput } from './projector-thread.ts';

let folder: string;
let db: TestReadModels;
let node: EmbeddedEventStore;
let store: EventStore;
let gate: PositionGate;
let input: ThreadInput;
beforeAll(async () => {
  folder = await temporaryFolder();
  [db, node] = await Promise.all([
    startTestReadModels(),
    startEmbeddedEventStore({ file: join(folder, 'ledger.sqlite') }),
  ]);
  store = connectEventStore(node.connectionString);
  gate = await createPositionGate(db.pool);
  input = {
    ...{ eventStoreUrl: node.connectionString, databaseUrl: db.connectionString },
    ...{ tracing: undefined, logLevel: 'silent' },
  };
});
afterAll(async () => {
  await gate.stop();
  await store.close();
  await node.close();
  await db.stop();
  await rm(folder, { recursive: true, force: true });
});

test('of two threads one writes and the other takes over when it ends; each says how it gets on', async () => {
  await appendAccounts(store, 10);
  const [one, other] = await Promise.all([startProjectorThread(input), startProjectorThread(input)]);
  const last = await appendAccounts(store, 10);
  expect(await gate.waitFor(last, 20_000)).toBe(true);
  const states = () => [one, other].map((thread) => thread.status().state).toSorted();
  await expect.poll(states).toEqual(['live', 'standby']);
  const [leader, heir] = one.status().state === 'live' ? [one, other] : [other, one];
  await expect.poll(() => leader.status()).toMatchObject({ healthy: true, headLag: 0, checkpoint: last });

  await leader.stop();
  expect((await leader.ended).state).toBe('stopped');
  expect(leader.status()).toMatchObject({ state: 'stopped', reason: undefined });
  const next = await appendAccounts(store, 10);
  expect(await gate.waitFor(next, 20_000)).toBe(true);
  await expectReadModelsEqualFold(db.pool, await wholeLedger(store, next));
  await heir.stop();
});

test('a thread that dies is told, and is not well from then on', async () => {
  const dying = `
    import { parentPort } from 'node:worker_threads';
    parentPort.postMessage({ kind: 'started', status: { state: 'live', healthy: true } });
    setTimeout(() => { throw new Error('out of memory'); });`;
  const thread = await startProjectorThread(
    input,
    new URL(`data:text/javascript,${encodeURIComponent(dying)}`),
  );
  expect((await thread.failed).message).toBe("The projector's thread died: out of memory");
  expect(thread.status()).toMatchObject({
    state: 'stopped',
    healthy: false,
    reason: expect.stringContaining('out of memory'),
  });
  expect((await thread.ended).state).toBe('stopped');
  // Nothing is left to be waited for.
  await thread.stop();
});

test('a thread that dies before it has begun fails the start', async () => {
  const file = new URL('data:text/javascript,process.exit(3)');
  await expect(startProjectorThread(input, file)).rejects.toThrow('exit code 3');
});
