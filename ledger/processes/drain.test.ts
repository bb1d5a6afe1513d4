import { expect, test } from 'vitest';
import { LedgerUnavailable } from '../domain-error.ts';
import type { StoredEvent } from '../envelope.ts';
import { setAsideInMemory } from '../testing/set-aside-in-memory.ts';
import { turnedTiming } from '../testing/turned-timing.ts';
import { AsideLanes } from './aside-lanes.ts';
import { type DrainOptions, drain } from './drain.ts';
import type { Process } from './process.ts';
import { scriptedStore } from './testing/scripted-store.ts';

const limits = { pollEvery: 1_000, lookEvery: 300_000, firstPause: 2_000, longestPause: 7_000 };
const away = () => new LedgerUnavailable(new Error('away'));

/** A process with events that are set aside, in a time that a test turns. */
function stage(handle: (event: StoredEvent) => Promise<void>, more: Partial<DrainOptions> = {}) {
  const scripted = scriptedStore();
  const setAside = setAsideInMemory();
  const timing = turnedTiming();
  const aside = new AsideLanes();
  const stopping = new AbortController();
  const [troubles, warnings]: [(string | undefined)[], object[]] = [[], []];
  const process: Process = { name: 'p', laneOf: ({ stream }) => stream, handle };
  const options: DrainOptions = {
    ...{ store: scripted.store, process, setAside, aside, limits, timing, stopping: stopping.signal },
    log: {
      warn: (details, message) => warnings.push({ ...details, message }),
      error: () => expect.unreachable('nothing of it is an error of the program'),
    },
    isSameLedger: () => true,
    onTrouble: (reason) => troubles.push(reason),
    ...more,
  };
  const put = async (lane: string, isLate = false) => {
    scripted.append(lane);
    const event = scripted.events.at(-1)!;
    const why = { state: 'waiting', isLate, reason: 'before', failures: 1 } as const;
    await setAside.add({ process: 'p', lane, event, ...why });
    return event;
  };
  return {
    ...{ setAside, aside, timing, troubles, warnings, put, scripted },
    begin: () => drain(options),
    stop: () => stopping.abort(),
    /** Seconds, one after the other, and what they set going. */
    seconds: async (count: number) => {
      for (let n = 0; n < count; n++) {
        for (let turns = 0; turns < 10; turns++) await timing.turn(0);
        await timing.turn(1_000);
      }
    },
  };
}

test('what fails again is tried after pauses that double up to the longest, and why is kept with it', async () => {
  const times: number[] = [];
  const { put, begin, stop, seconds, timing, setAside, warnings } = stage(async () => {
    times.push(timing.now() / 1_000);
    throw away();
  });
  const event = await put('a');
  const draining = begin();
  await seconds(30);
  expect(times).toEqual([0, 2, 6, 13, 20, 27]);
  expect(setAside.rows()).toMatchObject([{ state: 'waiting', reason: away().message, failures: 7 }]);
  expect(warnings[0]).toEqual({
    ...{ err: away(), process: 'p', event: event.id },
    message: 'what was set aside failed again',
  });
  stop();
  await draining;
});

test('after a success the next failure waits as long as a first one', async () => {
  const times: number[] = [];
  let answers: ('no' | 'yes')[] = ['no', 'no', 'yes', 'no'];
  const { put, begin, stop, seconds, timing, setAside } = stage(async () => {
    times.push(timing.now() / 1_000);
    const [answer = 'yes', ...rest] = answers;
    answers = rest;
    if (answer === 'no') throw away();
  });
  await put('a');
  const draining = begin();
  await seconds(8);
  expect(setAside.rows()).toEqual([]);
  await put('a');
  await seconds(8);
  const [first = 0, second = 0] = times.slice(3);
  expect([times.slice(0, 3), second - first, times.length]).toEqual([[0, 2, 6], 2, 5]);
  stop();
  await draining;
});

