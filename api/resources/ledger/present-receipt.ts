import type { ClaimReceipt } from '../../../contracts/api/rewards.ts';
import { formatPosition } from '../../../contracts/ledger-position.ts';
import { formatEvo } from '../../../contracts/money.ts';
import type { claimRewards } from '../../../ledger/accounts/claim-rewards.ts';
import { pendingOf } from '../../../ledger/accounts/state.ts';
import { LedgerCorrupt } from '../../../ledger/domain-error.ts';

/** What the claim did, from the event itself, so that every retry reads the same. */
export function presentReceipt(claim: Awaited<ReturnType<typeof claimRewards>>): ClaimReceipt {
  const event = claim.events[0];
  if (event?.type !== 'RewardsClaimed' || !claim.position) {
    throw new LedgerCorrupt('a claim that went through left no RewardsClaimed');
  }
  return {
    claimId: event.data.claimId,
    amount: event.data.amount,
    pendingBefore: formatEvo(pendingOf(claim.before)),
    pendingAfter: formatEvo(pendingOf(claim.after)),
    claimedAfter: formatEvo(claim.after.claimed),
    claimedAt: event.metadata.occurredAt,
    eventId: event.id,
    ledgerPosition: formatPosition(claim.position),
  };
}
