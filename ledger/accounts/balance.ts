import { MAX_ACCOUNT_TOTAL, MAX_GRANT } from '../../contracts/constants.ts';
import type { AccountEvent } from '../../contracts/events/account.ts';
import { formatEvo, parseEvo, parseSum } from '../../contracts/money.ts';
import type {
  ClaimRewards,
  ClearBalance,
  Grant,
  ResetRewards,
  RestoreRewards,
  RevokeReward,
  SettlePrize,
} from './commands.ts';
import {
  BalanceTooLarge,
  ClaimsAreHeld,
  ClearsOtherwise,
  GrantNotRevocable,
  GrantTooLarge,
  IdentityNeeded,
  NothingToClaim,
  NothingToClear,
} from './errors.ts';
import { sharedOut } from './share.ts';
import { type AccountState, hasProvenIdentity, pendingOf } from './state.ts';
import { isPaidOnce, paidOnceKey, UNDO_REF } from './undo-ref.ts';

/** Base units. */
const MOST_AT_ONCE = parseEvo(MAX_GRANT);
const MOST_IN_TOTAL = parseEvo(MAX_ACCOUNT_TOTAL);

/** The event of a grant, for deciders that grant as a part of something else. */
export function granted({ grantId, amount, source, reason, ref }: Grant): AccountEvent {
  return {
    type: 'RewardGranted',
    data: { grantId, amount: formatEvo(amount), source, reason, ...(ref !== undefined && { ref }) },
  };
}

/** Whether an account whose grants come to a sum can get as much more. Base units. */
export const hasRoomFor = (amount: bigint, granted: bigint): boolean => granted + amount <= MOST_IN_TOTAL;

/** What may be paid once is not paid again. */
export function grant(command: Grant, state: AccountState): AccountEvent[] {
  const { source, ref } = command;
  if (isPaidOnce(source, ref) && state.paidOnce.has(paidOnceKey(source, ref))) return [];
  return [granted(command)];
}

/** Either is for ever: a place that was forgone is not paid when the account comes back, and the other way round. */
export function settlePrize(command: SettlePrize, state: AccountState): AccountEvent[] {
  const { source, ref } = command;
  if (state.paidOnce.has(paidOnceKey(source, ref))) return [];
  if (state.removed) return [{ type: 'PrizeForgone', data: { ref, reason: 'account_removed' } }];
  if (state.walletAddress === undefined)
    return [{ type: 'PrizeForgone', data: { ref, reason: 'no_wallet' } }];
  return [granted(command)];
}

/**
 * Any decision on an account, checked for what it grants. What was cleared is given back however much it is, as what
 * was reset is: it was there before.
 * @throws GrantTooLarge, BalanceTooLarge
 */
export function withinBounds(events: AccountEvent[], state: AccountState): AccountEvent[] {
  let total = state.granted;
  for (const { type, data } of events) {
    if (type !== 'RewardGranted' || data.ref?.startsWith(UNDO_REF)) continue;
    const amount = parseSum(data.amount);
    if (amount > MOST_AT_ONCE) throw new GrantTooLarge();
    if (!hasRoomFor(amount, total)) throw new BalanceTooLarge();
    total += amount;
  }
  return events;
}

/**
 * Claims all that is pending. What it asks for is decided from the account's own events.
 * @throws ClaimsAreHeld, NothingToClaim, IdentityNeeded
 */
export function claim({ claimId, needs }: ClaimRewards, state: AccountState): AccountEvent[] {
  if (state.hold?.goesOn) throw new ClaimsAreHeld();
  const amount = pendingOf(state);
  if (amount <= 0n) throw new NothingToClaim();
  if (needs === 'identity' && !hasProvenIdentity(state)) throw new IdentityNeeded();
  return [{ type: 'RewardsClaimed', data: { claimId, amount: formatEvo(amount) } }];
}

/** Takes back what is pending, or its share of it; what was claimed stays claimed. */
export function clear({ reason, share, shown }: ClearBalance, state: AccountState): AccountEvent[] {
  const { total, claimed } = share ? sharedOut(share, state) : { total: pendingOf(state), claimed: 0n };
  const amount = total - claimed;
  if (amount <= 0n) throw new NothingToClear();
  if (shown !== undefined && shown !== amount) throw new ClearsOtherwise();
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

/**
 * Only a grant by hand, once, and only where it is left whole: a claim takes all that is pending, and so do a clear and a
 * reset, but for what came while all accounts were being cleared or reset. An account whose ledger took a grant back after that may have less pending
 * than its grants; then nothing is taken.
 */
export function revoke({ grantId, reason }: RevokeReward, state: AccountState): AccountEvent[] {
  const amount = state.adminGrants.get(grantId)?.amount;
  if (amount === undefined || amount > pendingOf(state)) throw new GrantNotRevocable();
  return [{ type: 'RewardRevoked', data: { grantId, amount: formatEvo(amount), reason } }];
}

/** Gives back what the account's last reset took, once and however much it is; what was earned since stays. */
export function restore({ resetId }: RestoreRewards, state: AccountState): AccountEvent[] {
  const { lastReset } = state;
  if (lastReset?.resetId !== resetId) return [];
  const total = formatEvo(lastReset.total);
  return [{ type: 'RewardsRestored', data: { resetId, total, claimed: formatEvo(lastReset.claimed) } }];
}