test('an event in whose place the ledger has another one waits until its own is back, and so does what stands behind it', async () => {
  const told: string[] = [];
  const { put, begin, stop, seconds, setAside, scripted } = stage(async ({ stream, position }) => {
    told.push(`${stream}${position.commit}`);
  });
  const event = await put('a');
  await put('a');
  const events = scripted.events as StoredEvent[]; // as the store was put back, and gone on with, under it
  const other = { ...event, id: crypto.randomUUID() };
  events[0] = other;
  const draining = begin();
  await seconds(3);
  expect(setAside.rows()).toMatchObject([
    {
      state: 'waiting',
      reason: expect.stringContaining(`the event at C:1/P:1 is ${other.id}, and it was ${event.id}`),
    },
    { state: 'waiting' },
  ]);
  expect(told).toEqual([]);
  events[0] = event;
  await seconds(10);
  expect(told).toEqual(['a1', 'a2']);
  expect(setAside.rows()).toEqual([]);
  stop();
  await draining;
});

test('an event that the node which is asked does not have yet is asked for again, before what stands behind it', async () => {
  const told: string[] = [];
  const { put, begin, stop, seconds, setAside, scripted } = stage(async ({ stream, position }) => {
    told.push(`${stream}${position.commit}`);
  });
  await put('a');
  await put('a');
  const events = scripted.events as StoredEvent[]; // as another node has them
  const lacking = events.splice(0);
  const draining = begin();
  await seconds(3);
  expect(setAside.rows()).toMatchObject([
    { state: 'waiting', failures: 3 },
    { state: 'waiting', failures: 1 },
  ]);
  events.push(...lacking);
  await seconds(10);
  expect(told).toEqual(['a1', 'a2']);
  expect(setAside.rows()).toEqual([]);
  stop();
  await draining;
});

test('a set-aside that does not answer is the trouble while it does not', async () => {
  const memory = setAsideInMemory();
  let isAway = true;
  const waitingLanes = async (process: string) => {
    if (isAway) throw new Error('Postgres is away');
    return memory.waitingLanes(process);
  };
  const { begin, stop, seconds, troubles } = stage(async () => undefined, {
    setAside: { ...memory, waitingLanes },
  });
  const draining = begin();
  await seconds(2);
  expect(new Set(troubles)).toEqual(new Set(['Postgres is away']));
  isAway = false;
  await seconds(2);
  expect(troubles.at(-1)).toBeUndefined();
  stop();
  await draining;
});

test('a lane of which nothing can be read is told of, and tried again after a pause', async () => {
  const memory = setAsideInMemory();
  let asked = 0;
  const first = async () => {
    asked += 1;
    throw new Error('Postgres is away');
  };
  const { begin, stop, seconds, aside, warnings } = stage(async () => undefined, {
    setAside: { ...memory, first },
  });
  aside.open('a');
  const draining = begin();
  await seconds(5);
  expect(asked).toBe(2);
  expect(warnings[0]).toEqual({
    ...{ err: new Error('Postgres is away'), process: 'p' },
    message: 'what was set aside could not be gone through',
  });
  expect(aside.names).toEqual(['a']);
  stop();
  await draining;
});

test('an event that arrives between a look at its lane and the answer holds the lane until it is told', async () => {
  const memory = setAsideInMemory();
  const answer = Promise.withResolvers<void>();
  let looks = 0;
  const first = async (...lane: Parameters<typeof memory.first>) => {
    const row = await memory.first(...lane);
    looks += 1;
    if (looks === 1) await answer.promise;
    return row;
  };
  const told: bigint[] = [];
  const { begin, stop, seconds, aside, scripted } = stage(
    async ({ position }) => void told.push(position.commit),
    { setAside: { ...memory, first } },
  );
  scripted.append('a');
  const event = scripted.events[0]!;
  const arrives = Promise.withResolvers<void>();
  const why = { state: 'waiting', isLate: false, reason: 'it takes too long', failures: 1 } as const;
  const arrival = aside.add('a', async () => {
    await arrives.promise;
    await memory.add({ process: 'p', lane: 'a', event, ...why });
  });
  const draining = begin();
  await seconds(1);
  expect(looks).toBe(1);
  arrives.resolve();
  await arrival;
  answer.resolve();
  await new Promise(setImmediate);
  // What comes behind it would be told before it now.
  expect([told, aside.has('a')]).toEqual([[], true]);
  await seconds(3);
  expect([told, aside.has('a')]).toEqual([[1n], false]);
  stop();
  await draining;
});

