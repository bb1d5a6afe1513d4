import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_ACCOUNT_TOTAL, MAX_GRANT } from './constants.ts';
import {
  decimalsOf,
  displayEvo,
  exactEvo,
  formatEvo,
  InvalidAmount,
  levelOf,
  MAX_LEVEL,
  NORMAL_FORM,
  ONE_EVO,
  parseEvo,
  parseSum,
  SUM_FORM,
  tasksCompleted,
} from './money.ts';

const anyAmount = fc.bigInt({ min: 0n, max: 10n ** 38n - 1n });

test('every amount survives formatting and reading, in normal form', () => {
  fc.assert(
    fc.property(anyAmount, (amount) => {
      const text = formatEvo(amount);
      expect(text).toMatch(NORMAL_FORM);
      expect(parseEvo(text)).toBe(amount);
    }),
  );
});

test.each([
  ['25', 25n * ONE_EVO],
  ['10.50', 105n * 10n ** 17n],
  ['0', 0n],
  ['0.000000000000000001', 1n],
  ['99999999999999999999.999999999999999999', 10n ** 38n - 1n],
  ['1.10000000000000000000000', 11n * 10n ** 17n],
])('%s is read exactly', (text, amount) => expect(parseEvo(text)).toBe(amount));

test.each([
  '',
  ' ',
  '1e18',
  '-1',
  '+1',
  'NaN',
  'Infinity',
  '0x1',
  '1,5',
  '1.',
  '.5',
  '01',
  '1 000',
  '١',
  '１',
  '1n',
  '1.0.0',
  `0.${'1'.repeat(19)}`,
  '1'.repeat(21),
  '9'.repeat(10_000),
  `0.${'0'.repeat(10_000)}`,
])('%j is refused', (text) => expect(() => parseEvo(text)).toThrow(InvalidAmount));

describe('display', () => {
  test('cuts and never rounds up', () => expect(displayEvo(parseEvo('12.349999'), 2)).toBe('12.34'));
  test('groups in threes', () => expect(displayEvo(parseEvo('1234567.5'), 2)).toBe('1,234,567.50'));
  test('fills up with zeros', () => expect(displayEvo(parseEvo('7'), 8)).toBe('7.00000000'));
  test('of the whole amount, with two decimals or more', () => {
    expect(exactEvo(parseEvo('1234567'))).toBe('1,234,567.00');
    expect(exactEvo(parseEvo('0.5'))).toBe('0.50');
    expect(exactEvo(parseEvo('0.001'))).toBe('0.001');
    expect(exactEvo(parseEvo('105'), 8)).toBe('105.00000000');
    fc.assert(
      fc.property(anyAmount, (amount) => {
        expect(parseEvo(exactEvo(amount).replaceAll(',', ''))).toBe(amount);
      }),
    );
  });
  test('of no more decimals than a place has room for', () =>
    expect(displayEvo(parseEvo('0.1234567891'), decimalsOf(parseEvo('0.1234567891'), 2, 8))).toBe(
      '0.12345678',
    ));
  test('may have no decimals', () => expect(displayEvo(parseEvo('999.99'), 0)).toBe('999'));
  test.each([
    ['0', 2, '0.00'],
    ['0.01', 2, '0.01'],
    ['100.004', 2, '100.00'],
    ['0.009', 2, '0.009'],
    ['0.0000000009', 8, '0.0000000009'],
    ['0.000000000000000001', 2, '0.000000000000000001'],
  ])(
    'of %s with %i decimals is %s: what is something never looks like nothing',
    (amount, decimals, shown) => {
      expect(displayEvo(parseEvo(amount), decimals)).toBe(shown);
      if (amount !== '0') expect(displayEvo(-parseEvo(amount), decimals)).toBe(`-${shown}`);
    },
  );
  test('is never above the amount', () => {
    fc.assert(
      fc.property(anyAmount, fc.integer({ min: 0, max: 18 }), (amount, decimals) => {
        const shown = parseEvo(displayEvo(amount, decimals).replaceAll(',', ''));
        expect(shown).toBeLessThanOrEqual(amount);
        expect(amount - shown).toBeLessThan(10n ** BigInt(18 - decimals));
      }),
    );
  });
});

test('every sum survives formatting and reading, in normal form, and every change with its sign', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 78n - 1n }), (sum) => {
      const text = formatEvo(sum);
      expect(text).toMatch(SUM_FORM);
      expect(parseSum(text)).toBe(sum);
      expect(parseSum(formatEvo(-sum))).toBe(-sum);
    }),
  );
  expect(formatEvo(10n ** 78n)).not.toMatch(SUM_FORM);
});

