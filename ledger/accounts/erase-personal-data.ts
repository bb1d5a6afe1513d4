import { streamOf } from '../../contracts/events/ledger-event.ts';
import type { Authorize } from '../authorize.ts';
import type { CommandContext } from '../command-context.ts';
import type { CommandHandler } from '../handle-command.ts';
import { account } from './account.ts';

/**
 * Records that an account's personal data are erased; deleting its keys follows (`erasePersonalDataProcess` of the API).
 * No event where nothing personal has come since the last time.
 * @throws AccountNotFound, IdempotencyKeyReused, LedgerUnavailable, and what `authorize` throws
 */
export function erasePersonalData(
  handler: CommandHandler,
  {
    userId,
    reason,
    dryRun = false,
    authorize,
  }: {
    readonly userId: string;
    readonly reason?: string;
    readonly dryRun?: boolean;
    readonly authorize?: Authorize;
  },
  context: CommandContext,
) {
  return handler.handle({
    ...context,
    stream: streamOf('account', userId),
    decider: account,
    command: { type: 'ErasePersonalData', ...(reason !== undefined && { reason }) },
    input: { operation: 'erase-personal-data', userId, ...(reason !== undefined && { reason }) },
    dryRun,
    ...(authorize && { authorize }),
  });
}
