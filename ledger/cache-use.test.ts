import { expect, test } from 'vitest';
import { sumOfUses } from './cache-use.ts';

test('caches that are told as one have the sum of what each takes and of what it may take', () => {
  expect(
    sumOfUses([
      { entries: 2, bytes: 300, mostBytes: 5_000 },
      { entries: 1, bytes: 40, mostBytes: 600 },
    ]),
  ).toEqual({ entries: 3, bytes: 340, mostBytes: 5_600 });
  expect(sumOfUses([])).toEqual({ entries: 0, bytes: 0, mostBytes: 0 });
});
