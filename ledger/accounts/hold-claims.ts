import { v5 as uuidv5 } from 'uuid';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import type { CommandContext } from '../command-context.ts';
import type { CommandHandler } from '../handle-command.ts';
import { account } from './account.ts';
import type { AdminAct } from './admin-act.ts';

/**
 * Holds the claims of an account until they are released.
 * @throws ClaimsHeldAlready, AccountNotFound, AccountIsRemoved, IdempotencyKeyReused, LedgerUnavailable, and what
 * `authorize` throws
 */
export function holdClaimsByAdmin(handler: CommandHandler, act: AdminAct, context: CommandContext) {
  const { userId, reason, dryRun, authorize } = act;
  return handler.handle({
    ...context,
    stream: streamOf('account', userId),
    decider: account,
    command: { type: 'HoldClaims', holdId: uuidv5('hold', context.commandId), reason },
    input: { operation: 'hold-claims', userId, reason },
    dryRun,
    authorize,
  });
}

/** @throws ClaimsNotHeld, and as `holdClaimsByAdmin` */
export function releaseClaimsByAdmin(handler: CommandHandler, act: AdminAct, context: CommandContext) {
  const { userId, reason, dryRun, authorize } = act;
  return handler.handle({
    ...context,
    stream: streamOf('account', userId),
    decider: account,
    command: { type: 'ReleaseClaims', reason },
    input: { operation: 'release-claims', userId, reason },
    dryRun,
    authorize,
  });
}
