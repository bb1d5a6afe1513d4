import type { Authorize } from '../authorize.ts';
import type { CommandContext } from '../command-context.ts';
import type { CommandHandler } from '../handle-command.ts';
import { ADMINS_STREAM, admins } from './admins.ts';

export type AdminChange = {
  /** Checksum form. */
  readonly wallet: string;
  /** Who asks; the decider knows whether they may. */
  readonly by: string;
  readonly superAdmin: string;
};

/**
 * @param change its `authorize` names the right for the ledger; the decider itself refuses who has none
 * @throws NotAnAdmin, AlreadyAnAdmin, AlreadyAnAuditor, IdempotencyKeyReused, LedgerUnavailable
 */
export function addAdmin(
  handler: CommandHandler,
  { authorize, ...change }: AdminChange & { readonly authorize: Authorize },
  context: CommandContext,
) {
  return handler.handle({
    ...context,
    stream: ADMINS_STREAM,
    decider: admins,
    command: { type: 'AddAdmin', ...change },
    input: { operation: 'add-admin', wallet: change.wallet },
    authorize,
  });
}

/**
 * @param change its `authorize` is the super admin's right
 * @throws NotTheSuperAdmin, AlreadyAnAdmin, AlreadyAnAuditor, IdempotencyKeyReused, LedgerUnavailable
 */
export function addAuditor(
  handler: CommandHandler,
  { authorize, ...change }: AdminChange & { readonly authorize: Authorize },
  context: CommandContext,
) {
  return handler.handle({
    ...context,
    stream: ADMINS_STREAM,
    decider: admins,
    command: { type: 'AddAuditor', ...change },
    input: { operation: 'add-auditor', wallet: change.wallet },
    authorize,
  });
}

/**
 * An auditor acts nowhere, so there is no act to wait for: whoever reads asks the ledger for the right each time.
 * @param change its `authorize` is the super admin's right
 * @throws NotTheSuperAdmin, AuditorNotFound, IdempotencyKeyReused, LedgerUnavailable
 */
export function removeAuditor(
  handler: CommandHandler,
  { authorize, ...change }: AdminChange & { readonly authorize: Authorize },
  context: CommandContext,
) {
  return handler.handle({
    ...context,
    stream: ADMINS_STREAM,
    decider: admins,
    command: { type: 'RemoveAuditor', ...change },
    input: { operation: 'remove-auditor', wallet: change.wallet },
    authorize,
  });
}

/**
 * @param change its `holdActs` holds back the acts of admins until the removal stands in the ledger
 * @throws NotTheSuperAdmin, OriginalAdmin, AdminNotFound, IdempotencyKeyReused, LedgerUnavailable
 */
export function removeAdmin(
  handler: CommandHandler,
  { holdActs, ...change }: AdminChange & { readonly holdActs: Authorize },
  context: CommandContext,
) {
  return handler.handle({
    ...context,
    stream: ADMINS_STREAM,
    decider: admins,
    command: { type: 'RemoveAdmin', ...change },
    input: { operation: 'remove-admin', wallet: change.wallet },
    authorize: holdActs,
  });
}
