import { expect, test } from 'vitest';
import { cursorAfter, pageByPosition } from './paging.ts';

const row = (n: number) => ({ position: { commit: BigInt(n), prepare: BigInt(n) } });
const rows = (count: number) => Array.from({ length: count }, (_, n) => row(100 - n));

test('a page has 25 rows where nobody says how many', () => {
  expect(pageByPosition({})).toEqual({ limit: 25 });
  expect(pageByPosition({ limit: '7', cursor: 'C:12/P:11' })).toEqual({
    limit: 7,
    before: { commit: 12n, prepare: 11n },
  });
});

test('the next page begins after the last row; a page that was not full is the last', () => {
  expect(cursorAfter(rows(3), 3)).toBe('C:98/P:98');
  expect(cursorAfter(rows(2), 3)).toBeNull();
  expect(cursorAfter([], 3)).toBeNull();
});

test.each(['', 'x', 'C:1', 'C:-1/P:1', 'C:99999999999999999999/P:1', "C:1/P:1'"])(
  'a cursor %j is refused, and never passed on',
  (cursor) => {
    expect(() => pageByPosition({ cursor })).toThrow(expect.objectContaining({ status: 400 }));
  },
);
