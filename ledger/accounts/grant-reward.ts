import { streamOf } from '../../contracts/events/ledger-event.ts';
import { formatEvo } from '../../contracts/money.ts';
import type { Authorize } from '../authorize.ts';
import type { CommandContext } from '../command-context.ts';
import type { CommandHandler } from '../handle-command.ts';
import { account } from './account.ts';

export type AdminGrant = {
  readonly userId: string;
  /** Base units, positive. */
  readonly amount: bigint;
  readonly reason: string;
  /** Says what would happen and appends nothing. */
  readonly dryRun: boolean;
  /** Runs before each decision; throws when the actor may not grant. */
  readonly authorize: Authorize;
};

/**
 * Grants EVO by hand of an admin.
 * @throws AccountNotFound, BalanceTooLarge, IdempotencyKeyReused, LedgerUnavailable, and what `authorize` throws
 */
export function grantByAdmin(handler: CommandHandler, grant: AdminGrant, context: CommandContext) {
  const { userId, amount, reason, dryRun, authorize } = grant;
  return handler.handle({
    ...context,
    stream: streamOf('account', userId),
    decider: account,
    command: { type: 'GrantReward', grantId: context.commandId, amount, source: 'admin', reason },
    input: { operation: 'grant-reward', userId, amount: formatEvo(amount), reason },
    dryRun,
    authorize,
  });
}
