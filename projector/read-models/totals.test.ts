import { expect, test } from 'vitest';
import { eventSchemas } from '../../contracts/events/ledger-event.ts';
import type { RecordedEvent } from './read-model.ts';
import { totalsAfter } from './totals.ts';

const MOVES_EVO = new Set([
  ...['RewardGranted', 'RewardsClaimed', 'BalanceCleared', 'RewardRevoked', 'RewardsReset'],
  'RewardsRestored',
]);
const others = Object.keys(eventSchemas).filter((type) => !MOVES_EVO.has(type));

test.each(others)('%s leaves what was granted and claimed as it was', (type) => {
  const totals = { totalRewards: 5n, claimedRewards: 2n };
  // Nothing but its type is looked at.
  expect(totalsAfter(totals, { type } as RecordedEvent)).toEqual(totals);
});
