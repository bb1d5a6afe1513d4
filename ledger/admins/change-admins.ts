import type { Authorize } from '../authorize.ts';
import type { CommandContext } from '../command-context.ts';
import type { CommandHandler } from '../handle-command.ts';
import { ADMINS_STREAM, type AdminsCommand, admins } from './admins.ts';

export type AdminChange = {
  /** Checksum form. */
  readonly wallet: string;
  /** Who asks; the decider knows whether they may. */
  readonly by: string;
  readonly superAdmin: string;
};

type Authorized = AdminChange & { readonly authorize: Authorize };

/**
 * @param change its `authorize` names the right for the ledger; the decider itself refuses who has none
 * @throws NotAnAdmin, AlreadyAnAdmin, AlreadyAnAuditor, IdempotencyKeyReused, LedgerUnavailable
 */
export function addAdmin(handler: CommandHandler, change: Authorized, context: CommandContext) {
  return changeRight(handler, 'AddAdmin', change, context);
}

/**
 * @param change its `authorize` is the super admin's right
 * @throws NotTheSuperAdmin, AlreadyAnAdmin, AlreadyAnAuditor, IdempotencyKeyReused, LedgerUnavailable
 */
export function addAuditor(handler: CommandHandler, change: Authorized, context: CommandContext) {
  return changeRight(handler, 'AddAuditor', change, context);
}

/**
 * An auditor acts nowhere, so there is no act to wait for: whoever reads asks the ledger for the right each time.
 * @param change its `authorize` is the super admin's right
 * @throws NotTheSuperAdmin, AuditorNotFound, IdempotencyKeyReused, LedgerUnavailable
 */
export function removeAuditor(handler: CommandHandler, change: Authorized, context: CommandContext) {
  return changeRight(handler, 'RemoveAuditor', change, context);
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
  return changeRight(handler, 'RemoveAdmin', { ...change, authorize: holdActs }, context);
}

/** What a request with an Idempotency-Key is hashed by: a name is never changed. */
const operations = {
  AddAdmin: 'add-admin',
  RemoveAdmin: 'remove-admin',
  AddAuditor: 'add-auditor',
  RemoveAuditor: 'remove-auditor',
} as const satisfies Record<AdminsCommand['type'], string>;

function changeRight(
  handler: CommandHandler,
  type: AdminsCommand['type'],
  { authorize, ...change }: Authorized,
  context: CommandContext,
) {
  return handler.handle({
    ...context,
    stream: ADMINS_STREAM,
    decider: admins,
    command: { type, ...change },
    input: { operation: operations[type], wallet: change.wallet },
    authorize,
  });
}
