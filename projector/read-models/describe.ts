import { sqlText } from '../database.ts';
import type { RecordedEvent } from './read-model.ts';

/** What moved EVO, in words for the account's owner; undefined for events that move none. */
export function describe(event: RecordedEvent): string | undefined {
  switch (event.type) {
    case 'RewardGranted':
      return sqlText(event.data.reason);
    case 'RewardsClaimed':
      return 'Claimed rewards';
    case 'BalanceCleared':
      return sqlText(`Cleared: ${event.data.reason}`);
    case 'RewardsReset':
      return 'All rewards were reset';
    case 'RewardRevoked':
      return sqlText(`Taken back: ${event.data.reason}`);
    case 'RewardsRestored':
      return 'A reset of all rewards was undone';
    default:
      return undefined;
  }
}
