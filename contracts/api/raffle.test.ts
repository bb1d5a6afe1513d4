import { describe, expect, test } from 'vitest';
import { raffleRequest } from './raffle.ts';

const refusal = (form: object) => raffleRequest.safeParse(form).error?.issues[0]?.message;
const accepted = (form: object) => raffleRequest.parse(form);

describe('flat', () => {
  test('one prize in normal form for each place', () => {
    expect(accepted({ amount: '2.50', winnerCount: 3 })).toEqual({
      mode: 'flat',
      amounts: ['2.5', '2.5', '2.5'],
    });
    expect(accepted({ amount: 500, winnerCount: '1' })).toEqual({ mode: 'flat', amounts: ['500'] });
    expect(accepted({ amount: '0.000000000000000001', winnerCount: 1 }).amounts).toEqual([
      '0.000000000000000001',
    ]);
  });
  test.each(['', ' ', '0', '-1', 'abc', '1e3', '0.0000000000000000001', null, undefined])(
    'an amount of %s',
    (amount) => expect(refusal({ amount, winnerCount: 1 })).toBe('Please enter a valid reward amount'),
  );
});

test.each([0, -1, 1.5, '', 'two', null, undefined, Number.NaN, 1_001])('%s winners', (winnerCount) => {
  if (winnerCount === null || (typeof winnerCount === 'number' && Number.isNaN(winnerCount))) {
    expect(raffleRequest.safeParse({ amount: '5', winnerCount }).success).toBe(false);
    return;
  }
  expect(refusal({ amount: '5', winnerCount })).toBe('Please enter a valid number of winners');
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
  test.each([
    [['5', '', '1']],
    [['5', '3']],
    [['5', '3', '2', '1']],
    [['5', '0', '1']],
    [['5', 'x', '1']],
    [['5', null, '1']],
    [null],
    [undefined],
  ])('amounts of %j', (amounts) =>
    expect(refusal(tiered(amounts))).toBe('Please enter valid amounts for all 3 positions'),
  );
});
