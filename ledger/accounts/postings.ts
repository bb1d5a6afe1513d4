import type { LedgerEvent } from '../../contracts/events/ledger-event.ts';
import { parseSum } from '../../contracts/money.ts';

/** One side of a double entry. `amount` is base units: positive into the account, negative out of it. */
export type Posting = { readonly account: string; readonly amount: bigint };

/**
 * The balanced double entry that an event means; its amounts add up to zero. Events that move no EVO have none.
 * `userId` is the account's stream id.
 */
export function postingsOf(event: LedgerEvent, userId: string): readonly Posting[] {
  switch (event.type) {
    case 'RewardGranted':
      return transfer('program:issued', `user:${userId}:claimable`, parseSum(event.data.amount));
    case 'RewardsClaimed':
      return transfer(`user:${userId}:claimable`, `user:${userId}:claimed`, parseSum(event.data.amount));
    case 'BalanceCleared':
      return transfer(`user:${userId}:claimable`, 'program:cleared', parseSum(event.data.amount));
    case 'RewardRevoked':
      return transfer(`user:${userId}:claimable`, 'program:revoked', parseSum(event.data.amount));
    case 'RewardsRestored': {
      const total = parseSum(event.data.total);
      const claimed = parseSum(event.data.claimed);
      return [
        { account: 'program:reset', amount: -total },
        { account: `user:${userId}:claimable`, amount: total - claimed },
        { account: `user:${userId}:claimed`, amount: claimed },
      ];
    }
    case 'RewardsReset': {
      const total = parseSum(event.data.total);
      const claimed = parseSum(event.data.claimed);
      return [
        { account: `user:${userId}:claimable`, amount: claimed - total },
        { account: `user:${userId}:claimed`, amount: -claimed },
        { account: 'program:reset', amount: total },
      ];
    }
    default:
      return [];
  }
}

function transfer(from: string, to: string, amount: bigint): Posting[] {
  return [
    { account: from, amount: -amount },
    { account: to, amount },
  ];
}
