import { parseStream } from '../../contracts/events/ledger-event.ts';
import { isGranted } from '../../ledger/rewards-by-hand/is-granted.ts';
import { type Dismissals, REWARD_REQUESTS } from '../../ledger/rewards-by-hand/pay-approved.ts';
import type { Policies } from '../auth/policies.ts';
import type { Parts } from '../http/serve.ts';
import {
  type Decided,
  type Decision,
  dismissSetAside,
  findSetAside,
  isDismissed,
  type SetAsideRow,
} from './set-aside-decisions.ts';

/** The id of the request whose approval an event is; undefined of any other event that is set aside. */
export const rewardRequestOf = ({
  process,
  stream,
}: Pick<SetAsideRow, 'process' | 'stream'>): string | undefined =>
  process === REWARD_REQUESTS ? parseStream(stream)?.id : undefined;

/**
 * Decides that nothing is done about an event, by the right that its admin has then. An approved reward is not being
 * granted meanwhile, and one that was granted before is not dismissed: who is told that it will not come may send it by hand.
 * @returns as `dismissSetAside`
 * @throws NotAnAdmin, LedgerUnavailable
 */
export async function dismiss(
  { pool, policies, store, handler }: Pick<Parts, 'pool' | 'policies' | 'store' | 'handler'>,
  decision: Decision,
): Promise<Decided> {
  const event = await findSetAside(pool, decision.id);
  const requestId = event && rewardRequestOf(event);
  const approval = event && requestId && { requestId, approvedAt: event.position };
  const deadline = handler.newDeadline();
  return policies.decide(decision.by, deadline, async (db) => {
    const isOver = approval && (await isGranted({ store, handler }, approval, deadline));
    return isOver ? undefined : dismissSetAside(db, decision);
  });
}

/** What was decided so about approved rewards, for who grants them. */
export function dismissalsOf({
  pool,
  policies,
}: Pick<Parts, 'pool'> & { readonly policies: Pick<Policies, 'hold'> }): Dismissals {
  return {
    isDismissed: (approvalId) => isDismissed(pool, REWARD_REQUESTS, approvalId),
    hold: policies.hold,
  };
}