test.each(['', '--1', '+1', '1e3', '01', '1.', '.5', '1,5', ` 1`, `0.${'1'.repeat(19)}`, '1'.repeat(61)])(
  '%j is no sum',
  (text) => expect(() => parseSum(text)).toThrow(InvalidAmount),
);

test('the bounds of grants are far below what events hold: a million full accounts are one sum', () => {
  expect(parseEvo(MAX_GRANT)).toBeLessThan(parseEvo(MAX_ACCOUNT_TOTAL));
  expect(formatEvo(parseEvo(MAX_ACCOUNT_TOTAL) * 10n ** 6n)).toMatch(NORMAL_FORM);
  // Of a ledger that knew no bounds.
  expect(formatEvo(10n ** 38n * 10n ** 6n)).toMatch(SUM_FORM);
});

test('a level is exact, or the highest', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 78n - 1n }), (total) => {
      const exact = 1n + total / (100n * ONE_EVO);
      const level = levelOf(total);
      expect(Number.isSafeInteger(level)).toBe(true);
      expect(BigInt(level)).toBe(exact > BigInt(MAX_LEVEL) ? BigInt(MAX_LEVEL) : exact);
    }),
  );
  expect(levelOf(parseEvo(MAX_ACCOUNT_TOTAL))).toBe(10_000_001);
});

test.each([
  ['0', 1],
  ['99.999999999999999999', 1],
  ['100', 2],
  ['250', 3],
])('the level of %s is %i', (total, level) => expect(levelOf(parseEvo(total))).toBe(level));

test('a task counts for every ten EVO', () => expect(tasksCompleted(parseEvo('109.99'))).toBe(10n));

test.each([
  ['1'.repeat(65), 'too_large'],
  [`${'1'.repeat(64)}x`, 'not_a_decimal'],
  [`x${'1'.repeat(64)}`, 'not_a_decimal'],
  [`1.${'0'.repeat(63)}`, 'too_large'],
  ['1'.repeat(64), 'too_large'],
  ['1'.repeat(21), 'too_large'],
  [`0.${'1'.repeat(19)}`, 'too_many_decimals'],
  ['abc', 'not_a_decimal'],
] as const)('%j: %s', (text, fault) => {
  try {
    parseEvo(text);
    expect.unreachable();
  } catch (error) {
    expect(error).toMatchObject({ name: 'InvalidAmount', fault });
  }
});

test('what is wrong with an amount is said in words', () => {
  const said = (text: string) => {
    try {
      return parseEvo(text);
    } catch (error) {
      return error instanceof InvalidAmount ? error.message : error;
    }
  };
  expect(['1,5', `0.${'1'.repeat(19)}`, '1'.repeat(21)].map(said)).toEqual([
    'Enter the amount in plain digits, for example 10.50',
    'An EVO amount has at most 18 decimals',
    'An EVO amount has at most 20 digits before the point',
  ]);
});

test('64 characters are read, zeros and all', () => expect(parseEvo(`1.${'0'.repeat(62)}`)).toBe(ONE_EVO));

test('zeros inside a fraction count, those at its end do not', () => {
  expect(parseEvo('0.100000000000000001')).toBe(10n ** 17n + 1n);
  expect(parseEvo(`0.1${'0'.repeat(20)}`)).toBe(10n ** 17n);
  expect(() => parseEvo('0.1000000000000000001')).toThrow('at most 18 decimals');
});

test('what is shown of an amount below zero has its sign', () => {
  expect(displayEvo(-parseEvo('1234.567'), 2)).toBe('-1,234.56');
  expect(displayEvo(0n, 2)).toBe('0.00');
  expect(exactEvo(-parseEvo('0.5'))).toBe('-0.50');
});

test('what was read last is not what is read next', () => {
  expect([parseSum('1'), parseSum('2'), parseSum('1'), parseSum('-1')]).toEqual([
    ONE_EVO,
    2n * ONE_EVO,
    ONE_EVO,
    -ONE_EVO,
  ]);
});

test('the highest level is the last that is exact', () => {
  const last = (BigInt(MAX_LEVEL) - 1n) * 100n * ONE_EVO;
  expect(levelOf(last - 1n)).toBe(MAX_LEVEL - 1);
  expect(levelOf(last)).toBe(MAX_LEVEL);
  expect(levelOf(last + 100n * ONE_EVO)).toBe(MAX_LEVEL);
});
