import type { LedgerEvent } from '../../contracts/events/ledger-event.ts';
import { parseSum } from '../../contracts/money.ts';

/** One side of a double entry. `amount` is base units: positive into the account, negative out of it. */
export type Posting = { readonly account: string; readonly amount: bigint };

/** An account of the program, or one of the two that each user has. */
export type Book =
  | 'claimable'
  | 'claimed'
  | 'program:issued'
  | 'program:cleared'
  | 'program:revoked'
  | 'program:reset';

/** As a posting, of the user whose event it is. */
export type Entry = { readonly book: Book; readonly amount: bigint };

/**
 * The balanced double entry that an event means; its amounts add up to zero. Events that move no EVO have none.
 * `userId` is the account's stream id.
 */
export function postingsOf(event: LedgerEvent, userId: string): readonly Posting[] {
  return entriesOf(event).map(({ book, amount }) => {
    const isOfUser = book === 'claimable' || book === 'claimed';
    return { account: isOfUser ? `user:${userId}:${book}` : book, amount };
  });
}

/** The same for who has one account before them. */
export function entriesOf(event: LedgerEvent): readonly Entry[] {
  switch (event.type) {
    case 'RewardGranted':
      return transfer('program:issued', 'claimable', parseSum(event.data.amount));
    case 'RewardsClaimed':
      return transfer('claimable', 'claimed', parseSum(event.data.amount));
    case 'BalanceCleared':
      return transfer('claimable', 'program:cleared', parseSum(event.data.amount));
    case 'RewardRevoked':
      return transfer('claimable', 'program:revoked', parseSum(event.data.amount));
    case 'RewardsRestored': {
      const total = parseSum(event.data.total);
      const claimed = parseSum(event.data.claimed);
      return [
        { book: 'program:reset', amount: -total },
        { book: 'claimable', amount: total - claimed },
        { book: 'claimed', amount: claimed },
      ];
    }
    case 'RewardsReset': {
      const total = parseSum(event.data.total);
      const claimed = parseSum(event.data.claimed);
      return [
        { book: 'claimable', amount: claimed - total },
        { book: 'claimed', amount: -claimed },
        { book: 'program:reset', amount: total },
      ];
    }
    default:
      return NOTHING;
  }
}

const NOTHING: readonly Entry[] = [];

function transfer(from: Book, to: Book, amount: bigint): Entry[] {
  return [
    { book: from, amount: -amount },
    { book: to, amount },
  ];
}
