import { expect, test } from 'vitest';
import { Deadline } from './deadline.ts';
import { LedgerUnavailable } from './domain-error.ts';
import { KeyedQueue } from './keyed-queue.ts';
import { turnedTiming } from './testing/turned-timing.ts';

const timing = turnedTiming();
const deadline = (milliseconds: number) => new Deadline(milliseconds, milliseconds, timing);

/** Work that is over when it is told to be. */
function work(log: string[], name: string) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const run = async () => {
    log.push(`${name} begins`);
    await promise;
    return name;
  };
  return { run, finish: resolve };
}

test('work of one key goes in order of arrival, work of another key beside it', async () => {
  const queue = new KeyedQueue(timing);
  const log: string[] = [];
  const [a, b, other] = [work(log, 'a'), work(log, 'b'), work(log, 'other')];
  const results = [
    queue.run('key', deadline(1_000), a.run),
    queue.run('key', deadline(1_000), b.run),
    queue.run('another', deadline(1_000), other.run),
  ];
  await timing.turn(0);
  expect(log).toEqual(['a begins', 'other begins']);
  a.finish();
  await timing.turn(0);
  expect(log.at(-1)).toBe('b begins');
  b.finish();
  other.finish();
  expect(await Promise.all(results)).toEqual(['a', 'b', 'other']);
});

test('who waits behind work that hangs leaves at the own deadline, and the next has the turn all the same', async () => {
  const queue = new KeyedQueue(timing);
  const log: string[] = [];
  const [hanging, impatient, patient] = [work(log, 'hanging'), work(log, 'impatient'), work(log, 'patient')];
  const first = queue.run('key', deadline(10_000), hanging.run);
  const second = queue.run('key', deadline(100), impatient.run);
  const third = queue.run('key', deadline(10_000), patient.run);
  const refused = expect(second).rejects.toBeInstanceOf(LedgerUnavailable);
  await timing.turn(100);
  await refused;
  hanging.finish();
  patient.finish();
  expect(await Promise.all([first, third])).toEqual(['hanging', 'patient']);
  expect(log).toEqual(['hanging begins', 'patient begins']);
});

test('work that fails gives its turn on', async () => {
  const queue = new KeyedQueue(timing);
  const failed = queue.run('key', deadline(1_000), () => Promise.reject(new Error('no')));
  const next = queue.run('key', deadline(1_000), async () => 'next');
  await expect(failed).rejects.toThrow('no');
  expect(await next).toBe('next');
});

test('a line has an end: who would be the thousand and first to wait is refused at once', async () => {
  const queue = new KeyedQueue(timing);
  const log: string[] = [];
  const first = work(log, 'first');
  const running = [queue.run('key', deadline(60_000), first.run)];
  for (let n = 0; n < 1_000; n++) running.push(queue.run('key', deadline(60_000), async () => 'done'));
  await expect(queue.run('key', deadline(60_000), async () => 'too many')).rejects.toBeInstanceOf(
    LedgerUnavailable,
  );
  expect(await queue.run('another', deadline(60_000), async () => 'free')).toBe('free');
  first.finish();
  expect(await Promise.all(running)).toHaveLength(1_001);
});
