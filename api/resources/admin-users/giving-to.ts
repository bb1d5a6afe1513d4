import { rightTexts } from '../../../contracts/admin-messages.ts';
import { readAccount } from '../../../ledger/accounts/read-account.ts';
import type { Authorize } from '../../../ledger/authorize.ts';
import { DomainError } from '../../../ledger/domain-error.ts';
import { findOwner } from '../../../ledger/reservations/find-owner.ts';
import type { Parts } from '../../http/serve.ts';

/**
 * For `authorize` of giving a wallet a right. Whose account was removed is refused: nobody could use the right, and it
 * would be there again with the account. No account is removed in between (`removeAsAdmin`).
 * @param by the wallet of who gives it
 */
export function givingTo(
  wallet: string,
  by: string,
  { handler, policies }: Pick<Parts, 'handler' | 'policies'>,
): Authorize {
  return policies.requireAdminToGive(by, async (deadline) => {
    const userId = await findOwner(handler, 'wallet', wallet, deadline);
    if (userId === undefined) return;
    const { removed } = await readAccount(handler, userId, deadline);
    if (removed) throw new DomainError('conflict', 'AccountOfRightRemoved', rightTexts.accountRemoved);
  });
}
