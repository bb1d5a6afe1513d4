import { afterAll, beforeAll, expect, test } from 'vitest';
import { LedgerUnavailable } from './domain-error.ts';
import { type CountedNode, startCountedNode } from './embedded/testing/counted-node.ts';
import { openEventLog } from './event-log.ts';
import { connectEventStore, type EventStore } from './event-store.ts';
import { storeCalls } from './store-calls.ts';
import { appendLongAccount } from './testing/long-stream.ts';

let node: CountedNode;
let store: EventStore;
let user: string;

beforeAll(async () => {
  node = await startCountedNode();
  store = connectEventStore(node.connectionString);
  user = await appendLongAccount(store, 600);
});
afterAll(async () => {
  await store.close();
  await node.close();
});

/** The batched appends of this process share one call, which stays open. */
const APPENDS = 1;
/** What a connection carries. */
const CALLS = 100;

test('three hundred reads at once, a scan and appends beside them: all succeed within a hundred calls', async () => {
  const patient = AbortSignal.timeout(40_000);
  const log = openEventLog(node.connectionString);
  let most = 0;
  const watch = setInterval(() => {
    most = Math.max(most, node.openCalls());
  }, 1);
  const scan = async () => {
    let seen = 0;
    for await (const page of log.pages()) seen += page.length;
    return seen;
  };
  const [pages, scanned] = await Promise.all([
    Promise.all(Array.from({ length: 300 }, () => store.readPage(`account-${user}`, 0n, 20, patient))),
    Promise.all(Array.from({ length: 12 }, scan)),
    // Throws unless every append of it is answered with its position.
    Promise.all(Array.from({ length: 20 }, () => appendLongAccount(store, 3))),
  ]).finally(() => clearInterval(watch));
  expect(pages.every((page) => page.length === 20)).toBe(true);
  expect(scanned.every((seen) => seen >= 600)).toBe(true);
  expect(most).toBeGreaterThan(10);
  expect(most).toBeLessThan(CALLS / 2);
  await log.close();
});

test('a scan of several pages has every event once, in order', async () => {
  await appendLongAccount(store, 1_500);
  const log = openEventLog(node.connectionString);
  const [ids, positions]: [string[], string[]] = [[], []];
  for await (const page of log.pages()) {
    ids.push(...page.map(({ id }) => id));
    positions.push(...page.map(({ position }) => position));
  }
  await log.close();
  expect(ids.length).toBeGreaterThan(2_000);
  expect(new Set(ids).size).toBe(ids.length);
  // One node's positions count its events.
  const numbers = positions.map((position) => Number(/C:(\d+)/.exec(position)?.[1]));
  expect(numbers).toEqual(numbers.map((_, n) => n + 1));
});

test('a thousand looks at the head leave no call open', async () => {
  for (let round = 0; round < 20; round++) {
    await Promise.all(Array.from({ length: 50 }, () => store.head()));
  }
  await expect.poll(node.openCalls).toBeLessThanOrEqual(APPENDS);
  expect(storeCalls(node.connectionString).reads.use()).toMatchObject({ taken: 0, waiting: 0 });
});

test('reads that are given up half-way, and followers that leave, leave no call open', async () => {
  const givenUp = new AbortController();
  const reads = Array.from({ length: 120 }, () =>
    store.readPage(`account-${user}`, 0n, 500, givenUp.signal).catch(() => undefined),
  );
  setImmediate(() => givenUp.abort());
  await Promise.all(reads);
  for (let times = 0; times < 25; times++) {
    for await (const event of store.subscribe({ after: undefined, signal: new AbortController().signal })) {
      if (event.revision === 2n) break;
    }
  }
  await expect.poll(node.openCalls).toBeLessThanOrEqual(APPENDS);
  const { reads: read, subscriptions } = storeCalls(`${node.connectionString}&keepAliveInterval=1000`);
  expect([read.use().taken, subscriptions.use().taken]).toEqual([0, 0]);
});

test('a follower that is told to leave while it waits for its place leaves, and takes none', async () => {
  const { subscriptions } = storeCalls(node.connectionString);
  const { places } = subscriptions.use();
  const open = new AbortController().signal;
  const taken = await Promise.all(Array.from({ length: places }, () => subscriptions.take(open)));
  const leaving = new AbortController();
  const end = await store.head();
  const following = (async () => {
    for await (const _ of store.subscribe({ after: end, signal: leaving.signal }));
    return 'left';
  })();
  await expect.poll(() => subscriptions.use().waiting).toBe(1);
  leaving.abort();
  for (const leave of taken) leave();
  // Nothing comes behind the end of the ledger that would wake it.
  expect(await following).toBe('left');
  expect(subscriptions.use()).toMatchObject({ taken: 0, waiting: 0 });
  // Also where there is a place, and it is told in the very moment in which it has it.
  const atOnce = new AbortController();
  const begun = store.subscribe({ after: end, signal: atOnce.signal })[Symbol.asyncIterator]().next();
  atOnce.abort();
  expect(await begun).toMatchObject({ done: true });
  expect(subscriptions.use()).toMatchObject({ taken: 0, waiting: 0 });
});

test('a follower that finds no place is told so in seconds, and the next one has the place that it would have had', async () => {
  const { subscriptions } = storeCalls(node.connectionString);
  const { places } = subscriptions.use();
  const { signal } = new AbortController();
  const taken = await Promise.all(Array.from({ length: places }, () => subscriptions.take(signal)));
  const follow = async () => {
    for await (const event of store.subscribe({ after: undefined, signal })) return event.stream;
    return 'nothing';
  };
  await expect(follow()).rejects.toBeInstanceOf(LedgerUnavailable);
  taken[0]?.();
  expect(await follow()).toMatch(/^account-/);
  for (const leave of taken) leave();
  expect(subscriptions.use()).toMatchObject({ taken: 0, waiting: 0 });
});
