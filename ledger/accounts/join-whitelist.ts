import { streamOf } from '../../contracts/events/ledger-event.ts';
import type { CommandContext } from '../command-context.ts';
import type { CommandHandler } from '../handle-command.ts';
import { account } from './account.ts';

/**
 * Puts the account on the whitelist; one that is on it stays on it.
 * @throws AccountNotFound, AccountIsRemoved, IdempotencyKeyReused, LedgerUnavailable
 */
export function joinWhitelist(handler: CommandHandler, userId: string, context: CommandContext) {
  return handler.handle({
    ...context,
    stream: streamOf('account', userId),
    decider: account,
    command: { type: 'JoinWhitelist' },
    input: { operation: 'join-whitelist', userId },
  });
}
