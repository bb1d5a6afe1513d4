import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { atMoment } from './at-moment.ts';

const START = Date.parse('2026-03-01T22:00:00Z');
const HOUR_MS = 3_600_000;

beforeEach(() => void vi.useFakeTimers({ now: START }));
afterEach(() => void vi.useRealTimers());

test('a moment is told once, when it has come and not before', () => {
  const act = vi.fn();
  atMoment(START + 2 * HOUR_MS, act);
  vi.advanceTimersByTime(2 * HOUR_MS - 1);
  expect(act).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(act).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(48 * HOUR_MS);
  expect(act).toHaveBeenCalledTimes(1);
});

test('a machine that slept over a moment is told of it as soon as it is awake, not hours later', () => {
  const act = vi.fn();
  atMoment(START + 2 * HOUR_MS, act);
  vi.advanceTimersByTime(HOUR_MS);
  // The clock goes on in its sleep, and no timer does.
  vi.setSystemTime(START + 10 * HOUR_MS);
  expect(act).not.toHaveBeenCalled();
  vi.advanceTimersByTime(15_000);
  expect(act).toHaveBeenCalledTimes(1);
});

test('a clock that was put back is waited for', () => {
  const act = vi.fn();
  atMoment(START + 60_000, act);
  vi.setSystemTime(START - HOUR_MS);
  vi.advanceTimersByTime(HOUR_MS + 59_999);
  expect(act).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(act).toHaveBeenCalledTimes(1);
});

test('a moment further away than timers count does not come at once', () => {
  const act = vi.fn();
  const stop = atMoment(START + 2 ** 31, act);
  vi.advanceTimersByTime(24 * HOUR_MS);
  expect(act).not.toHaveBeenCalled();
  stop();
});

test('what was given up is not told', () => {
  const act = vi.fn();
  const stop = atMoment(START + HOUR_MS, act);
  vi.advanceTimersByTime(HOUR_MS / 2);
  stop();
  vi.advanceTimersByTime(HOUR_MS);
  expect(act).not.toHaveBeenCalled();
});
