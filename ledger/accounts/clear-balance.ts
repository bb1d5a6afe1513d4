import { streamOf } from '../../contracts/events/ledger-event.ts';
import type { CommandContext } from '../command-context.ts';
import type { CommandHandler } from '../handle-command.ts';
import { account } from './account.ts';
import type { AdminAct } from './admin-act.ts';

/**
 * Takes back everything that is pending on the account.
 * @throws NothingToClear, AccountNotFound, AccountIsRemoved, IdempotencyKeyReused, LedgerUnavailable, and what
 * `authorize` throws
 */
export function clearBalance(handler: CommandHandler, act: AdminAct, context: CommandContext) {
  const { userId, reason, dryRun, authorize } = act;
  return handler.handle({
    ...context,
    stream: streamOf('account', userId),
    decider: account,
    command: { type: 'ClearBalance', reason },
    input: { operation: 'clear-balance', userId, reason },
    dryRun,
    authorize,
  });
}
