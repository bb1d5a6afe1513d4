import { expect, test, vi } from 'vitest';
import { Deadline } from './deadline.ts';
import { LedgerCorrupt, LedgerUnavailable } from './domain-error.ts';
import { leapingTiming } from './testing/leaping-timing.ts';
import { turnedTiming } from './testing/turned-timing.ts';

const never = () => new Promise<never>(() => undefined);

test('an attempt has its own bound, and is told when it is given up', async () => {
  const timing = turnedTiming();
  const deadline = new Deadline(1_000, 200, timing);
  const signals: AbortSignal[] = [];
  const attempt = deadline.attempt((signal) => {
    signals.push(signal);
    return never();
  });
  const refused = expect(attempt).rejects.toBeInstanceOf(LedgerUnavailable);
  await timing.turn(199);
  expect(signals[0]?.aborted).toBe(false);
  await timing.turn(1);
  await refused;
  expect(signals[0]?.aborted).toBe(true);
  expect(deadline.remaining).toBe(800);
});

test('a read is tried again until it succeeds, and no longer than there is time', async () => {
  const timing = turnedTiming();
  const deadline = new Deadline(1_000, 400, timing);
  let tries = 0;
  const read = deadline.read(async () => {
    tries += 1;
    if (tries < 3) throw new Error('connection reset');
    return 'read';
  });
  for (let n = 0; n < 5; n++) await timing.turn(20);
  expect(await read).toBe('read');
  const hopeless = deadline.read(never);
  const refused = expect(hopeless).rejects.toBeInstanceOf(LedgerUnavailable);
  for (let n = 0; n < 60; n++) await timing.turn(20);
  await refused;
  expect(deadline.passed).toBe(true);
  await expect(deadline.attempt(async () => 'too late')).rejects.toBeInstanceOf(LedgerUnavailable);
});

test('corruption is not tried again', async () => {
  const call = vi.fn(() => Promise.reject(new LedgerCorrupt('a gap')));
  await expect(new Deadline(1_000, 400, turnedTiming()).read(call)).rejects.toBeInstanceOf(LedgerCorrupt);
  expect(call).toHaveBeenCalledOnce();
});

test('what comes when nobody waits any more is handed on, once', async () => {
  const timing = turnedTiming();
  const { promise, resolve } = Promise.withResolvers<string>();
  const late = vi.fn();
  const waiting = new Deadline(100, 50, timing).wait(() => promise, late);
  const refused = expect(waiting).rejects.toBeInstanceOf(LedgerUnavailable);
  await timing.turn(100);
  await refused;
  resolve('a right');
  await timing.turn(0);
  expect(late).toHaveBeenCalledExactlyOnceWith('a right');
});

test.each([
  [0, [5, 10, 20, 40, 80, 160, 160, 160, 5]],
  [1, [10, 20, 40, 80, 160, 320, 10]],
])(
  'a read that fails is tried again after pauses that grow to a bound, by chance %d',
  async (random, pauses) => {
    const timing = leapingTiming(random);
    const deadline = new Deadline(640, 400, timing);
    const read = deadline.read(() => Promise.reject(new Error('connection reset')));
    await expect(read).rejects.toMatchObject({ cause: new Error('connection reset') });
    // The last one is no longer than the time that is left.
    expect(timing.waits).toEqual(pauses);
    await expect(deadline.pause(10)).rejects.toBeInstanceOf(LedgerUnavailable);
  },
);

test('a call is refused in words: no time is left, or no answer came in so many milliseconds', async () => {
  const timing = leapingTiming(0);
  const deadline = new Deadline(300, 100.4, timing);
  await expect(deadline.once(never)).rejects.toMatchObject({ cause: new Error('no answer in 100 ms') });
  await expect(deadline.attempt(never, 50)).rejects.toMatchObject({ cause: new Error('no answer in 50 ms') });
  await expect(deadline.wait(never)).rejects.toMatchObject({ cause: new Error('no answer in 150 ms') });
  await expect(deadline.once(never)).rejects.toMatchObject({ cause: new Error('no time is left') });
});
