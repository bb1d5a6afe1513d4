import { parseSum } from '../../contracts/money.ts';
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
      return { totalRewards: totalRewards + parseSum(event.data.amount), claimedRewards };
    case 'RewardsClaimed':
      return { totalRewards, claimedRewards: claimedRewards + parseSum(event.data.amount) };
    case 'BalanceCleared':
      return { totalRewards: totalRewards - parseSum(event.data.amount), claimedRewards };
    case 'RewardRevoked':
      return { totalRewards: totalRewards - parseSum(event.data.amount), claimedRewards };
    case 'RewardsReset':
      return {
        totalRewards: totalRewards - parseSum(event.data.total),
        claimedRewards: claimedRewards - parseSum(event.data.claimed),
      };
    case 'RewardsRestored':
      return {
        totalRewards: totalRewards + parseSum(event.data.total),
        claimedRewards: claimedRewards + parseSum(event.data.claimed),
      };
    case 'AccessDenied':
    case 'AdminAdded':
    case 'AdminRemoved':
    case 'AuditorAdded':
    case 'AuditorRemoved':
    case 'DataExported':
    case 'DenialsCounted':
    case 'EntriesFrozen':
    case 'MassClearCompleted':
    case 'MassClearRequested':
    case 'MassResetCompleted':
    case 'MassResetRequested':
    case 'MassRestoreCompleted':
    case 'MassRestoreRequested':
    case 'MusicTrackAdded':
    case 'MusicTrackRemoved':
    case 'PrizeForgone':
    case 'PrizePaid':
    case 'PrizeSkipped':
    case 'RaffleCommitted':
    case 'RaffleCompleted':
    case 'RaffleDrawn':
    case 'RaffleFailed':
    case 'RevisionTaken':
    case 'NotaryKeySet':
    case 'LedgerSealed':
    case 'RewardApproved':
    case 'RewardDeclined':
    case 'RewardRequested':
    case 'RewardReserved':
    case 'SeedCommitted':
    case 'AccountOpened':
    case 'AccountReinstated':
    case 'AccountRemoved':
    case 'CheckedIn':
    case 'ClaimsHeld':
    case 'ClaimsReleased':
    case 'Confirmed':
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
