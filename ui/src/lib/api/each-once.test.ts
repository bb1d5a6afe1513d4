import { expect, test } from 'vitest';
import { eachOnce } from './each-once.ts';

const row = (id: string, total = 0) => ({ id, total });

test('a row that stands on two pages stays where the later one has it, and all others in their order', () => {
  const [a, b, c] = [row('a', 9), row('b', 8), row('c', 7)];
  expect(eachOnce([a, b, c, row('b', 1), row('d')], ({ id }) => id)).toEqual([a, c, row('b', 1), row('d')]);
});

test('rows that stand once are the same rows', () => {
  const rows = [row('a'), row('b')];
  expect(eachOnce(rows, ({ id }) => id)).toBe(rows);
});
