import { streamOf } from '../../contracts/events/ledger-event.ts';
import type { RewardLimit } from '../../contracts/events/rewards-by-hand.ts';
import type { LedgerPosition } from '../../contracts/ledger-position.ts';
import { formatEvo } from '../../contracts/money.ts';
import type { AccountState } from '../accounts/state.ts';
import type { Authorize } from '../authorize.ts';
import { type CommandContext, inOneTime } from '../command-context.ts';
import type { CommandHandler } from '../handle-command.ts';
import { rewardDay } from './day.ts';
import { NeedsSecondAdmin } from './errors.ts';
import { type Hands, heldHands } from './held-hands.ts';
import { accountUpTo, type RewardLimits } from './limits.ts';
import { type RequestedReward, rewardRequest } from './request.ts';

export type RewardByHand = RequestedReward &
  Hands & {
    /** The wallet of the admin who sends it. */
    readonly by: string;
    readonly limits: RewardLimits;
    /** The revision of the account up to which the request has read it. */
    readonly readUpTo?: bigint | undefined;
    /** Asked before it is sent or asked for first; throws where that is no longer what its sender was shown. */
    readonly assertAsShown?: (() => Promise<void>) | undefined;
    /** Says what would happen and appends nothing. */
    readonly dryRun: boolean;
  };

/** `before` and `after` are of the account; a request changes nothing there yet. */
export type SentReward = {
  /** Set when the reward waits, or would wait, for a second admin. */
  readonly above: RewardLimit | undefined;
  readonly before: AccountState;
  readonly after: AccountState;
  readonly position: LedgerPosition | undefined;
  readonly replayed: boolean;
};

/**
 * Sends a reward by hand: within the limits at once, above them as a request that a second admin decides. Whatever it
 * becomes, the command's id is the grant's, and an account is granted for an id once: also where two replicas with
 * other limits take it for the one and for the other.
 *
 * The day is the one on which the reward is sent, also again: what was prepared on many days cannot be sent on one.
 * @throws AccountNotFound, AccountIsRemoved, AccountFullByHand, BalanceTooLarge, IdempotencyKeyReused, CommandForgotten,
 * LedgerUnavailable, and what `authorize` and `assertAsShown` throw; then no reward was sent or asked for
 */
export async function sendReward(
  handler: CommandHandler,
  reward: RewardByHand,
  request: CommandContext,
): Promise<SentReward> {
  const context = inOneTime(handler, request);
  const foreseeing = grant(handler, { ...reward, dryRun: true, authorize: asFarAsAnyoneMay }, context);
  // Of what was asked before the account says nothing.
  foreseeing.catch(() => undefined);
  const asked = await askedBefore(handler, reward, context);
  if (asked) return asked;
  const foreseen = await foreseeing;
  if (foreseen.replayed) return { ...foreseen, above: undefined };
  await reward.assertAsShown?.();
  try {
    await reserve(handler, reward, context);
  } catch (refusal) {
    if (!(refusal instanceof NeedsSecondAdmin)) throw refusal;
    const { above } = refusal;
    const { position, replayed } = await ask(handler, reward, above, context);
    return { above, before: foreseen.before, after: foreseen.before, position, replayed };
  }
  if (reward.dryRun) return { ...foreseen, above: undefined };
  return { ...(await grant(handler, reward, context)), above: undefined };
}

/** What is foreseen appends nothing; each step after it asks for the right. */
const asFarAsAnyoneMay: Authorize = async () => undefined;

/** What tells one reward from another, for whatever is done about it. */
export function rewardInput({ userId, amount, reason }: RequestedReward) {
  return { operation: 'grant-reward', userId, amount: formatEvo(amount), reason };
}

function grant(handler: CommandHandler, reward: RewardByHand, context: CommandContext) {
  const { userId, amount, reason, limits, readUpTo, dryRun, authorize } = reward;
  return handler.handle({
    ...context,
    stream: streamOf('account', userId),
    decider: accountUpTo(limits.account),
    command: { type: 'GrantReward', grantId: context.commandId, amount, source: 'admin', reason },
    input: rewardInput(reward),
    readUpTo,
    dryRun,
    authorize,
  });
}

function reserve(handler: CommandHandler, reward: RewardByHand, context: CommandContext) {
  const { userId, amount, limits, dryRun, authorize } = reward;
  const { occurredAt, firstSentAt = occurredAt } = context;
  const day = dayOf(occurredAt);
  return handler.handle({
    ...context,
    // A day's stream does not know what was sent before the day; of the day it may have forgotten that it knows it.
    firstSentAt: dayOf(firstSentAt) === day ? firstSentAt : occurredAt,
    stream: streamOf('rewards-by-hand', day),
    decider: rewardDay,
    command: { grantId: context.commandId, userId, amount, limits },
    input: { ...rewardInput(reward), operation: 'reserve-reward' },
    dryRun,
    authorize,
  });
}

/** UTC, `YYYY-MM-DD`. */
const dayOf = (at: string): string => at.slice(0, 'yyyy-mm-dd'.length);

/** The answer of the first sending, where that became a request. */
async function askedBefore(
  handler: CommandHandler,
  reward: RewardByHand,
  context: CommandContext,
): Promise<SentReward | undefined> {
  const stream = streamOf('reward-request', context.commandId);
  const { stage } = await handler.read(stream, requests, context.deadline);
  if (stage === 'unknown') return undefined;
  const { position, after } = await ask(handler, reward, 'reward', context);
  const before = await handler.read(
    streamOf('account', reward.userId),
    accountUpTo(reward.limits.account),
    context.deadline,
  );
  const above = after.stage === 'unknown' ? 'reward' : after.above;
  return { above, before, after: before, position, replayed: true };
}

/** For reading: it decides nothing. */
const requests = rewardRequest(() => undefined);

async function ask(
  handler: CommandHandler,
  reward: RewardByHand,
  above: RewardLimit,
  context: CommandContext,
) {
  const { userId, amount, reason, by, dryRun } = reward;
  const asked = { userId, amount, reason };
  const { handOf, authorize } = heldHands(reward);
  return handler.handle({
    ...context,
    stream: streamOf('reward-request', context.commandId),
    decider: rewardRequest(handOf),
    command: { type: 'RequestReward', reward: asked, above, by, at: context.occurredAt },
    input: rewardInput(reward),
    dryRun,
    authorize,
  });
}
