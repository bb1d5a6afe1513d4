import type { AccountEvent } from '../../contracts/events/account.ts';
import { formatEvo } from '../../contracts/money.ts';
import type {
  ClaimRewards,
  ClearBalance,
  Grant,
  ResetRewards,
  RestoreRewards,
  RevokeReward,
} from './commands.ts';
import { BalanceTooLarge, GrantNotRevocable, NothingToClaim, NothingToClear } from './errors.ts';
import { sharedOut } from './share.ts';
import { type AccountState, pendingOf } from './state.ts';
import { isPaidOnce, paidOnceKey } from './undo-ref.ts';

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
  const { source, ref } = command;
  if (isPaidOnce(source, ref) && state.paidOnce.has(paidOnceKey(source, ref))) return [];
  if (state.granted + command.amount > MAX_TOTAL) throw new BalanceTooLarge();
  return [granted(command)];
}

export function claim({ claimId }: ClaimRewards, state: AccountState): AccountEvent[] {
  const amount = pendingOf(state);
  if (amount <= 0n) throw new NothingToClaim();
  return [{ type: 'RewardsClaimed', data: { claimId, amount: formatEvo(amount) } }];
}

/** Takes back what is pending, or its share of it; what was claimed stays claimed. */
export function clear({ reason, share }: ClearBalance, state: AccountState): AccountEvent[] {
  const { total, claimed } = share ? sharedOut(share, state) : { total: pendingOf(state), claimed: 0n };
  const amount = total - claimed;
  if (amount <= 0n) throw new NothingToClear();
  return [{ type: 'BalanceCleared', data: { amount: formatEvo(amount), reason } }];
}

/** Both figures, or the share of them, to zero. An account that has neither is left alone. */
export function reset({ resetId, share }: ResetRewards, state: AccountState): AccountEvent[] {
  const { total, claimed } = share
    ? sharedOut(share, state)
    : { total: state.granted, claimed: state.claimed };
  if (total === 0n && claimed === 0n) return [];
  return [{ type: 'RewardsReset', data: { resetId, total: formatEvo(total), claimed: formatEvo(claimed) } }];
}

/** Only a grant by hand, once, and only while nothing of it can have been claimed. */
export function revoke({ grantId, reason }: RevokeReward, state: AccountState): AccountEvent[] {
  const amount = state.adminGrants.get(grantId);
  if (amount === undefined || amount > pendingOf(state)) throw new GrantNotRevocable();
  return [{ type: 'RewardRevoked', data: { grantId, amount: formatEvo(amount), reason } }];
}

/** Gives back what the account's last reset took, once; what was earned since stays. */
export function restore({ resetId }: RestoreRewards, state: AccountState): AccountEvent[] {
  const { lastReset } = state;
  if (lastReset?.resetId !== resetId) return [];
  if (state.granted + lastReset.total > MAX_TOTAL) throw new BalanceTooLarge();
  const total = formatEvo(lastReset.total);
  return [{ type: 'RewardsRestored', data: { resetId, total, claimed: formatEvo(lastReset.claimed) } }];
}
