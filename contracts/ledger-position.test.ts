import fc from 'fast-check';
import { expect, test } from 'vitest';
import { comparePositions, formatPosition, parsePosition } from './ledger-position.ts';

const LAST = 2n ** 63n - 1n;
const place = fc.record({
  commit: fc.bigInt({ min: 0n, max: LAST }),
  prepare: fc.bigInt({ min: 0n, max: LAST }),
});

test('every position survives its text', () => {
  expect(formatPosition({ commit: 12n, prepare: 3n })).toBe('C:12/P:3');
  fc.assert(
    fc.property(place, (position) => {
      expect(parsePosition(formatPosition(position))).toEqual(position);
    }),
  );
});

test.each([`C:${LAST}/P:0`, `C:0/P:${LAST}`])('%s is the last that a log can have', (text) =>
  expect(parsePosition(text)).toBeDefined(),
);

test.each([
  `C:${LAST + 1n}/P:0`,
  `C:0/P:${LAST + 1n}`,
  '',
  'C:1',
  'C:/P:1',
  'C:1/P:',
  'C:-1/P:1',
  'C:1/P:1 ',
  ' C:1/P:1',
  'c:1/p:1',
  `C:${'9'.repeat(21)}/P:1`,
])('%j is none', (text) => expect(parsePosition(text)).toBeUndefined());

test('the order is that of the commit, then of the prepare', () => {
  const at = (commit: bigint, prepare: bigint) => ({ commit, prepare });
  expect(comparePositions(at(1n, 9n), at(2n, 0n))).toBeLessThan(0);
  expect(comparePositions(at(2n, 0n), at(1n, 9n))).toBeGreaterThan(0);
  expect(comparePositions(at(2n, 1n), at(2n, 2n))).toBeLessThan(0);
  expect(comparePositions(at(2n, 2n), at(2n, 1n))).toBeGreaterThan(0);
  expect(comparePositions(at(2n, 2n), at(2n, 2n))).toBe(0);
  fc.assert(
    fc.property(place, place, (a, b) => {
      // `+ 0`: the opposite of a zero is one.
      expect(Math.sign(comparePositions(a, b))).toBe(-Math.sign(comparePositions(b, a)) + 0);
    }),
  );
});
