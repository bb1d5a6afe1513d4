import { streamOf } from '../../contracts/events/ledger-event.ts';
import type { CommandContext } from '../command-context.ts';
import type { CommandHandler } from '../handle-command.ts';
import { account } from './account.ts';
import type { AdminAct } from './admin-act.ts';
import { AccountIsRemoved, ReasonOfMergers } from './errors.ts';
import { MERGED } from './merger.ts';

/**
 * Removes the account; its history stays, and so do its wallet, address and names, so that nobody is paid a second
 * time for joining again.
 * @throws AccountNotFound, AccountIsRemoved, ReasonOfMergers, IdempotencyKeyReused, LedgerUnavailable, and what `authorize` throws
 */
export async function removeAccount(handler: CommandHandler, act: AdminAct, context: CommandContext) {
  const { userId, reason, dryRun, authorize } = act;
  if (reason === MERGED) throw new ReasonOfMergers();
  const result = await handler.handle({
    ...context,
    stream: streamOf('account', userId),
    decider: account,
    command: { type: 'RemoveAccount', reason },
    input: { operation: 'remove-account', userId, reason },
    dryRun,
    authorize,
  });
  if (result.events.length === 0) throw new AccountIsRemoved();
  return result;
}
