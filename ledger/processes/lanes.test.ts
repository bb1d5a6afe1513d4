import { describe, expect, test } from 'vitest';
import { LedgerAhead, LedgerUnavailable } from '../domain-error.ts';
import type { StoredEvent } from '../envelope.ts';
import { setAsideInMemory } from '../testing/set-aside-in-memory.ts';
import { turnedTiming } from '../testing/turned-timing.ts';
import { LANE_LIMITS, Lanes, type LanesOptions } from './lanes.ts';
import type { Process } from './process.ts';
import { eventOf } from './testing/scripted-store.ts';

const limits = {
  ...{ atOnce: 4, lookups: 2, window: 3, stuckAfter: 1_000, hungAfter: 500 },
  ...{ firstPause: 50, longestPause: 400 },
};
const away = () => new LedgerUnavailable(new Error('away'));

/** One process's lanes, in a time that a test turns. */
function stage(act: Partial<Process>, more: Partial<LanesOptions> = {}) {
  const timing = turnedTiming();
  const setAside = setAsideInMemory();
  const stopping = new AbortController();
  const [finished, logged]: [number[], object[]] = [[], []];
  const process: Process = {
    name: 'p',
    laneOf: ({ stream }) => stream,
    handle: async () => undefined,
    ...act,
  };
  const note = (level: string) => (details: object, message: string) =>
    void logged.push({ level, ...details, message });
  const lanes = new Lanes({
    ...{ process, setAside, limits, timing, from: undefined, known: [], stopping: stopping.signal },
    log: { warn: note('warn'), error: note('error') },
    onFinished: ({ commit }) => void finished.push(Number(commit)),
    ...more,
  });
  let next = 0;
  return {
    ...{ lanes, timing, setAside, finished, logged },
    stop: () => stopping.abort(),
    tell: (stream: string) => {
      next += 1;
      const event = eventOf(stream, next);
      return { event, taken: lanes.tell(event) };
    },
    /** So many milliseconds, a few at a time, and what they set going. */
    pass: async (milliseconds: number) => {
      for (let at = 0; at < milliseconds; at += 5) {
        for (let turns = 0; turns < 3; turns++) await timing.turn(0);
        await timing.turn(5);
      }
    },
  };
}

test('an event that fails is told again after pauses that double up to the longest', async () => {
  const times: number[] = [];
  const { tell, pass, timing, lanes, logged, stop, finished } = stage(
    {
      handle: async () => {
        times.push(timing.now());
        throw away();
      },
    },
    { limits: { ...limits, stuckAfter: 60_000 } },
  );
  const { event } = tell('a');
  await pass(1_500);
  // Three quarters of 100, 200, 400 and then no more, by this chance.
  expect(times).toEqual([0, 75, 225, 525, 825, 1_125, 1_425]);
  expect(lanes.trouble).toBe(away().message);
  expect([lanes.unfinished, lanes.handled, lanes.position]).toEqual([1, 0, undefined]);
  expect(logged.slice(0, 2)).toEqual(
    [1, 2].map((failures) => ({
      ...{ level: 'warn', err: away(), process: 'p', event: event.id, failures },
      message: 'an event is told again',
    })),
  );
  stop();
  await lanes.settled();
  expect(finished).toEqual([]);
});

test('a lane that gets on again is no trouble, and its next failure waits as long as a first one', async () => {
  const times: number[] = [];
  let answers = ['no', 'no', 'yes', 'no', 'yes'];
  const { tell, pass, timing, lanes, finished } = stage({
    handle: async () => {
      times.push(timing.now());
      const [answer, ...rest] = answers;
      answers = rest;
      if (answer === 'no') throw away();
    },
  });
  tell('a');
  await pass(100);
  expect(lanes.trouble).toBe(away().message);
  await pass(200);
  expect([lanes.trouble, lanes.handled, finished]).toEqual([undefined, 1, [1]]);
  tell('a');
  await pass(200);
  const [first = 0, second = 0] = times.slice(3);
  expect(second - first).toBe(75);
  expect([lanes.handled, lanes.unfinished, lanes.position?.commit]).toEqual([2, 0, 2n]);
});

