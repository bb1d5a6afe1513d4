import { expect, test } from 'vitest';
import type { RaffleWinnerView } from '../../../../../contracts/api/raffle.ts';
import { modeText, prizeText, totalOf } from './raffle-view.ts';

test.each([
  ['25', '25.00 EVO'],
  ['0.001', '0.001 EVO'],
  ['1234567.5', '1,234,567.50 EVO'],
  ['0.123456789012345678', '0.12345678 EVO'],
  ['0.000000000012', '0.000000000012 EVO'],
])('a prize of %s stands as %s: small ones are not shown as nothing', (prize, text) => {
  expect(prizeText(prize)).toBe(text);
});

test('what is to be distributed holds no prize that was passed over', () => {
  const won = (place: number, prize: string, status: RaffleWinnerView['status']): RaffleWinnerView => ({
    id: `00000000-0000-4000-8000-00000000000${place}`,
    place,
    username: `winner-${place}`,
    walletAddress: null,
    prize,
    pendingRewards: null,
    status,
  });
  const passedOver = [won(1, '100', 'paid'), won(2, '50', 'no_wallet'), won(3, '30', 'account_removed')];
  expect(totalOf([...passedOver, won(4, '25', 'open')])).toEqual({
    label: 'Total to be distributed',
    amount: '125',
  });
  expect(totalOf([...passedOver, won(4, '25', 'paid')])).toEqual({
    label: 'Total distributed',
    amount: '125',
  });
});

test('what each winner of a flat raffle gets', () => {
  const winner = {
    id: '00000000-0000-4000-8000-000000000001',
    place: 1,
    username: 'anna',
    walletAddress: null,
    prize: '0.001',
    pendingRewards: null,
    status: 'open' as const,
  };
  const raffle = {
    raffleId: winner.id,
    number: 1,
    completedAt: '2026-01-01T00:00:00.000Z',
    winners: [winner],
    grade: 'seed' as const,
  };
  expect(modeText({ ...raffle, useTieredRewards: false })).toBe('0.001 EVO per winner');
  expect(modeText({ ...raffle, useTieredRewards: true })).toBe('Tiered Rewards');
});
