import { expect, test } from 'vitest';
import { validation } from '../../../../../contracts/messages.ts';
import { formatEvo, parseSum } from '../../../../../contracts/money.ts';
import {
  emptyForm,
  liveTotal,
  placeholderPrize,
  raffleFault,
  requestOf,
  winnerCount,
  withMode,
  withTier,
  withWinners,
} from './raffle-form.ts';

const flat = { ...emptyForm, amount: '10.5', winners: '3' };

test('the number of winners is 1 where it is no number', () => {
  expect(winnerCount({ ...emptyForm, winners: '' })).toBe(1);
  expect(winnerCount({ ...emptyForm, winners: 'many' })).toBe(1);
  expect(winnerCount({ ...emptyForm, winners: '12' })).toBe(12);
});

test('it is sent as it was typed, with what its mode needs', () => {
  expect(requestOf(flat)).toEqual({ winnerCount: '3', useTieredRewards: false, amount: '10.5' });
  const tiered = withTier(withMode(withWinners(emptyForm, '2'), true), 0, '5');
  expect(requestOf(tiered)).toEqual({ winnerCount: '2', useTieredRewards: true, tieredAmounts: ['5', ''] });
});

test('an amount is shown and sent as what it is, with however many zeros it was typed', () => {
  const amount = `10.5${'0'.repeat(30)}`;
  expect(raffleFault({ ...flat, amount }, 9)).toBeUndefined();
  const { amount: sent } = requestOf({ ...flat, amount: ` ${amount} ` });
  expect(formatEvo(parseSum(String(sent)))).toBe('10.5');
  expect(requestOf({ ...flat, tiered: true, tiers: [amount, ' 7 ', 'x'] }).tieredAmounts).toEqual([
    '10.5',
    '7',
    'x',
  ]);
});

test('tiered amounts are blank when the mode is turned on, and again when the count changes', () => {
  const on = withMode(withWinners(emptyForm, '2'), true);
  expect(on.tiers).toEqual(['', '']);
  const typed = withTier(on, 1, '5');
  expect(typed.tiers).toEqual(['', '5']);
  expect(withWinners(typed, '3').tiers).toEqual(['', '', '']);
  expect(withMode(withMode(typed, false), true).tiers).toEqual(['', '']);
});

test('placeholders are 500, 300, 200, then 100', () => {
  expect([0, 1, 2, 3, 9].map(placeholderPrize)).toEqual(['500', '300', '200', '100', '100']);
});

test('the live total counts only entries that parse as numbers', () => {
  expect(liveTotal(flat)).toBe('31.5');
  let tiered = withMode(withWinners(emptyForm, '3'), true);
  tiered = withTier(tiered, 0, '500');
  tiered = withTier(tiered, 1, 'abc');
  tiered = withTier(tiered, 2, '0.000000000000000001');
  expect(liveTotal(tiered)).toBe('500.000000000000000001');
});

test('each fault has its text', () => {
  expect(raffleFault(flat, 3)).toBeUndefined();
  expect(raffleFault(flat, undefined)).toBeUndefined();
  for (const winners of [
    '0',
    '-1',
    '1.5',
    '',
    '1001',
    'abc',
    ' 3',
    '3 ',
    '1e1',
    '3.0',
    '٣',
    '+3',
    '0x3',
    '03',
  ]) {
    expect(raffleFault({ ...flat, winners }, undefined)).toBe(validation.winnerCountInvalid);
  }
  expect(raffleFault(flat, 2)).toBe('Cannot select 3 winners from 2 eligible users');
  for (const amount of ['', '0', '-1', 'x']) {
    expect(raffleFault({ ...flat, amount }, 3)).toBe('Please enter a valid reward amount');
  }
  expect(raffleFault({ ...flat, amount: '1000000.1' }, 3)).toBe('A reward is at most 1,000,000 EVO');
  const tiered = withTier(withMode(withWinners(emptyForm, '2'), true), 0, '5');
  expect(raffleFault(tiered, 3)).toBe('Please enter valid amounts for all 2 positions');
  expect(raffleFault(withTier(tiered, 1, '4'), 3)).toBeUndefined();
  expect(raffleFault(withTier(tiered, 1, '1000001'), 3)).toBe('A reward is at most 1,000,000 EVO');
});