test('an event that can never be handled is parked with its failures, and said to be an error', async () => {
  let failing: Error = away();
  const { tell, pass, setAside, logged, lanes } = stage({
    handle: async () => {
      throw failing;
    },
  });
  const { event } = tell('a');
  await pass(50);
  failing = new TypeError('not a function');
  await pass(100);
  expect(setAside.rows()).toMatchObject([
    { state: 'parked', lane: 'a', isLate: false, reason: 'not a function', failures: 2 },
  ]);
  expect(logged.at(-1)).toEqual({
    ...{ level: 'error', err: failing, process: 'p', event: event.id, failures: 2 },
    message: 'an event cannot be handled',
  });
  expect([lanes.handled, lanes.unfinished, lanes.trouble]).toEqual([0, 0, undefined]);
});

test('an event that cannot be handled for what a newer release has written waits for a leader of that release', async () => {
  const { tell, pass, setAside, stop } = stage({
    handle: async () => {
      throw new LedgerAhead('CheckedIn has version 9, this program knows 1');
    },
  });
  tell('a');
  await pass(2_000);
  expect(setAside.rows()).toMatchObject([
    { state: 'waiting', isLate: false, reason: 'CheckedIn has version 9, this program knows 1' },
  ]);
  stop();
});

test('a lane that was stuck for long is set aside with why, and what comes behind it says that it does', async () => {
  const { tell, pass, setAside, lanes, finished } = stage({
    handle: async ({ stream }) => {
      if (stream === 'a') throw away();
    },
  });
  tell('a');
  tell('a');
  await pass(1_000);
  expect(setAside.rows()).toEqual([]);
  await pass(400);
  expect(setAside.rows()).toMatchObject([
    { state: 'waiting', lane: 'a', isLate: false, reason: away().message, failures: 6 },
    { state: 'waiting', lane: 'a', isLate: false, reason: 'it comes behind another one', failures: 0 },
  ]);
  expect(lanes.aside.names).toEqual(['a']);
  expect([finished, lanes.unfinished, lanes.trouble]).toEqual([[1, 2], 0, undefined]);
});

test('what cannot be put aside stays and is put again; until then nothing behind it is passed', async () => {
  const memory = setAsideInMemory();
  let isAway = true;
  const add = async (...unhandled: Parameters<typeof memory.add>) => {
    if (isAway) throw new Error('Postgres is away');
    await memory.add(...unhandled);
  };
  const { tell, pass, lanes, logged } = stage(
    { handle: () => Promise.reject(new TypeError('broken')) },
    { setAside: { ...memory, add } },
  );
  tell('a');
  await pass(300);
  expect(lanes.position).toBeUndefined();
  expect(logged).toContainEqual({
    ...{ level: 'warn', err: new Error('Postgres is away'), process: 'p' },
    message: 'an event could not be set aside',
  });
  isAway = false;
  await pass(400);
  expect(memory.rows()).toMatchObject([{ state: 'parked', reason: 'broken' }]);
  expect(lanes.position?.commit).toBe(1n);
});

test('no more is taken in than there is room for, and what waits is taken in when there is', async () => {
  const gate = Promise.withResolvers<void>();
  const { tell, pass, lanes } = stage({ handle: () => gate.promise });
  for (const lane of ['a', 'b', 'c']) expect(tell(lane).taken).toBeUndefined();
  const { taken } = tell('d');
  expect(taken).toBeInstanceOf(Promise);
  await pass(200);
  expect([lanes.unfinished, lanes.told?.commit]).toEqual([3, 3n]);
  gate.resolve();
  await taken;
  await pass(10);
  expect([lanes.handled, lanes.told?.commit, lanes.position?.commit]).toEqual([4, 4n, 4n]);
});

