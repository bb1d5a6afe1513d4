import { expect, test } from 'vitest';
import { PlatformLimited, PlatformRefused, PlatformUnavailable } from '../../integrations/social/errors.ts';
import { retryDelay } from './retry-delay.ts';

const REFRESH_MS = 300_000;
const delay = (error: unknown, failures = 1) => retryDelay(error, failures, REFRESH_MS, 0);

test('twice as long each time, up to the usual time between two reads', () => {
  const away = new PlatformUnavailable('no connection');
  expect([1, 2, 3, 4, 5, 6, 7, 1_000].map((failures) => delay(away, failures))).toEqual([
    10_000, 20_000, 40_000, 80_000, 160_000, 300_000, 300_000, 300_000,
  ]);
});

test('a refusal is no passing fault', () => {
  expect(delay(new PlatformRefused(401, 'Unauthorized'))).toBe(REFRESH_MS);
});

test('not before the platform says, and never later than a quarter of an hour', () => {
  expect(delay(new PlatformLimited(new Date(60_000)))).toBe(60_000);
  expect(delay(new PlatformLimited(new Date(-60_000)))).toBe(10_000);
  expect(delay(new PlatformLimited(new Date(24 * 3_600_000)))).toBe(900_000);
  expect(delay(new PlatformUnavailable('busy', { retryAt: new Date(30_000) }))).toBe(30_000);
});

test('what is no word of a platform is tried again as if it were away', () => {
  expect(delay(new TypeError('x'), 2)).toBe(20_000);
});
