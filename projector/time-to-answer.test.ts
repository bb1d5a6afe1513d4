import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import {
  answerWithin,
  takeAnyTime,
  timeInAll,
  timeToAnswer,
  uncounted,
  whileItComes,
} from './time-to-answer.ts';

test('the time of each asker is its own, and where nobody waits there is no end', async () => {
  expect(timeToAnswer()).toBe(Number.POSITIVE_INFINITY);
  const left = await Promise.all(
    [1_000, 60_000].map((time) => answerWithin(time, async () => timeToAnswer())),
  );
  expect(left[0]).toBeLessThanOrEqual(1_000);
  expect(left[1]).toBeGreaterThan(50_000);
  expect(timeToAnswer()).toBe(Number.POSITIVE_INFINITY);
});

test('it runs out, and goes on for nobody once the answer is there', async () => {
  let later = () => Number.NaN;
  await answerWithin(5, async () => {
    // As what is sent after the answer has begun does.
    const { AsyncResource } = await import('node:async_hooks');
    later = AsyncResource.bind(() => timeToAnswer());
    await sleep(20);
    expect(timeToAnswer()).toBe(0);
  });
  expect(later()).toBe(Number.POSITIVE_INFINITY);
});

test('what another one holds up is not counted, and an upload takes any time', async () => {
  await answerWithin(60_000, async () => {
    await uncounted(() => sleep(30));
    expect(timeToAnswer()).toBeGreaterThan(59_980);
    takeAnyTime();
    expect(timeToAnswer()).toBe(Number.POSITIVE_INFINITY);
  });
});

test('what others hold up side by side, or one within the other, is given back once', async () => {
  await answerWithin(60_000, async () => {
    const left = timeToAnswer();
    await Promise.all(Array.from({ length: 20 }, () => uncounted(() => sleep(30))));
    await uncounted(() => uncounted(() => sleep(30)));
    await Promise.all([uncounted(() => sleep(60)), uncounted(() => sleep(30))]);
    expect(timeToAnswer()).toBeLessThanOrEqual(left);
    expect(timeToAnswer()).toBeGreaterThan(59_980);
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
      await whileItComes(() => sleep(30));
      expect(timeInAll()).toBeGreaterThan(30);
      for (let n = 0; n < 5; n++) await uncounted(() => sleep(10));
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