test('an event that takes too long gives its place up once there is no room, and its lane is set aside', async () => {
  const signals: (AbortSignal | undefined)[] = [];
  const { tell, pass, setAside, lanes } = stage({
    handle: ({ stream }, stopping) => {
      if (stream !== 'a') return Promise.resolve();
      signals.push(stopping);
      return new Promise<never>(() => undefined);
    },
  });
  for (let n = 0; n < 3; n++) tell('a');
  const { taken } = tell('b');
  await pass(490);
  expect([setAside.rows().length, signals[0]?.aborted]).toEqual([0, false]);
  await pass(200);
  await taken;
  expect(setAside.rows().map(({ lane, reason }) => [lane, reason])).toEqual([
    ['a', 'it takes too long'],
    ['a', 'it comes behind another one'],
    ['a', 'it comes behind another one'],
  ]);
  expect(signals[0]?.aborted).toBe(true);
  expect(lanes.handled).toBe(1);
});

test('an event whose lane cannot be found is asked about again, and set aside to be told late', async () => {
  const { tell, pass, setAside, lanes, logged, timing } = stage({ laneOf: () => Promise.reject(away()) });
  const { event } = tell('a');
  await pass(900);
  expect([lanes.trouble, setAside.rows().length]).toEqual([away().message, 0]);
  await pass(600);
  expect(setAside.rows()).toMatchObject([{ state: 'waiting', lane: 'a', isLate: true, failures: 6 }]);
  expect(logged).toEqual([
    { level: 'error', err: away(), process: 'p', event: event.id, message: 'an event has no lane' },
  ]);
  expect([lanes.trouble, lanes.unfinished, lanes.position?.commit]).toEqual([undefined, 0, 1n]);
  expect(timing.now()).toBe(1_500);
});

test('one whose lane can never be found is parked at once; so is one about which asking throws', async () => {
  const laneOf = ({ stream }: StoredEvent) => {
    if (stream === 'throws') throw new RangeError('too long');
    return Promise.reject(new TypeError('broken'));
  };
  const { tell, pass, setAside } = stage({ laneOf });
  tell('a');
  tell('throws');
  await pass(10);
  expect(setAside.rows()).toMatchObject([
    { state: 'parked', lane: 'a', isLate: true, reason: 'broken', failures: 1 },
    { state: 'parked', lane: 'throws', isLate: true, reason: 'too long', failures: 1 },
  ]);
});

test('what has no room while its lane is looked for is set aside sooner', async () => {
  const { tell, pass, setAside } = stage(
    { laneOf: ({ stream }) => (stream === 'a' ? Promise.reject(away()) : stream) },
    { limits: { ...limits, window: 1 } },
  );
  tell('a');
  const { taken } = tell('b');
  await pass(10);
  await taken;
  expect(setAside.rows()).toMatchObject([{ lane: 'a', state: 'waiting', isLate: true, failures: 1 }]);
});

test('what was set aside before, and what concerns nobody, is passed over', async () => {
  const told: bigint[] = [];
  const { tell, pass, lanes, finished } = stage(
    {
      laneOf: ({ stream }) => (stream === 'nobody' ? undefined : stream),
      handle: async ({ position }) => void told.push(position.commit),
    },
    { known: [{ commit: 2n, prepare: 2n }], from: { commit: 0n, prepare: 0n } },
  );
  expect(lanes.position).toEqual({ commit: 0n, prepare: 0n });
  for (const lane of ['a', 'a', 'nobody', 'a']) tell(lane);
  await pass(10);
  expect([told, finished]).toEqual([
    [1n, 4n],
    [1, 4],
  ]);
  expect([lanes.handled, lanes.position?.commit]).toEqual([2, 4n]);
});

test('who stops takes nothing more in, tells nothing more, and is settled', async () => {
  const gate = Promise.withResolvers<void>();
  let told = 0;
  const { tell, pass, lanes, stop } = stage({
    handle: () => {
      told += 1;
      return gate.promise;
    },
  });
  for (let n = 0; n < 3; n++) tell('a');
  const { taken } = tell('b');
  stop();
  await pass(100);
  await taken;
  gate.resolve();
  await lanes.settled();
  expect([told, lanes.told?.commit]).toEqual([1, 3n]);
});

