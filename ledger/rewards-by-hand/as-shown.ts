import type { AccountState } from '../accounts/state.ts';
import type { Authorize } from '../authorize.ts';
import type { Hands } from './held-hands.ts';
import type { RequestedReward } from './request.ts';

/** What whoever confirms a reward was told of equal ones. */
export type AsShown = {
  /**
   * Waits until all that the ledger has of rewards by now can be looked at, a while at the most: before any right is held,
   * which others may be waiting for.
   */
  readonly untilRead: () => Promise<void>;
  /** The same for what came since, while others wait for the right that is held: a moment at the most. */
  readonly untilReadAgain: () => Promise<void>;
  /** As the actor's `authorize`, with no other act beside it. */
  readonly authorizeAlone: Authorize;
  /** @throws RewardSentSince where an equal one has come since, as far as that can be looked at */
  readonly assert: (reward: RequestedReward) => Promise<void>;
};

/**
 * Whether the account was sent as much by hand in between. What is looked at elsewhere is behind the ledger by a moment,
 * in which two may confirm the same; the account's own stream puts them in one order.
 */
export const hasEqualSince = (seen: AccountState, now: AccountState, amount: bigint): boolean =>
  [...now.adminGrants].some(([grantId, grant]) => grant.amount === amount && !seen.adminGrants.has(grantId));

/**
 * The right to ask for a reward, or to approve one: two equal requests stand in two streams, which put them in no order. So
 * whoever confirms what was shown holds it alone.
 */
export const inOneOrder = ({ hands, authorize }: Hands, asShown: AsShown | undefined): Hands => ({
  hands,
  authorize: asShown?.authorizeAlone ?? authorize,
});
