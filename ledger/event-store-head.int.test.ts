import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type EmbeddedEventStore, startEmbeddedEventStore } from './embedded/start.ts';
import { temporaryFolder } from './embedded/testing/temporary-store.ts';
import { connectEventStore, type EventStore } from './event-store.ts';

let folder: string;
let node: EmbeddedEventStore;
const stores: EventStore[] = [];
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(async () => {
  for (const store of stores.splice(0)) await store.close();
  await node.close();
  await rm(folder, { recursive: true, force: true });
});

const pathOf = (name: string) => join(folder, `${name}.sqlite`);
const start = async (name: string, port = 0) => {
  node = await startEmbeddedEventStore({ file: pathOf(name), port });
};

function connect(): EventStore {
  const store = connectEventStore(node.connectionString);
  stores.push(store);
  return store;
}

/** Appends so many events together and gives the position of the last. */
async function append(stream: string, events: number) {
  const client = EventStoreDBClient.connectionString(node.connectionString);
  const happened = Array.from({ length: events }, () => jsonEvent({ type: 'Happened', data: {} }));
  const { position } = await client.appendToStream(stream, happened);
  await client.dispose();
  return position;
}

test('the head is our own newest event, however many of others stand behind it, also for who has just come', async () => {
  await start('ledger');
  const store = connect();
  expect(await store.head()).toBeUndefined();
  await append('foreign', 3);
  expect(await store.head()).toBeUndefined();
  for (const foreign of [0, 1, 40, 700]) {
    const ours = await append('account-1', 2);
    expect(ours).toBeDefined();
    if (foreign > 0) await append('foreign', foreign);
    expect(await store.head()).toEqual(ours);
    expect(await store.head()).toEqual(ours);
    expect(await connect().head()).toEqual(ours);
  }
});

test('where an older ledger stands at the address the head is that of the older one', async () => {
  await start('ledger');
  const { port } = node;
  const older = await append('account-1', 3);
  await append('foreign', 1);
  await node.close();
  await copyFile(pathOf('ledger'), pathOf('older'));
  await start('ledger', port);
  const store = connect();
  const newer = await append('account-1', 5);
  expect(await store.head()).toEqual(newer);
  await node.close();
  await start('older', port);
  await expect.poll(() => store.head().catch(() => 'away')).not.toBe('away');
  expect(await store.head()).toEqual(older);
});
