import type { ResponseOf } from '../../../contracts/api/endpoint.ts';
import type { checkIn as checkInEndpoint } from '../../../contracts/api/rewards.ts';
import { confirmations } from '../../../contracts/messages.ts';
import type { checkIn } from '../../../ledger/accounts/check-in.ts';
import { LedgerCorrupt } from '../../../ledger/domain-error.ts';

/** What the check-in did, from its events, so that every retry reads the same. */
export function presentCheckIn({
  events: [checkedIn, granted],
}: Awaited<ReturnType<typeof checkIn>>): ResponseOf<typeof checkInEndpoint> {
  if (checkedIn?.type !== 'CheckedIn' || granted?.type !== 'RewardGranted') {
    throw new LedgerCorrupt('a check-in that went through left no CheckedIn with its reward');
  }
  const { day, streak } = checkedIn.data;
  const reward = granted.data.amount;
  return { success: true, day, streak, reward, message: confirmations.checkedIn(streak, reward) };
}
