import { expect, test } from 'vitest';
import { postAge } from './post-age.ts';

const NOW = new Date(2026, 10, 22, 12).getTime();
const HOUR_MS = 3_600_000;
const ageAfter = (hours: number): string => postAge(new Date(NOW - hours * HOUR_MS).toISOString(), NOW);

test.each([
  [0, 'under 1h ago'],
  [0.99, 'under 1h ago'],
  [1, '1h ago'],
  [23.99, '23h ago'],
  [24, '1d ago'],
  [47.9, '1d ago'],
  [48, '2d ago'],
  [167.99, '6d ago'],
  [168, 'Nov 15, 2026'],
  [24 * 365, 'Nov 22, 2025'],
])('a post of %d hours is "%s"', (hours, age) => {
  expect(ageAfter(hours)).toBe(age);
});

test('a platform whose clock is a little ahead has written just now, a post of next year has a date', () => {
  expect(ageAfter(-0.2)).toBe('under 1h ago');
  expect(ageAfter(-24 * 365)).toBe('Nov 22, 2027');
});
