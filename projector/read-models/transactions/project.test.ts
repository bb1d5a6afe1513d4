import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { AccountEvent } from '../../../contracts/events/account.ts';
import { ONE_EVO } from '../../../contracts/money.ts';
import { TestLedger } from '../../testing/test-ledger.ts';
import { writtenRows } from '../../testing/written-rows.ts';
import { transactions } from './project.ts';

const id = 'b3c5e4a0-2d6f-4f4e-8f0a-5d8f5a3b1c01';
const granted = (source: 'admin' | 'referral_weekly', reason: string): AccountEvent => ({
  type: 'RewardGranted',
  data: { grantId: id, amount: '25', source, reason },
});

test.each<[AccountEvent, type: string, amount: string, description: string]>([
  [granted('admin', 'Well\0done'), 'reward', '25', 'Well\u{fffd}done'],
  [granted('referral_weekly', 'Active friends'), 'referral', '25', 'Active friends'],
  [{ type: 'RewardsClaimed', data: { claimId: id, amount: '3' } }, 'claim', '3', 'Claimed rewards'],
  [
    { type: 'BalanceCleared', data: { amount: '4', reason: 'cheat\0ed' } },
    ...(['adjustment', '4', 'Cleared: cheat\u{fffd}ed'] as const),
  ],
  [
    { type: 'RewardRevoked', data: { grantId: id, amount: '5', reason: 'mis\0take' } },
    ...(['adjustment', '5', 'Taken back: mis\u{fffd}take'] as const),
  ],
  [
    { type: 'RewardsReset', data: { resetId: id, total: '6', claimed: '2' } },
    ...(['adjustment', '6', 'All rewards were reset'] as const),
  ],
  [
    { type: 'RewardsRestored', data: { resetId: id, total: '7', claimed: '2' } },
    ...(['reward', '7', 'A reset of all rewards was undone'] as const),
  ],
])('%j is a row of its account', async (event, type, amount, description) => {
  const ledger = new TestLedger();
  const userId = randomUUID();
  const { position, id: eventId } = ledger.account(userId, event);
  expect(await writtenRows(transactions, ledger.events)).toEqual({
    transactions: [
      {
        user_id: userId,
        ...position,
        event_id: eventId,
        type,
        description,
        amount,
        status: 'completed',
        created_at: '2026-01-01T00:00:00.000Z',
      },
    ],
  });
});

test('what moves no EVO is no transaction, and a batch of nothing else writes nothing', async () => {
  const ledger = new TestLedger();
  const userId = ledger.open();
  ledger.account(userId, { type: 'WhitelistJoined', data: {} });
  ledger.append('program', granted('admin', 'x'));
  expect(await writtenRows(transactions, ledger.events)).toEqual({});
  ledger.grant(userId, ONE_EVO);
  const { transactions: rows } = await writtenRows(transactions, ledger.events);
  expect(rows).toHaveLength(1);
});
