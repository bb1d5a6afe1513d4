import { type LedgerEvent, parseStream, streamOf } from '../../contracts/events/ledger-event.ts';
import { AccountNotFound } from '../accounts/errors.ts';
import type { AccountState } from '../accounts/state.ts';
import type { Authorize } from '../authorize.ts';
import type { CommandContext } from '../command-context.ts';
import { LedgerUnavailable } from '../domain-error.ts';
import type { StoredEvent } from '../envelope.ts';
import type { CommandHandler } from '../handle-command.ts';
import type { Process } from '../processes/process.ts';
import { RewardDismissed } from './errors.ts';
import { accountUpTo } from './limits.ts';
import { type RequestedReward, rewardRequest } from './request.ts';
import { REQUEST_REF } from './request-ref.ts';
import { rewardInput } from './send-reward.ts';

export type ApprovedReward = RequestedReward & {
  readonly requestId: string;
  readonly approvedBy: string;
  /** Base units: the setting `MAX_ACCOUNT`. */
  readonly most: bigint;
};

type Paying = {
  /** Says what would happen and appends nothing. */
  readonly dryRun: boolean;
  /** Asked right before the grant; throws where nothing may be granted any more. */
  readonly authorize?: Authorize;
};

/**
 * Grants what a second admin has approved. The approval was the admin's act; this is the program's doing, with the
 * request's id for the command's: an account never forgets what the program did under an id of its own.
 * @throws AccountIsRemoved, AccountFullByHand, BalanceTooLarge, LedgerUnavailable, and what `authorize` throws where
 * it is not granted yet
 */
export async function payApproved(
  handler: CommandHandler,
  { requestId, approvedBy, most, dryRun, authorize, ...reward }: ApprovedReward & Paying,
  context: Pick<CommandContext, 'occurredAt' | 'correlationId' | 'deadline'>,
) {
  const { userId } = reward;
  const { occurredAt, correlationId, deadline } = context;
  try {
    return await handler.handle({
      commandId: requestId,
      actor: { kind: 'system', wallet: approvedBy },
      occurredAt,
      correlationId,
      ...(deadline && { deadline }),
      stream: streamOf('account', userId),
      decider: accountUpTo(most),
      command: grantOf({ ...reward, requestId }),
      input: rewardInput(reward),
      dryRun,
      ...(authorize && { authorize }),
    });
  } catch (refusal) {
    throw unlessMissing(refusal);
  }
}

/**
 * The account as it is now, where it would take the reward. For whoever holds a right that others wait for: it stands in no
 * line of the account's commands, whose first may be one of those.
 * @throws as `payApproved`
 */
export async function foreseePaid(
  handler: CommandHandler,
  { userId, most, ...reward }: ApprovedReward,
  deadline: CommandContext['deadline'],
): Promise<AccountState> {
  const decider = accountUpTo(most);
  const now = await handler.read(streamOf('account', userId), decider, deadline);
  try {
    decider.decide(grantOf(reward), now);
    return now;
  } catch (refusal) {
    throw unlessMissing(refusal);
  }
}

function grantOf({ requestId, amount, reason }: Pick<ApprovedReward, 'requestId' | 'amount' | 'reason'>) {
  const ref = `${REQUEST_REF}${requestId}`;
  return { type: 'GrantReward', grantId: requestId, amount, source: 'admin', reason, ref } as const;
}

/** Nobody can ask for a reward to no account: the node that was asked does not have it yet. */
const unlessMissing = (refusal: unknown) =>
  refusal instanceof AccountNotFound ? new LedgerUnavailable(refusal) : refusal;

/** What admins decide about approvals that could not be granted. */
export type Dismissals = {
  /** Whether an admin has decided that nothing is done about an approval, by its event's id. */
  readonly isDismissed: (approvalId: string) => Promise<boolean>;
  /** For `authorize` of a grant: while it is held nobody dismisses an approval. */
  readonly hold: Authorize;
};

/** For `authorize` of the grant: it refuses with RewardDismissed, and throws what the questions throw. */
export const unlessDismissed =
  ({ isDismissed, hold }: Dismissals, approvalId: string): Authorize =>
  async (use) => {
    const held = await hold(use);
    try {
      if (await isDismissed(approvalId)) throw new RewardDismissed();
      return held;
    } catch (refusal) {
      await held?.[Symbol.asyncDispose]();
      throw refusal;
    }
  };

/** Names the process's checkpoint, and what of it is set aside; never changed. */
export const REWARD_REQUESTS = 'reward-requests';

/** Grants every approved reward whose approver died before the grant, but for what is dismissed while it is tried again. */
export function rewardRequests(
  handler: CommandHandler,
  { most, dismissals }: { readonly most: bigint; readonly dismissals: Dismissals },
): Process {
  const decider = rewardRequest(() => undefined);
  return {
    name: REWARD_REQUESTS,
    laneOf: (stored) => (stored.type === 'RewardApproved' ? stored.stream : undefined),
    async handle(stored) {
      // What the ledger gives is checked against its type's schema.
      const event = stored as unknown as StoredEvent<LedgerEvent>;
      const requestId = parseStream(event.stream)?.id;
      if (event.type !== 'RewardApproved' || !requestId) return;
      const state = await handler.read(event.stream, decider);
      if (state.stage === 'unknown') {
        throw new LedgerUnavailable(new Error(`the node that was asked lacks ${event.stream}`));
      }
      const { approvedBy } = event.data;
      const { occurredAt, correlationId } = event.metadata;
      const authorize = unlessDismissed(dismissals, event.id);
      const reward = { ...state, requestId, approvedBy, most, dryRun: false, authorize };
      await payApproved(handler, reward, { occurredAt, correlationId });
    },
  };
}
