import { streamOf } from '../../contracts/events/ledger-event.ts';
import { readAccount } from '../accounts/read-account.ts';
import { type CommandContext, inOneTime } from '../command-context.ts';
import { DomainError, LedgerCorrupt } from '../domain-error.ts';
import type { CommandHandler } from '../handle-command.ts';
import { type AsShown, hasEqualSince, inOneOrder } from './as-shown.ts';
import { RewardRequestUnknown, RewardSentSince } from './errors.ts';
import { type Hands, heldHands } from './held-hands.ts';
import {
  type ApprovedReward,
  type Dismissals,
  foreseePaid,
  payApproved,
  unlessDismissed,
} from './pay-approved.ts';
import { rewardRequest } from './request.ts';

export type RequestDecision = Hands & {
  readonly requestId: string;
  /** The wallet of the admin who decides. */
  readonly by: string;
};

export type RequestApproval = RequestDecision & {
  /** Says what would happen and appends nothing. */
  readonly dryRun: boolean;
  /** Base units, the setting `MAX_ACCOUNT`. */
  readonly most: bigint;
  readonly dismissals: Dismissals;
  /** Asked before it is approved, for who says what was shown. */
  readonly asShown?: AsShown | undefined;
};

/**
 * Approves a reward that another admin has asked for, and grants it: once, however many approve at once and whoever
 * dies between the two; then the process `reward-requests` grants it. What the account refuses when the approval stands
 * already (another one has filled it in between, or it was removed) is told as `refusal`, and is that process's to try;
 * so is that it was dismissed since, and then nobody grants it any more.
 * @throws RewardRequestUnknown, RewardRequestOver, RewardRequestExpired, OwnRewardRequest, SameHandRewardRequest,
 * RequesterNoAdmin, RewardSentSince, what a grant throws, LedgerUnavailable, and what `authorize` throws; then nothing was approved, or
 * that is not known
 */
export async function approveReward(
  handler: CommandHandler,
  { dryRun, most, dismissals, asShown, ...decision }: RequestApproval,
  request: CommandContext,
) {
  const context = inOneTime(handler, request);
  const { requestId, by } = decision;
  const stream = streamOf('reward-request', requestId);
  const state = await handler.read(stream, requests, context.deadline);
  if (state.stage === 'unknown') throw new RewardRequestUnknown();
  const approved: ApprovedReward = { ...state, requestId, approvedBy: by, most };
  // Sent again, an approval that stands is told as such, whatever the account refuses by now.
  const foreseen = dryRun ? await payApproved(handler, { ...approved, dryRun }, context) : undefined;
  // Whoever sends an approval again that stands waits for nothing.
  const isAsked = asShown !== undefined && state.stage === 'open';
  const seen = isAsked ? await readAccount(handler, state.userId, context.deadline) : undefined;
  if (isAsked) await asShown.untilRead();
  const { handOf, authorize } = heldHands(inOneOrder(decision, asShown), async () => {
    // Whatever the account refuses is said before anything is approved.
    const now = await foreseePaid(handler, approved, context.deadline);
    await asShown?.untilReadAgain();
    await asShown?.assert(state);
    if (seen && hasEqualSince(seen, now, state.amount)) throw new RewardSentSince();
  });
  const approval = await handler.handle({
    ...context,
    stream,
    decider: rewardRequest(handOf),
    command: { type: 'ApproveReward', by, at: context.occurredAt },
    input: { operation: 'approve-reward', requestId },
    dryRun,
    authorize,
  });
  if (foreseen) return { reward: state, ...foreseen, refusal: undefined };
  const [event] = approval.events;
  if (!event) throw new LedgerCorrupt(`the approval of ${requestId} has no event`);
  const { occurredAt, correlationId } = event.metadata;
  const paying = { ...context, occurredAt, correlationId };
  const granting = { ...approved, dryRun: false, authorize: unlessDismissed(dismissals, event.id) };
  const paid = await payApproved(handler, granting, paying).then(
    ({ before, after, position }) => ({ before, after, position, refusal: undefined }),
    async (refusal: unknown) => {
      if (!(refusal instanceof DomainError)) throw refusal;
      const now = await readAccount(handler, state.userId, context.deadline);
      return { before: now, after: now, position: undefined, refusal };
    },
  );
  const { position, replayed } = approval;
  return { reward: state, ...paid, position: paid.position ?? position, replayed };
}

/**
 * Declines a reward that waits; whoever asked withdraws it so.
 * @throws RewardRequestUnknown, RewardRequestOver, LedgerUnavailable, and what `authorize` throws
 */
export async function declineReward(
  handler: CommandHandler,
  { requestId, by, reason, ...decision }: RequestDecision & { readonly reason: string },
  request: CommandContext,
) {
  const context = inOneTime(handler, request);
  const { handOf, authorize } = heldHands(decision);
  return handler.handle({
    ...context,
    stream: streamOf('reward-request', requestId),
    decider: rewardRequest(handOf),
    command: { type: 'DeclineReward', by, at: context.occurredAt, reason },
    input: { operation: 'decline-reward', requestId, reason },
    authorize,
  });
}

/** For reading: it decides nothing. */
const requests = rewardRequest(() => undefined);
