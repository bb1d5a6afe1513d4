import type { ClaimReceipt } from '../../../../../contracts/api/rewards.ts';
import type { User } from '../../../../../contracts/api/user.ts';
import { parseSum } from '../../../../../contracts/money.ts';

/**
 * Whether something came, was claimed elsewhere or was reset since a claim: its receipt is no news any more. Read models
 * that are still behind it know of less that was claimed, and of what it took as pending.
 */
export function hasMovedOn(
  { claimedAfter }: Pick<ClaimReceipt, 'claimedAfter'>,
  { claimedRewards, pendingRewards }: Pick<User, 'claimedRewards' | 'pendingRewards'>,
): boolean {
  const [claimed, after] = [parseSum(claimedRewards), parseSum(claimedAfter)];
  const isPending = parseSum(pendingRewards) > 0n;
  return claimed === after ? isPending : claimed > after || !isPending;
}
