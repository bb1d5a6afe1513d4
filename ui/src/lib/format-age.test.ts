import { expect, test } from 'vitest';
import { formatAge } from './format-age.ts';

const MINUTE = 60_000;

test.each([
  [0, 'just now'],
  [MINUTE - 1, 'just now'],
  [MINUTE, '1m ago'],
  [60 * MINUTE - 1, '59m ago'],
  [60 * MINUTE, '1h ago'],
  [24 * 60 * MINUTE - 1, '23h ago'],
  [24 * 60 * MINUTE, '1d ago'],
  [400 * 24 * 60 * MINUTE, '400d ago'],
])('%d ms is %s', (ms, text) => {
  expect(formatAge(ms)).toBe(text);
});