test('while nothing waits, news are waited for instead of looking', async () => {
  const waits: number[] = [];
  let news = Promise.withResolvers<void>();
  const told: string[] = [];
  const { put, begin, stop, seconds } = stage(async ({ stream }) => void told.push(stream), {
    news: async (milliseconds, signal) => {
      waits.push(milliseconds);
      signal.addEventListener('abort', () => news.resolve(), { once: true });
      await news.promise;
    },
  });
  const draining = begin();
  await seconds(5);
  expect(waits).toEqual([300_000]);
  await put('a');
  await put('late', true);
  await seconds(5);
  expect(told).toEqual([]);
  news.resolve();
  news = Promise.withResolvers();
  await seconds(5);
  expect(told.sort()).toEqual(['a', 'late']);
  expect(waits).toHaveLength(2);
  stop();
  await draining;
});

test('32 lanes are gone through side by side; who stops waits for what is under way', async () => {
  const gate = Promise.withResolvers<void>();
  let now = 0;
  const { put, begin, stop, seconds, setAside } = stage(async () => {
    now += 1;
    await gate.promise;
    now -= 1;
  });
  for (let n = 0; n < 40; n++) await put(`lane ${n}`);
  const draining = begin();
  await seconds(3);
  expect(now).toBe(32);
  let isOver = false;
  stop();
  const over = draining.then(() => {
    isOver = true;
  });
  await seconds(2);
  expect(isOver).toBe(false);
  gate.resolve();
  await over;
  expect([now, setAside.rows().length]).toEqual([0, 8]);
});

test.each([
  ['lanes that wait', false],
  ['events that are told late', true],
])('many %s are gone through one after the other, and not 32 a second', async (_, isLate) => {
  const told: string[] = [];
  const { put, begin, stop, timing, setAside } = stage(async ({ stream }) => void told.push(stream));
  for (let n = 0; n < 320; n++) await put(`lane ${n}`, isLate);
  const draining = begin();
  // A second.
  for (let n = 0; n < 20; n++) {
    for (let turns = 0; turns < 10; turns++) await timing.turn(0);
    await timing.turn(50);
  }
  expect(new Set(told).size).toBe(320);
  expect(told).toHaveLength(320);
  expect(setAside.rows()).toEqual([]);
  stop();
  await draining;
});

test('a hundred events that are told late and fail again and again keep no other from being told', async () => {
  const told: string[] = [];
  const { put, begin, stop, seconds, setAside } = stage(async ({ stream }) => {
    if (stream.startsWith('fails')) throw away();
    told.push(stream);
  });
  for (let n = 0; n < 120; n++) await put(`fails ${n}`, true);
  for (const lane of ['one', 'another']) await put(lane, true);
  const draining = begin();
  await seconds(30);
  expect(told).toEqual(['one', 'another']);
  // And those go on being tried, after their pauses, as if they were alone.
  const failures = setAside.rows().map((row) => row.failures);
  expect(failures).toHaveLength(120);
  expect(Math.min(...failures)).toBeGreaterThanOrEqual(4);
  stop();
  await draining;
});

test('what fails because the program stops is not written down as a failure', async () => {
  const gate = Promise.withResolvers<void>();
  const { put, begin, stop, seconds, setAside, warnings } = stage(() => gate.promise);
  await put('a');
  const draining = begin();
  await seconds(1);
  stop();
  gate.reject(new TypeError('stopped'));
  await draining;
  expect(setAside.rows()).toMatchObject([{ state: 'waiting', reason: 'before', failures: 1 }]);
  expect(warnings).toEqual([]);
});
