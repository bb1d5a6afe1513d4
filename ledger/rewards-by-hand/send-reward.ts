import { streamOf } from '../../contracts/events/ledger-event.ts';
import type { RewardLimit } from '../../contracts/events/rewards-by-hand.ts';
import type { LedgerPosition } from '../../contracts/ledger-position.ts';
import { formatEvo } from '../../contracts/money.ts';
import type { AccountState } from '../accounts/state.ts';
import type { Authorize } from '../authorize.ts';
import { type CommandContext, inOneTime } from '../command-context.ts';
import type { CommandHandler } from '../handle-command.ts';
import { type AsShown, hasEqualSince, inOneOrder } from './as-shown.ts';
import { rewardDay } from './day.ts';
import { NeedsNoSecondAdmin, NeedsSecondAdmin, RewardSentSince } from './errors.ts';
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
    /** Asked before it is sent or asked for first, for who says what was shown. */
    readonly asShown?: AsShown | undefined;
    /** Its sender was shown that a second admin is asked. */
    readonly isToBeAsked?: boolean | undefined;
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
 * LedgerUnavailable, RewardSentSince and NeedsNoSecondAdmin where it is no longer what its sender was shown, and what
 * `authorize` throws; then no reward was sent or asked for
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
  const { asShown } = reward;
  await asShown?.untilRead();
  await asShown?.assert(reward);
  try {
    // Of a day the sum only grows: what is refused now is refused again.
    if (reward.isToBeAsked) {
      await reserve(handler, { ...reward, dryRun: true }, context);
      throw new NeedsNoSecondAdmin();
    }
    await reserve(handler, reward, context);
  } catch (refusal) {
    if (!(refusal instanceof NeedsSecondAdmin)) throw refusal;
    const { above } = refusal;
    const { position, replayed } = await ask(handler, reward, above, context);
    return { above, before: foreseen.before, after: foreseen.before, position, replayed };
  }
  if (reward.dryRun) return { ...foreseen, above: undefined };
  const seen = asShown && foreseen.before;
  try {
    return { ...(await grant(handler, reward, context, seen)), above: undefined };
  } catch (refusal) {
    if (!(refusal instanceof RewardSentSince)) throw refusal;
    // Whose it is can be said once it was read.
    await asShown?.untilRead();
    await asShown?.assert(reward);
    throw refusal;
  }
}

/** What is foreseen appends nothing; each step after it asks for the right. */
const asFarAsAnyoneMay: Authorize = async () => undefined;

/** What tells one reward from another, for whatever is done about it. */
export function rewardInput({ userId, amount, reason }: RequestedReward) {
  return { operation: 'grant-reward', userId, amount: formatEvo(amount), reason };
}

/** @param seen the account as it was when its sender's word on equal rewards was looked at; undefined where there is none */
function grant(handler: CommandHandler, reward: RewardByHand, context: CommandContext, seen?: AccountState) {
  const { userId, amount, reason, limits, readUpTo, dryRun, authorize } = reward;
  return handler.handle({
    ...context,
    stream: streamOf('account', userId),
    decider: seen ? withNothingEqualSince(seen, limits.account) : accountUpTo(limits.account),
    command: { type: 'GrantReward', grantId: context.commandId, amount, source: 'admin', reason },
    input: rewardInput(reward),
    readUpTo,
    dryRun,
    authorize,
  });
}

function withNothingEqualSince(seen: AccountState, most: bigint): ReturnType<typeof accountUpTo> {
  const decider = accountUpTo(most);
  return {
    ...decider,
    decide(command, state) {
      if (command.type === 'GrantReward' && hasEqualSince(seen, state, command.amount))
        throw new RewardSentSince();
      return decider.decide(command, state);
    },
  };
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
  const { userId, amount, reason, by, dryRun, asShown } = reward;
  const asked = { userId, amount, reason };
  const { handOf, authorize } = heldHands(inOneOrder(reward, asShown), async () => {
    await asShown?.untilReadAgain();
    await asShown?.assert(asked);
  });
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
