import { expect, test } from 'vitest';
import type { Activity, Transaction } from '../../../../../contracts/api/dashboard.ts';
import { linesOf } from './ledger-lines.ts';

const at = (minute: number): string => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
const id = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

const transaction = (n: number, type: Transaction['type'] = 'reward'): Transaction => ({
  id: id(n),
  eventHash: 'ab'.repeat(32),
  ledgerPosition: `C:${n}/P:${n}`,
  type,
  description: `entry ${n}`,
  amount: '10',
  status: 'completed',
  txHash: null,
  blockNumber: null,
  gasUsed: null,
  createdAt: at(n),
});

const activity = (n: number, type: Activity['type'] = 'other'): Activity => ({
  id: id(n),
  type,
  description: `earned ${n}`,
  reward: '5',
  createdAt: at(n),
});

test('an event that both tell of is one line, with the place in the ledger and how it was earned', () => {
  const lines = linesOf([transaction(2, 'claim'), transaction(1)], [activity(1, 'twitter_like')], 10);
  expect(lines).toHaveLength(2);
  expect(lines[1]).toMatchObject({
    id: id(1),
    description: 'entry 1',
    amount: '10',
    activity: 'twitter_like',
    entry: { ledgerPosition: 'C:1/P:1' },
  });
  expect(lines[0]?.activity).toBeUndefined();
});

test('what only one of them has is not lost, the newest is first, and there are no more than asked for', () => {
  const lines = linesOf([transaction(5), transaction(3)], [activity(4, 'referral'), activity(1)], 3);
  expect(lines.map(({ description, type }) => `${description} ${type}`)).toEqual([
    'entry 5 reward',
    'earned 4 referral',
    'entry 3 reward',
  ]);
  expect(lines[1]?.entry).toBeUndefined();
});

test('what was done last is among them, whenever what caused it was: a reset that took its time, a reward for a friend', () => {
  const reset = { ...transaction(12, 'adjustment'), createdAt: at(1) };
  const claims = [11, 10, 9].map((n) => transaction(n, 'claim'));
  const lines = linesOf([reset, ...claims], [activity(8), activity(7)], 4);
  expect(lines.map((line) => line.id)).toEqual([id(11), id(10), id(9), id(12)]);
});
