import type { Role } from '../../contracts/api/user.ts';
import { lowerCase } from '../../contracts/wallet-address.ts';
import { type AdminsState, isAdmin, NotAnAdmin, NotTheSuperAdmin } from '../../ledger/admins/admins.ts';
import type { HeldRight } from '../../ledger/authorize.ts';
import { LedgerUnavailable } from '../../ledger/domain-error.ts';
import type { RightsFence } from './rights-fence.ts';

/** Who may do what. A policy answers from the ledger's own facts, never from what a request says of itself. */
export type Policies = {
  /** Checksum form; the one admin whose right is a setting. */
  readonly superAdminWallet: string;
  /** The admins beside the super admin, as of now. */
  readonly admins: () => Promise<AdminsState>;
  roleOf(walletAddress: string): Promise<Role>;
  /** As `roleOf`, for display: an ordinary user while the ledger does not answer. */
  shownRoleOf(walletAddress: string): Promise<Role>;
  /**
   * For `authorize` of a command: looks on the write side before each decision, and holds an admin's right until the
   * command is over.
   * @throws NotAnAdmin, LedgerUnavailable
   */
  requireAdmin(walletAddress: string): Promise<HeldRight | undefined>;
  /**
   * As `requireAdmin`. The super admin's right is a setting that nobody takes away.
   * @throws NotTheSuperAdmin
   */
  requireSuperAdmin(walletAddress: string): Promise<undefined>;
  /** For `authorize` of the removal of an admin: waits until the acts of admins that are under way are over. */
  holdActs(): Promise<HeldRight>;
};

/** @param admins reads the ledger; when it cannot, nobody but the super admin has a right */
export function createPolicies(
  superAdminWallet: string,
  admins: () => Promise<AdminsState>,
  fence: RightsFence,
): Policies {
  const superAdmin = lowerCase(superAdminWallet);
  const roleOf = async (walletAddress: string): Promise<Role> => {
    if (lowerCase(walletAddress) === superAdmin) return 'superAdmin';
    return isAdmin(await admins(), walletAddress) ? 'admin' : 'user';
  };
  return {
    superAdminWallet,
    admins,
    roleOf,
    async shownRoleOf(walletAddress) {
      try {
        return await roleOf(walletAddress);
      } catch (error) {
        if (!(error instanceof LedgerUnavailable)) throw error;
        return 'user';
      }
    },
    async requireAdmin(walletAddress) {
      if (lowerCase(walletAddress) === superAdmin) return undefined;
      const right = await fence.act();
      try {
        if (!isAdmin(await admins(), walletAddress)) throw new NotAnAdmin();
        return right;
      } catch (refusal) {
        await right[Symbol.asyncDispose]();
        throw refusal;
      }
    },
    async requireSuperAdmin(walletAddress) {
      if (lowerCase(walletAddress) !== superAdmin) throw new NotTheSuperAdmin();
      return undefined;
    },
    holdActs: () => fence.removal(),
  };
}
