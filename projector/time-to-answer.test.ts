import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  answerWithin,
  takeAnyTime,
  timeInAll,
  timeToAnswer,
  uncounted,
  whileItComes,
} from './time-to-answer.ts';

// No stall of the machine comes between two looks at the clock.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** So much time goes by, in which the work is done. */
const pass = (milliseconds: number, ...work: readonly Promise<unknown>[]) =>
  Promise.all([...work, vi.advanceTimersByTimeAsync(milliseconds)]);

test('the time of each asker is its own, and where nobody waits there is no end', async () => {
  expect(timeToAnswer()).toBe(Number.POSITIVE_INFINITY);
  const left = await Promise.all(
    [1_000, 60_000].map((time) => answerWithin(time, async () => timeToAnswer())),
  );
  expect(left).toEqual([1_000, 60_000]);
  expect(timeToAnswer()).toBe(Number.POSITIVE_INFINITY);
});

test('it runs out, and goes on for nobody once the answer is there', async () => {
  let later = () => Number.NaN;
  await answerWithin(5, async () => {
    // As what is sent after the answer has begun does.
    const { AsyncResource } = await import('node:async_hooks');
    later = AsyncResource.bind(() => timeToAnswer());
    await pass(20);
    expect(timeToAnswer()).toBe(0);
  });
  expect(later()).toBe(Number.POSITIVE_INFINITY);
});

test('what another one holds up is not counted, and an upload takes any time', async () => {
  await answerWithin(60_000, async () => {
    await pass(
      30,
      uncounted(() => sleep(30)),
    );
    expect(timeToAnswer()).toBe(60_000);
    takeAnyTime();
    expect(timeToAnswer()).toBe(Number.POSITIVE_INFINITY);
  });
});

test('what others hold up side by side, or one within the other, is given back once', async () => {
  await answerWithin(60_000, async () => {
    await pass(30, ...Array.from({ length: 20 }, () => uncounted(() => sleep(30))));
    await pass(
      30,
      uncounted(() => uncounted(() => sleep(30))),
    );
    await pass(
      60,
      uncounted(() => sleep(60)),
      uncounted(() => sleep(30)),
    );
    expect(timeToAnswer()).toBe(60_000);
  });
});

test('what is not counted is not endless: all of it together has an end, which only what is still being sent moves', async () => {
  expect(timeInAll()).toBe(Number.POSITIVE_INFINITY);
  let later = () => Number.NaN;
  await answerWithin(
    60_000,
    async () => {
      const { AsyncResource } = await import('node:async_hooks');
      later = AsyncResource.bind(() => timeInAll());
      await pass(
        30,
        whileItComes(() => sleep(30)),
      );
      expect(timeInAll()).toBe(45);
      for (let n = 0; n < 5; n++)
        await pass(
          10,
          uncounted(() => sleep(10)),
        );
      expect([timeInAll(), timeToAnswer()]).toEqual([0, 0]);
    },
    45,
  );
  expect(later()).toBe(Number.POSITIVE_INFINITY);
  await answerWithin(
    5,
    async () => {
      takeAnyTime();
      expect(timeInAll()).toBe(Number.POSITIVE_INFINITY);
    },
    5,
  );
});
