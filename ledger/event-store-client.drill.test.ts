import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { UnavailableError } from '@eventstore/db-client';
import { expect, onTestFinished, test } from 'vitest';
import { LedgerFull, LedgerUnavailable } from './domain-error.ts';
import { startEmbeddedEventStore } from './embedded/start.ts';
import { startFaultProxy } from './embedded/testing/fault-proxy.ts';
import { startTemporaryStore } from './embedded/testing/temporary-store.ts';
import { connectEventStore, type EventStore } from './event-store.ts';
import { connectClient } from './event-store-client.ts';
import { storeCalls } from './store-calls.ts';
import { appendLongAccount } from './testing/long-stream.ts';

/** Nobody listens there. */
const NOWHERE = 1;

/** A node that clients find by asking for it at another address, which can be taken away from them. */
async function findable(nodePort: number) {
  const seed = await startFaultProxy(nodePort);
  onTestFinished(() => seed.close());
  const hosts = `127.0.0.1:${seed.port},localhost:${seed.port}`;
  return { seed, connectionString: `esdb://${hosts}?tls=false&maxDiscoverAttempts=3&gossipTimeout=60` };
}

/** What would have ended a program by now. */
function fatal(): readonly unknown[] {
  const seen: unknown[] = [];
  const note = (reason: unknown) => void seen.push(reason);
  process.on('unhandledRejection', note).on('uncaughtException', note);
  onTestFinished(() => void process.off('unhandledRejection', note).off('uncaughtException', note));
  return seen;
}

/** Is closed when the test ends. */
function connected(connectionString: string): EventStore {
  const store = connectEventStore(connectionString);
  onTestFinished(() => store.close());
  return store;
}

/** A node, and what stands between it and its clients. */
async function behindProxy() {
  const node = await startTemporaryStore();
  onTestFinished(() => node.dispose());
  const proxy = await startFaultProxy(node.store.port);
  onTestFinished(() => proxy.close());
  return proxy;
}

/** Follows the ledger, and leaves before anything has come. */
async function followBriefly(store: EventStore): Promise<void> {
  const leaving = new AbortController();
  const following = (async () => {
    for await (const _ of store.subscribe({ after: undefined, signal: leaving.signal }));
  })();
  await turn();
  leaving.abort();
  await following;
}

const answerOf = (store: EventStore, events = 1) =>
  appendLongAccount(store, events).then(
    () => 'appended',
    ({ cause }) => String(cause.cause),
  );

test('a program that found no node of its cluster for a moment, as while a new leader is elected, appends again', async () => {
  const node = await startTemporaryStore();
  onTestFinished(() => node.dispose());
  const { seed, connectionString } = await findable(node.store.port);
  const store = connected(connectionString);
  seed.moveTo(NOWHERE);
  expect(await answerOf(store)).toMatch(/Failed to discover/);
  seed.moveTo(node.store.port);
  await expect.poll(() => answerOf(store)).toBe('appended');
});

test('a connection that ends while no node can be found ends no program', async () => {
  const seen = fatal();
  const own = await startTemporaryStore();
  onTestFinished(() => own.dispose());
  const node = await startEmbeddedEventStore({ file: join(own.folder, 'full.sqlite'), maxPages: 60 });
  const { seed, connectionString } = await findable(node.port);
  const client = connectClient(connectionString);
  const followed = client.subscribeToAll();
  const ended = new Promise((resolve) => followed.once('error', resolve).resume());
  await new Promise((resolve) => followed.once('confirmation', resolve));
  seed.moveTo(NOWHERE);
  // A store that says that it is not available is left, and another one looked for.
  const fill = async () => {
    for (let n = 0; ; n++) await client.tombstoneStream(`ended-${n}`);
  };
  await expect(fill()).rejects.toBeInstanceOf(UnavailableError);
  const looked = client.tombstoneStream('elsewhere').catch(String);
  await node.close();
  expect(await ended).toBeInstanceOf(UnavailableError);
  expect(await looked).toMatch(/Failed to discover/);
  await turn();
  expect(seen).toEqual([]);
});

