import { streamOf } from '../../contracts/events/ledger-event.ts';
import type { CommandContext } from '../command-context.ts';
import type { CommandHandler } from '../handle-command.ts';
import { account } from './account.ts';

/**
 * Checks the account in for the UTC day of the command.
 * @throws AlreadyCheckedIn, AccountNotFound, AccountIsRemoved, IdempotencyKeyReused, LedgerUnavailable
 */
export function checkIn(handler: CommandHandler, userId: string, context: CommandContext) {
  return handler.handle({
    ...context,
    stream: streamOf('account', userId),
    decider: account,
    command: { type: 'CheckIn', day: context.occurredAt.slice(0, 10), grantId: context.commandId },
    // Not the day: a retry after midnight is still the same check-in.
    input: { operation: 'check-in', userId },
  });
}