test('a process is shown what it will be told, and told when that counts for nothing', () => {
  const seen: string[] = [];
  const { lanes } = stage({
    foresee: ({ stream }) => void seen.push(stream),
    forget: () => void seen.push('forgotten'),
  });
  lanes.foresee(eventOf('a', 1));
  lanes.forget();
  expect(seen).toEqual(['a', 'forgotten']);
});

test.each([
  ['an event that is told', true],
  ['the lane of one', false],
])('who stops is settled once %s is through, and not before', async (_, isTold) => {
  const gate = Promise.withResolvers<string | undefined>();
  const { tell, pass, lanes, stop } = stage(
    isTold
      ? { handle: async () => void (await gate.promise) }
      : { laneOf: () => gate.promise, handle: () => Promise.reject(new Error('nothing is told any more')) },
  );
  let isSettled = false;
  await lanes.settled();
  tell('a');
  await pass(10);
  stop();
  const settled = lanes.settled().then(() => {
    isSettled = true;
  });
  await pass(50);
  expect(isSettled).toBe(false);
  gate.resolve(undefined);
  await pass(10);
  await settled;
  expect(isSettled).toBe(true);
});

test('many lanes that have to be looked up keep their order, and room for no more than may be asked at once', async () => {
  const gates = Array.from({ length: 3 }, () => Promise.withResolvers<string>());
  const told: bigint[] = [];
  const { tell, pass } = stage({
    laneOf: ({ position }) => gates[Number(position.commit) - 1]?.promise ?? 'all',
    handle: async ({ position }) => void told.push(position.commit),
  });
  for (let n = 0; n < 2; n++) expect(tell('a').taken).toBeUndefined();
  const { taken } = tell('a');
  expect(taken).toBeInstanceOf(Promise);
  gates[1]?.resolve('all');
  await pass(10);
  expect(told).toEqual([]);
  gates[0]?.resolve('all');
  await pass(10);
  await taken;
  gates[2]?.resolve('all');
  await pass(10);
  tell('a');
  await pass(10);
  expect(told).toEqual([1n, 2n, 3n, 4n]);
});

describe('by itself', () => {
  /** Up to a moment, so many milliseconds at a time, and what they set going. */
  const reach = async (timing: ReturnType<typeof turnedTiming>, moment: number, step = 50) => {
    while (timing.now() < moment) {
      for (let turns = 0; turns < 3; turns++) await timing.turn(0);
      await timing.turn(step);
    }
  };

  test('a lane that has failed for a minute is set aside at its next failure', async () => {
    const act = { handle: () => Promise.reject(away()) };
    const { tell, timing, setAside } = stage(act, { limits: LANE_LIMITS });
    tell('a');
    await reach(timing, 60_000);
    expect(setAside.rows()).toEqual([]);
    await reach(timing, 60_000 + LANE_LIMITS.longestPause);
    expect(setAside.rows()).toMatchObject([{ lane: 'a', state: 'waiting', reason: away().message }]);
  });

  test('2,000 events are taken in, and one that takes twenty seconds gives its place up then', async () => {
    const act = { handle: () => new Promise<never>(() => undefined) };
    const { tell, timing, setAside, lanes, stop } = stage(act, { limits: LANE_LIMITS });
    for (let n = 0; n < 2_000; n++) expect(tell(`lane-${n}`).taken).toBeUndefined();
    const { taken } = tell('behind');
    expect(taken).toBeInstanceOf(Promise);
    await reach(timing, 20_000, 1_000);
    expect([setAside.rows().length, lanes.unfinished]).toEqual([0, 2_000]);
    await reach(timing, 20_500);
    expect(setAside.rows()[0]).toMatchObject({ lane: 'lane-0', reason: 'it takes too long' });
    stop();
  });
});
