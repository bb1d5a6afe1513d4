import { parseEvo } from '../../contracts/money.ts';
import type { RecordedEvent } from './read-model.ts';

/** What an account was granted and has claimed, in base units. */
export type Totals = { readonly totalRewards: bigint; readonly claimedRewards: bigint };

export const NO_TOTALS: Totals = { totalRewards: 0n, claimedRewards: 0n };

/**
 * The totals after an event of the account. Every type is named, so that a new one that moves EVO cannot be
 * forgotten.
 */
export function totalsAfter({ totalRewards, claimedRewards }: Totals, event: RecordedEvent): Totals {
  switch (event.type) {
    case 'RewardGranted':
      return { totalRewards: totalRewards + parseEvo(event.data.amount), claimedRewards };
    case 'RewardsClaimed':
      return { totalRewards, claimedRewards: claimedRewards + parseEvo(event.data.amount) };
    case 'BalanceCleared':
      return { totalRewards: totalRewards - parseEvo(event.data.amount), claimedRewards };
    case 'RewardsReset':
      return NO_TOTALS;
    case 'AccountOpened':
    case 'AccountReinstated':
    case 'AccountRemoved':
    case 'CheckedIn':
    case 'EmailSignedUp':
    case 'EmailVerified':
    case 'Released':
    case 'Reserved':
    case 'SocialConnected':
    case 'TaskVerified':
    case 'UsernameChanged':
    case 'WalletLinked':
    case 'WhitelistJoined':
      return { totalRewards, claimedRewards };
  }
}
