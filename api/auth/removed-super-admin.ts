import type { Logger } from 'pino';
import { readAccount } from '../../ledger/accounts/read-account.ts';
import type { CommandHandler } from '../../ledger/handle-command.ts';
import { findOwner } from '../../ledger/reservations/find-owner.ts';

/** What is wrong with a super admin whose account was removed before the setting named its wallet, and what to do. */
export const REMOVED_SUPER_ADMIN =
  'SUPER_ADMIN_WALLET names a wallet whose account was removed: nobody can sign in with it. Name another wallet, whose super admin can undo the removal in Activity History.';

/**
 * Says so at a start: who signs in is told no more than that the account was removed. Never throws: where the event store does
 * not answer, `doctor` says it later.
 */
export async function warnOfRemovedSuperAdmin(
  handler: CommandHandler,
  wallet: string,
  logger: Pick<Logger, 'warn'>,
): Promise<void> {
  try {
    const userId = await findOwner(handler, 'wallet', wallet);
    if (userId === undefined || !(await readAccount(handler, userId)).removed) return;
    logger.warn({ wallet }, REMOVED_SUPER_ADMIN);
  } catch (err) {
    logger.warn({ err }, 'whether the super admin can sign in could not be seen');
  }
}
