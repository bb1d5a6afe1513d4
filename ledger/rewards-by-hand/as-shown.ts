import type { AccountState } from '../accounts/state.ts';
import type { RequestedReward } from './request.ts';

/** What whoever confirms a reward was told of equal ones. */
export type AsShown = {
  /**
   * Waits until all that the ledger has of rewards by now can be looked at, a while at the most: before any right is held,
   * which others may be waiting for.
   */
  readonly untilRead: () => Promise<void>;
  /** @throws RewardSentSince where an equal one has come since, as far as that can be looked at */
  readonly assert: (reward: RequestedReward) => Promise<void>;
};

/**
 * Whether the account was sent as much by hand in between. What is looked at elsewhere is behind the ledger by a moment,
 * in which two may confirm the same; the account's own stream puts them in one order.
 */
export const hasEqualSince = (seen: AccountState, now: AccountState, amount: bigint): boolean =>
  [...now.adminGrants].some(([grantId, grant]) => grant.amount === amount && !seen.adminGrants.has(grantId));
