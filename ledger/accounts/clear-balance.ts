import { streamOf } from '../../contracts/events/ledger-event.ts';
import type { CommandContext } from '../command-context.ts';
import type { CommandHandler } from '../handle-command.ts';
import { account } from './account.ts';
import type { AdminAct } from './admin-act.ts';

/**
 * Takes back everything that is pending on the account.
 * @param act `shown`: as of the command
 * @throws NothingToClear, ClearsOtherwise, AccountNotFound, AccountIsRemoved, IdempotencyKeyReused, LedgerUnavailable, and what
 * `authorize` throws
 */
export function clearBalance(
  handler: CommandHandler,
  act: AdminAct & { readonly shown?: bigint | undefined },
  context: CommandContext,
) {
  const { userId, reason, shown, dryRun, authorize } = act;
  return handler.handle({
    ...context,
    stream: streamOf('account', userId),
    decider: account,
    command: { type: 'ClearBalance', reason, shown },
    input: { operation: 'clear-balance', userId, reason },
    dryRun,
    authorize,
  });
}
