import type { Role } from '../../contracts/api/user.ts';
import { refusals } from '../../contracts/messages.ts';
import { lowerCase } from '../../contracts/wallet-address.ts';
import { DomainError } from '../../ledger/domain-error.ts';

/** Who may do what. A policy answers from the ledger's own facts, never from what a request says of itself. */
export type Policies = {
  roleOf(walletAddress: string): Promise<Role>;
  /** For `authorize` of a command: runs on the write side before each decision. */
  requireAdmin(walletAddress: string): Promise<void>;
};

/** Today the one fixed wallet is the only admin. */
export function createPolicies(superAdminWallet: string): Policies {
  const superAdmin = lowerCase(superAdminWallet);
  const roleOf = async (walletAddress: string): Promise<Role> =>
    lowerCase(walletAddress) === superAdmin ? 'superAdmin' : 'user';
  return {
    roleOf,
    async requireAdmin(walletAddress) {
      if ((await roleOf(walletAddress)) === 'user') {
        throw new DomainError('forbidden', 'NotAnAdmin', refusals.adminOnly);
      }
    },
  };
}
