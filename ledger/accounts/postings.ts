import type { LedgerEvent } from '../../contracts/events/ledger-event.ts';
import { parseEvo } from '../../contracts/money.ts';

/** One side of a double entry. `amount` is base units: positive into the account, negative out of it. */
export type Posting = { readonly account: string; readonly amount: bigint };

/**
 * The balanced double entry that an event means; its amounts add up to zero. Events that move no EVO have none.
 * `userId` is the account's stream id.
 */
export function postingsOf(event: LedgerEvent, userId: string): readonly Posting[] {
  switch (event.type) {
    case 'RewardGranted':
      return transfer('program:issued', `user:${userId}:claimable`, parseEvo(event.data.amount));
    case 'RewardsClaimed':
      return transfer(`user:${userId}:claimable`, `user:${userId}:claimed`, parseEvo(event.data.amount));
    case 'AccountOpened':
    case 'WalletLinked':
    case 'Reserved':
    case 'Released':
      return [];
  }
}

function transfer(from: string, to: string, amount: bigint): Posting[] {
  return [
    { account: from, amount: -amount },
    { account: to, amount },
  ];
}
