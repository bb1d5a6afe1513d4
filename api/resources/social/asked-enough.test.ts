import { once } from 'node:events';
import { expect, test } from 'vitest';
import { answerWithin } from '../../../projector/time-to-answer.ts';
import { askedEnough } from './ask-platform.ts';

/** Milliseconds until a platform is asked no more by somebody who waits for so long in all. */
async function askedFor(inAll: number): Promise<number> {
  const began = performance.now();
  await answerWithin(60_000, () => once(askedEnough(), 'abort'), inAll);
  return performance.now() - began;
}

test('a platform is not asked at all where no time is left', async () => {
  expect(await answerWithin(60_000, async () => askedEnough().aborted, 1_000)).toBe(true);
});

test('a platform is asked no longer than leaves time to write down what it says', async () => {
  expect(await askedFor(3_050)).toBeLessThan(3_000);
});
