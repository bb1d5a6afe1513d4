import type { Deadline } from '../deadline.ts';
import type { CommandHandler } from '../handle-command.ts';
import { ADMINS_STREAM, type AdminsAsOf, admins } from './admins.ts';

/**
 * Who is an admin as the ledger has it at the moment of asking, whichever process changed it.
 * @throws LedgerUnavailable
 */
export function readAdmins(handler: CommandHandler, deadline?: Deadline): Promise<AdminsAsOf> {
  return handler.aggregate(ADMINS_STREAM, admins, deadline);
}
