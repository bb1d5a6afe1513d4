import { REWARD_REQUEST_LIFE_MS } from '../../contracts/constants.ts';
import type { RewardLimit, RewardRequestEvent } from '../../contracts/events/rewards-by-hand.ts';
import { formatEvo, parseSum } from '../../contracts/money.ts';
import { lowerCase } from '../../contracts/wallet-address.ts';
import { NotAnAdmin } from '../admins/admins.ts';
import type { Decider } from '../decider.ts';
import {
  OwnRewardRequest,
  RequesterNoAdmin,
  RewardRequestExpired,
  RewardRequestOver,
  RewardRequestUnknown,
  SameHandRewardRequest,
} from './errors.ts';
import type { HandOf } from './hands.ts';

/** A reward that one admin asks for. */
export type RequestedReward = {
  readonly userId: string;
  /** Base units. */
  readonly amount: bigint;
  readonly reason: string;
};

export type RewardRequestState =
  | { readonly stage: 'unknown' }
  | (RequestedReward & {
      readonly stage: 'open' | 'over';
      readonly above: RewardLimit;
      readonly requestedBy: string;
      readonly namedBySuperAdmin: string;
      /** RFC 3339, UTC. */
      readonly expiresAt: string;
    });

/** `at` is when the command was accepted, RFC 3339, UTC; `by` the wallet of the admin who acts. */
export type RewardRequestCommand = { readonly by: string; readonly at: string } & (
  | { readonly type: 'RequestReward'; readonly reward: RequestedReward; readonly above: RewardLimit }
  | { readonly type: 'ApproveReward' }
  | { readonly type: 'DeclineReward'; readonly reason: string }
);

/**
 * One reward that needs a second admin: stream `reward-request-<requestId>`. It is decided once; whoever asked may
 * withdraw it.
 * @param handOf the rights, read for this decision
 */
export function rewardRequest(
  handOf: HandOf,
): Decider<RewardRequestState, RewardRequestCommand, RewardRequestEvent> {
  return {
    initialState: { stage: 'unknown' },
    decide: (command, state) => [decide(command, state, handOf)],
    evolve,
    snapshotVersion: 3,
  };
}

function decide(
  command: RewardRequestCommand,
  state: RewardRequestState,
  handOf: HandOf,
): RewardRequestEvent {
  const { by, at } = command;
  const hand = handOf(by);
  if (hand === undefined) throw new NotAnAdmin();
  if (command.type === 'RequestReward') {
    if (state.stage !== 'unknown') throw new RewardRequestOver();
    const { reward, above } = command;
    const { userId, amount, reason } = reward;
    const expiresAt = new Date(Date.parse(at) + REWARD_REQUEST_LIFE_MS).toISOString();
    const asked = { above, requestedBy: by, namedBySuperAdmin: hand, expiresAt };
    return { type: 'RewardRequested', data: { userId, amount: formatEvo(amount), reason, ...asked } };
  }
  if (state.stage === 'unknown') throw new RewardRequestUnknown();
  if (state.stage !== 'open') throw new RewardRequestOver();
  const about = { userId: state.userId, amount: formatEvo(state.amount) };
  if (command.type === 'DeclineReward') {
    return { type: 'RewardDeclined', data: { ...about, declinedBy: by, reason: command.reason } };
  }
  if (at >= state.expiresAt) throw new RewardRequestExpired();
  if (lowerCase(by) === lowerCase(state.requestedBy)) throw new OwnRewardRequest();
  const asker = handOf(state.requestedBy);
  if (asker === undefined) throw new RequesterNoAdmin();
  const theirs = [asker, state.namedBySuperAdmin].map(lowerCase);
  if (theirs.includes(lowerCase(hand))) throw new SameHandRewardRequest();
  return { type: 'RewardApproved', data: { ...about, approvedBy: by } };
}

function evolve(state: RewardRequestState, event: RewardRequestEvent): RewardRequestState {
  if (event.type === 'RewardRequested') {
    const { userId, reason, above, requestedBy, namedBySuperAdmin, expiresAt, amount } = event.data;
    const asked = {
      userId,
      reason,
      amount: parseSum(amount),
      above,
      requestedBy,
      namedBySuperAdmin,
      expiresAt,
    };
    return { ...asked, stage: 'open' };
  }
  if (state.stage === 'unknown') return state;
  return { ...state, stage: 'over' };
}
