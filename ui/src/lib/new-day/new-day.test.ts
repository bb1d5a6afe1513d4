import { afterEach, beforeEach, expect, test, vi } from 'vitest';

// Another file of the same process may have heard of a server whose clock is another one.
vi.resetModules();
const { lookForNewDay } = await import('./new-day.ts');

const SECOND_MS = 1_000;
const DAY_MS = 24 * 3_600 * SECOND_MS;

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-03-01T23:59:00Z') }));
afterEach(() => void vi.useRealTimers());

/** How often was looked after each of these times, in seconds since midnight. */
function looksAfter(isDone: boolean, seconds: readonly number[]): readonly number[] {
  const look = vi.fn();
  const stop = lookForNewDay(isDone, look);
  const midnight = Date.now() + 60 * SECOND_MS;
  const looks = seconds.map((second) => {
    vi.advanceTimersByTime(midnight + second * SECOND_MS - Date.now());
    return look.mock.calls.length;
  });
  stop();
  vi.advanceTimersByTime(2 * DAY_MS);
  expect(look).toHaveBeenCalledTimes(looks.at(-1) ?? 0);
  return looks;
}

test('a look that got no answer at midnight is not the last one: it is looked again after a minute and after ten', () => {
  expect(looksAfter(true, [1, 2, 59, 60, 599, 600, 3_600])).toEqual([0, 1, 1, 2, 2, 3, 3]);
});

test('a page that stays open for days looks on each of them', () => {
  expect(looksAfter(false, [2, 86_401, 86_402, 2 * 86_400 + 2])).toEqual([1, 1, 2, 3]);
});
