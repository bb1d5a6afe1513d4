import type { AccountEvent } from '../../contracts/events/account.ts';
import { parseSum } from '../../contracts/money.ts';
import type { Share } from './commands.ts';
import { type AccountState, pendingOf } from './state.ts';

/** Base units. */
type Figures = { readonly granted: bigint; readonly claimed: bigint };

/**
 * What is left of an account's figures of a moment after what happened since. What goes out of a balance takes first
 * what has been there longest: a claim makes of what was pending then something claimed, which stays in the share, a
 * clear takes it out of the share. A grant since and its revocation touch nothing of it.
 */
export function shareOf(then: Figures, since: readonly AccountEvent[]): Share {
  let { granted: total, claimed } = then;
  const grantedSince = new Set<string>();
  const pending = () => total - claimed;
  for (const event of since) {
    if (event.type === 'RewardGranted') grantedSince.add(event.data.grantId);
    else if (event.type === 'RewardsClaimed') claimed += least(pending(), parseSum(event.data.amount));
    else if (event.type === 'BalanceCleared') total -= least(pending(), parseSum(event.data.amount));
    else if (event.type === 'RewardRevoked' && !grantedSince.has(event.data.grantId)) {
      total -= least(pending(), parseSum(event.data.amount));
    } else if (event.type === 'RewardsReset') {
      total -= least(total, parseSum(event.data.total));
      claimed -= least(claimed, parseSum(event.data.claimed));
      claimed = least(claimed, total);
    }
  }
  return { total, claimed };
}

/** The share as it can be taken: what then is left has no more claimed than granted, whatever the share says. */
export function sharedOut(share: Share, state: AccountState): { total: bigint; claimed: bigint } {
  const claimed = least(share.claimed, state.claimed);
  return { total: least(share.total, pendingOf(state) + claimed), claimed };
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
