import { describe, expect, test } from 'vitest';
import { raffleRequest } from './raffle-request.ts';

const refusal = (form: object) => raffleRequest.safeParse(form).error?.issues[0]?.message;
const accepted = (form: object) => raffleRequest.parse(form);

describe('flat', () => {
  test('one prize in normal form for each place', () => {
    expect(accepted({ amount: '2.50', winnerCount: 3 })).toEqual({
      mode: 'flat',
      amounts: ['2.5', '2.5', '2.5'],
    });
    expect(accepted({ amount: 500, winnerCount: '1' })).toEqual({ mode: 'flat', amounts: ['500'] });
    expect(accepted({ amount: 0.1, winnerCount: 1 }).amounts).toEqual(['0.1']);
    expect(accepted({ amount: 999_999.999999999, winnerCount: 1 }).amounts).toEqual(['999999.999999999']);
    expect(accepted({ amount: '0.000000000000000001', winnerCount: 1 }).amounts).toEqual([
      '0.000000000000000001',
    ]);
  });
  test.each([
    ...['', ' ', '0', '0.0', '-1', 'abc', '1e3', '0x10', '1,000', '0.0000000000000000001', '5 000'],
    ...[null, undefined, true, {}, [['5']], 0, -1, Number.NaN, Number.POSITIVE_INFINITY],
  ])('an amount of %s', (amount) =>
    expect(refusal({ amount, winnerCount: 1 })).toBe('Please enter a valid reward amount'),
  );
  test.each([0.1 + 0.2, Number('12345678901234567890'), 2 ** 53, 1e-7, 1e21])(
    'a JSON number that may not be what was typed: %d',
    (amount) => expect(refusal({ amount, winnerCount: 1 })).toBe('Please enter a valid reward amount'),
  );
  test('up to the most that one grant pays, however many win', () => {
    expect(accepted({ amount: '1000000', winnerCount: 500 }).amounts).toHaveLength(500);
    for (const amount of ['1000000.000000000000000001', '99999999999999999999', 1_000_001]) {
      expect(refusal({ amount, winnerCount: 1 })).toBe('A reward is at most 1,000,000 EVO');
    }
  });
});

test.each([
  ...[0, -1, 1.5, 501, 1e9, Number.NaN, Number.POSITIVE_INFINITY, null, undefined, true, [[1]], {}],
  ...[
    '',
    ' ',
    '0',
    'two',
    '1e2',
    '0x10',
    '-3',
    '+3',
    '1.0',
    '2.5',
    '501',
    'abc',
    ' 3',
    '3 ',
    '1e1',
    '3.0',
    '٣',
    '03',
    '3abc',
  ],
])('%j winners', (winnerCount) =>
  expect(refusal({ amount: '5', winnerCount })).toBe('Please enter a valid number of winners'),
);

test.each([1, 500, 1e2, '3', '500'])('%j winners are as many', (winnerCount) =>
  expect(accepted({ amount: '5', winnerCount }).amounts).toHaveLength(Number(winnerCount)),
);

test('a dry run says so, and nothing else of it changes', () => {
  const asked = { amount: '5', winnerCount: 1, dryRun: true };
  expect(accepted(asked)).toEqual({ mode: 'flat', amounts: ['5'], dryRun: true });
  expect(refusal({ ...asked, dryRun: 'yes' })).toBeDefined();
});

describe('tiered', () => {
  const tiered = (tieredAmounts: unknown, winnerCount = 3) => ({
    useTieredRewards: true,
    winnerCount,
    tieredAmounts,
  });
  test('each place has its own', () => {
    expect(accepted(tiered(['500', '300.10', 200]))).toEqual({
      mode: 'tiered',
      amounts: ['500', '300.1', '200'],
    });
  });
  test('none beyond the most that one grant pays', () => {
    expect(accepted(tiered(['1000000', '1000000', '1'])).amounts).toHaveLength(3);
    expect(refusal(tiered(['1', '1000000.1', '1']))).toBe('A reward is at most 1,000,000 EVO');
  });
  test.each([
    [['5', '', '1']],
    [['5', '3']],
    [['5', '3', '2', '1']],
    [['5', '0', '1']],
    [['5', 'x', '1']],
    [['5', null, '1']],
    [['5', true, '1']],
    [['5', ['3'], '1']],
    [['5', 0.1 + 0.2, '1']],
    [[]],
    ['500'],
    [{ 0: '5', 1: '3', 2: '1' }],
    [null],
    [undefined],
  ])('amounts of %j', (amounts) =>
    expect(refusal(tiered(amounts))).toBe('Please enter valid amounts for all 3 positions'),
  );
});

test('the flat amount counts for nothing in a tiered raffle, nor do tiers in a flat one', () => {
  const both = { amount: '9', winnerCount: 1, tieredAmounts: ['5'] };
  expect(accepted({ ...both, useTieredRewards: true })).toEqual({ mode: 'tiered', amounts: ['5'] });
  expect(accepted({ ...both, useTieredRewards: false })).toEqual({ mode: 'flat', amounts: ['9'] });
});
