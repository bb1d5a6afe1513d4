import { streamOf } from '../../contracts/events/ledger-event.ts';
import { comparePositions, type LedgerPosition } from '../../contracts/ledger-position.ts';
import { account } from '../accounts/account.ts';
import type { Deadline } from '../deadline.ts';
import type { EventStore } from '../event-store.ts';
import { eventsBehind } from '../events-behind.ts';
import type { CommandHandler } from '../handle-command.ts';
import { rewardRequest } from './request.ts';

/**
 * Whether an approved reward was granted, as far as the node has it that is asked. It waits for no command that is under
 * way: one of them may wait for who asks.
 * @param approvedAt where the approval stands
 * @throws LedgerUnavailable, LedgerCorrupt
 */
export async function isGranted(
  { store, handler }: { readonly store: EventStore; readonly handler: CommandHandler },
  { requestId, approvedAt }: { readonly requestId: string; readonly approvedAt: LedgerPosition },
  deadline: Deadline,
): Promise<boolean> {
  const decider = rewardRequest(() => undefined);
  const request = await handler.read(streamOf('reward-request', requestId), decider, deadline);
  if (request.stage === 'unknown') return false;
  const stream = streamOf('account', request.userId);
  const { revision: last, position } = await handler.aggregate(stream, account, deadline);
  if (last === undefined || !position || comparePositions(position, approvedAt) <= 0) return false;
  const since = await eventsBehind(store, { stream, last }, approvedAt, deadline);
  return since.some(({ metadata }) => metadata.commandId === requestId);
}
