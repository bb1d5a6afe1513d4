import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LedgerPosition } from '../../contracts/ledger-position.ts';
import type { EventStore } from '../event-store.ts';
import { STALL_LIMITS, Watchdog } from './watchdog.ts';

const at = (n: number): LedgerPosition => ({ commit: BigInt(n), prepare: BigInt(n) });
const limits = { checkEvery: 5, resubscribeAfter: 100, unhealthyAfter: 300 };

let head: LedgerPosition | undefined | Error;
// Nothing else of the store is asked.
const store = {
  head: async () => {
    if (head instanceof Error) throw head;
    return head;
  },
} as unknown as EventStore;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  head = undefined;
});
afterEach(() => {
  vi.useRealTimers();
});
const pass = (milliseconds: number) => vi.advanceTimersByTime(milliseconds);

test('who is at the head, or has nothing to follow, is level, however long that goes on', async () => {
  const dog = new Watchdog(store, limits);
  for (const [reached, newest] of [
    [undefined, undefined],
    [at(5), at(5)],
    [at(5), at(5)],
  ]) {
    head = newest;
    pass(1_000);
    expect(await dog.look(() => reached)).toBe('level');
    expect(dog.unhealthy).toBe(false);
  }
  expect(dog.head).toEqual(at(5));
});

test('who is behind the head has a time to show progress, is stalled then, and unhealthy later', async () => {
  head = at(9);
  const dog = new Watchdog(store, limits);
  pass(100);
  expect(await dog.look(() => at(5))).toBe('behind');
  expect(dog.head).toEqual(at(9));
  pass(1);
  expect(await dog.look(() => at(5))).toBe('stalled');
  expect(dog.unhealthy).toBe(false);
  pass(199);
  expect(dog.unhealthy).toBe(false);
  pass(1);
  expect(dog.unhealthy).toBe(true);
  dog.progressed(at(6));
  expect(dog.unhealthy).toBe(false);
  expect(await dog.look(() => at(6))).toBe('behind');
});

test('a new subscription has a time of its own, and does not make healthy what did not get on', async () => {
  head = at(9);
  const dog = new Watchdog(store, limits);
  pass(301);
  dog.began();
  expect(await dog.look(() => undefined)).toBe('behind');
  expect(dog.unhealthy).toBe(true);
  pass(101);
  expect(await dog.look(() => undefined)).toBe('stalled');
  dog.rested();
  expect(dog.unhealthy).toBe(false);
});

test('time in which the process itself stood still is not time without progress', async () => {
  head = at(9);
  const dog = new Watchdog(store, STALL_LIMITS);
  const endLooks = dog.watch(() => undefined);
  pass(2_000);
  expect(await dog.look(() => at(5))).toBe('behind');
  pass(60_000);
  // Whoever asks first when it goes on.
  expect(dog.unhealthy).toBe(false);
  expect(await dog.look(() => at(5))).toBe('behind');
  for (let seconds = 2; seconds <= 26; seconds += 2) {
    pass(2_000);
    expect(await dog.look(() => at(5))).toBe(seconds > 8 ? 'stalled' : 'behind');
    expect(dog.unhealthy).toBe(false);
  }
  pass(4_000);
  expect(dog.unhealthy).toBe(true);
  endLooks();
  dog.rested();
  pass(30_001);
  expect(dog.unhealthy).toBe(true);
});

test('who watches is told to look again and again, until it is over', () => {
  vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] });
  const dog = new Watchdog(store, limits);
  let looks = 0;
  const endLooks = dog.watch(() => {
    looks += 1;
  });
  pass(15);
  expect(looks).toBe(3);
  endLooks();
  pass(100);
  expect(looks).toBe(3);
});

test('a ledger that ends before what was followed of it is shorter, an empty one too', async () => {
  const dog = new Watchdog(store, limits);
  head = at(4);
  expect(await dog.look(() => at(5))).toBe('shorter');
  head = undefined;
  expect(await dog.look(() => at(5))).toBe('shorter');
  // What was followed while it was asked is none: the answer is older than that.
  head = at(4);
  const reached = [at(4), at(5)];
  expect(await dog.look(() => reached.shift())).toBe('level');
});

test('a store that does not answer is no progress', async () => {
  head = new Error('away');
  const dog = new Watchdog(store, limits);
  expect(await dog.look(() => at(5))).toBe('behind');
  pass(101);
  expect(await dog.look(() => at(5))).toBe('stalled');
  const mute = { head: () => new Promise(() => undefined) } as unknown as EventStore;
  const patient = new Watchdog(mute, { ...limits, resubscribeAfter: 10 });
  expect(await patient.look(() => at(5))).toBe('behind');
  expect(patient.head).toBeUndefined();
});

test('the newest position that is known is the newest that was told or asked for', () => {
  const dog = new Watchdog(store, limits);
  for (const [told, newest] of [
    [3, 3],
    [2, 3],
    [7, 7],
  ] as const) {
    dog.progressed(at(told));
    expect(dog.head).toEqual(at(newest));
  }
});

test('by itself ten seconds without progress are too long for a subscription, and thirty are unhealthy', async () => {
  head = at(9);
  const dog = new Watchdog(store, STALL_LIMITS);
  pass(10_000);
  expect(await dog.look(() => at(5))).toBe('behind');
  pass(1);
  expect(await dog.look(() => at(5))).toBe('stalled');
  pass(19_999);
  expect(dog.unhealthy).toBe(false);
  pass(1);
  expect(dog.unhealthy).toBe(true);
});
