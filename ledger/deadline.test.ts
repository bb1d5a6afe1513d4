import { expect, test, vi } from 'vitest';
import { Deadline } from './deadline.ts';
import { LedgerCorrupt, LedgerUnavailable } from './domain-error.ts';
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
