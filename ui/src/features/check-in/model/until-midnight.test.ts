import { expect, test } from 'vitest';
import { untilMidnight } from './until-midnight.ts';

test('a day ends at midnight UTC', () => {
  expect(untilMidnight(Date.parse('2026-03-01T23:59:58.500Z'))).toBe(1_500);
  expect(untilMidnight(Date.parse('2026-03-01T00:00:00.000Z'))).toBe(86_400_000);
});
