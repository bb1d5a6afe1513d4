import type { Pool } from 'pg';
import { refusals } from '../../../contracts/messages.ts';
import { readAccount } from '../../../ledger/accounts/read-account.ts';
import { removeAccount } from '../../../ledger/accounts/remove-account.ts';
import type { CommandContext } from '../../../ledger/command-context.ts';
import { DomainError } from '../../../ledger/domain-error.ts';
import type { CommandHandler } from '../../../ledger/handle-command.ts';
import type { Policies } from '../../auth/policies.ts';
import { closeSessionsOfWallet, type Session } from '../../auth/session.ts';

type Removal = { readonly userId: string; readonly reason: string; readonly dryRun: boolean };

/**
 * Removes a user and ends the sessions; not those of who was let in again since an earlier sending did it. Who has admin
 * rights cannot be removed: with the account the super admin would lose the way in; nor who is an auditor, whom an admin
 * would lock out so. Nobody is given a right in between (`givingTo`).
 * @throws DomainError when it is refused, LedgerUnavailable
 */
export async function removeAsAdmin(
  parts: { readonly handler: CommandHandler; readonly pool: Pool; readonly policies: Policies },
  session: Pick<Session, 'walletAddress'>,
  { userId, reason, dryRun }: Removal,
  command: CommandContext,
) {
  const { handler, pool, policies } = parts;
  const { walletAddress, removed } = await readAccount(handler, userId);
  const authorize = policies.requireAdminOver(session.walletAddress, (roleOf) => {
    const role = walletAddress === undefined ? 'user' : roleOf(walletAddress);
    if (role === 'auditor') throw new DomainError('conflict', 'AccountOfAuditor', refusals.accountOfAuditor);
    if (role !== 'user') throw new DomainError('conflict', 'AccountOfAdmin', refusals.accountOfAdmin);
  });
  const result = await removeAccount(handler, { userId, reason, dryRun, authorize }, command);
  const isBackAgain = result.replayed && !removed;
  if (walletAddress === undefined || dryRun || isBackAgain) return result;
  await closeSessionsOfWallet(pool, walletAddress);
  return result;
}
