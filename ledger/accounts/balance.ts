import type { AccountEvent } from '../../contracts/events/account.ts';
import { formatEvo } from '../../contracts/money.ts';
import type { ClaimRewards, ClearBalance, Grant, ResetRewards } from './commands.ts';
import { BalanceTooLarge, NothingToClaim, NothingToClear } from './errors.ts';
import { type AccountState, pendingOf } from './state.ts';

/** The largest total that `numeric(38,18)` holds. */
const MAX_TOTAL = 10n ** 38n - 1n;

/** The event of a grant, for deciders that grant as a part of something else. */
export function granted({ grantId, amount, source, reason, ref }: Grant): AccountEvent {
  return {
    type: 'RewardGranted',
    data: { grantId, amount: formatEvo(amount), source, reason, ...(ref !== undefined && { ref }) },
  };
}

export function grant(command: Grant, state: AccountState): AccountEvent[] {
  if (state.granted + command.amount > MAX_TOTAL) throw new BalanceTooLarge();
  return [granted(command)];
}

export function claim({ claimId }: ClaimRewards, state: AccountState): AccountEvent[] {
  const amount = pendingOf(state);
  if (amount <= 0n) throw new NothingToClaim();
  return [{ type: 'RewardsClaimed', data: { claimId, amount: formatEvo(amount) } }];
}

/** Takes back what is pending; what was claimed stays claimed. */
export function clear({ reason }: ClearBalance, state: AccountState): AccountEvent[] {
  const amount = pendingOf(state);
  if (amount <= 0n) throw new NothingToClear();
  return [{ type: 'BalanceCleared', data: { amount: formatEvo(amount), reason } }];
}

/** Both figures to zero. An account that has neither is left alone. */
export function reset({ resetId }: ResetRewards, state: AccountState): AccountEvent[] {
  if (state.granted === 0n && state.claimed === 0n) return [];
  const { granted: total, claimed } = state;
  return [{ type: 'RewardsReset', data: { resetId, total: formatEvo(total), claimed: formatEvo(claimed) } }];
}