test('a store without room says so, whatever it is asked to append', async () => {
  const own = await startTemporaryStore();
  onTestFinished(() => own.dispose());
  const node = await startEmbeddedEventStore({ file: join(own.folder, 'full.sqlite'), maxPages: 60 });
  onTestFinished(() => node.close());
  const store = connected(node.connectionString);
  const fill = async () => {
    for (;;) await appendLongAccount(store, 50);
  };
  await expect(fill()).rejects.toMatchObject({ cause: { kind: 'unknown', cause: expect.any(LedgerFull) } });
  expect(await store.head()).toBeDefined();
});

test('appends that a store took in no more before its connection ended fail, and end no program', async () => {
  const seen = fatal();
  const proxy = await behindProxy();
  const store = connected(proxy.connectionString);
  expect(await answerOf(store)).toBe('appended');
  proxy.inject({ kind: 'black-hole' });
  // More than the client hands over before any of it is read.
  const begun = Array.from({ length: 200 }, () => answerOf(store, 20));
  await turn();
  proxy.reset();
  proxy.heal();
  const answers = new Set(await Promise.all(begun));
  expect([...answers].filter((answer) => !/UNAVAILABLE/.test(answer))).toEqual([]);
  await turn();
  expect(seen).toEqual([]);
  await expect.poll(() => answerOf(store)).toBe('appended');
});

test('an answer to an append that has failed already ends no program', async () => {
  const seen = fatal();
  const [proxy, other] = await Promise.all([behindProxy(), startTemporaryStore()]);
  const store = connected(proxy.connectionString);
  const ending = connected(other.store.connectionString);
  expect([await answerOf(store), await answerOf(ending)]).toEqual(['appended', 'appended']);
  proxy.inject({ kind: 'black-hole', direction: 'to-client' });
  const waiting = answerOf(store);
  // The client fails the appends of all connections when one of them ends.
  await other.dispose();
  expect(await waiting).toMatch(/UNAVAILABLE/);
  proxy.heal();
  const next = answerOf(store);
  let isOver = false;
  void next.then(() => {
    isOver = true;
  });
  // The late answer comes before that of the next append.
  await expect.poll(() => isOver || seen.length > 0).toBe(true);
  expect(seen).toEqual([]);
  expect(await next).toBe('appended');
});

test('a follower that leaves before any node was found ends no program', async () => {
  const seen = fatal();
  const { connectionString } = await findable(NOWHERE);
  const store = connected(connectionString);
  await followBriefly(store);
  await expect(store.head()).rejects.toBeInstanceOf(LedgerUnavailable);
  await turn();
  expect(seen).toEqual([]);
});

test('a follower leaves a cluster all of whose nodes stand still at once, and has its place until it is gone', async () => {
  const seen = fatal();
  const node = await startTemporaryStore();
  onTestFinished(() => node.dispose());
  const { seed, connectionString } = await findable(node.store.port);
  const { subscriptions } = storeCalls(connectionString);
  const store = connected(connectionString);
  seed.inject({ kind: 'black-hole' });
  await followBriefly(store);
  expect(subscriptions.use().taken).toBe(1);
  seed.heal();
  await expect.poll(() => subscriptions.use().taken).toBe(0);
  expect(await answerOf(store)).toBe('appended');
  expect(seen).toEqual([]);
});

test('a question that nobody bounds is given up after five seconds where a store stands still, with its place', async () => {
  const proxy = await behindProxy();
  // The client itself would notice after twenty.
  const address = `esdb://127.0.0.1:${proxy.port}?tls=false`;
  const store = connected(address);
  expect(await answerOf(store)).toBe('appended');
  proxy.inject({ kind: 'black-hole' });
  const questions = await Promise.allSettled([
    store.head(),
    store.readLast('account-1'),
    store.readPage('account-1', 0n, 1),
    store.readAt({ commit: 1n, prepare: 1n }),
  ]);
  const reason = { name: 'LedgerUnavailable', cause: new Error('no answer in 5000 ms') };
  expect(questions).toMatchObject(questions.map(() => ({ status: 'rejected', reason })));
  await expect.poll(() => storeCalls(address).reads.use()).toMatchObject({ taken: 0, waiting: 0 });
});
