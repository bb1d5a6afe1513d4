import type { Role } from '../../contracts/api/user.ts';
import { lowerCase } from '../../contracts/wallet-address.ts';
import {
  type AdminsAsOf,
  type AdminsState,
  isAdmin,
  isAuditor,
  NotAnAdmin,
  NotTheSuperAdmin,
} from '../../ledger/admins/admins.ts';
import type { Authorize, HeldRight } from '../../ledger/authorize.ts';
import type { Deadline } from '../../ledger/deadline.ts';
import { LedgerUnavailable } from '../../ledger/domain-error.ts';
import type { HeldAct, RightsFence } from './rights-fence.ts';

/** Who may do what. A policy answers from the ledger's own facts, never from what a request says of itself. */
export type Policies = {
  /** Checksum form; the one admin whose right is a setting. */
  readonly superAdminWallet: string;
  /** Who has which right beside the super admin, as of now. */
  readonly rights: () => Promise<AdminsState>;
  /** Of the ledger at the moment of asking: who has lost a right a moment ago has none. */
  roleOf(walletAddress: string): Promise<Role>;
  /** As `roleOf`, for display: an ordinary user while the ledger does not answer. */
  shownRoleOf(walletAddress: string): Promise<Role>;
  /**
   * For `authorize` of a command: looks on the write side before each decision, and holds an admin's right until the
   * append is over. It refuses with NotAnAdmin, and throws LedgerUnavailable.
   */
  requireAdmin(walletAddress: string): Authorize;
  /**
   * As `requireAdmin`. The super admin's right is a setting that nobody takes away. It refuses with NotTheSuperAdmin.
   */
  requireSuperAdmin(walletAddress: string): Authorize;
  /** For `authorize` of the removal of an admin: waits until the acts of admins that are under way are over. */
  readonly holdActs: Authorize;
};

const theSuperAdminsRight = { right: { role: 'superAdmin' } } as const;
const theSuperAdmins: HeldRight = { ...theSuperAdminsRight, async [Symbol.asyncDispose]() {} };

/** Of what appends nothing: the append that may follow it looks again. */
const heldForNothing: HeldAct = { adminsRevision: -1n, async [Symbol.asyncDispose]() {} };

/**
 * @param asOf reads the ledger; when it cannot, nobody but the super admin has a right
 * @param isInForce whether the super admin has rights; a Demo wallet's end with the trial
 */
export function createPolicies(
  superAdminWallet: string,
  asOf: (deadline?: Deadline) => Promise<AdminsAsOf>,
  fence: RightsFence,
  isInForce: () => boolean = () => true,
): Policies {
  const superAdmin = lowerCase(superAdminWallet);
  const isSuperAdmin = (wallet: string) => lowerCase(wallet) === superAdmin && isInForce();
  const rights = async () => (await asOf()).state;
  const roleOf = async (walletAddress: string): Promise<Role> => {
    if (isSuperAdmin(walletAddress)) return 'superAdmin';
    const state = await rights();
    if (isAdmin(state, walletAddress)) return 'admin';
    return isAuditor(state, walletAddress) ? 'auditor' : 'user';
  };
  return {
    superAdminWallet,
    rights,
    roleOf,
    async shownRoleOf(walletAddress) {
      try {
        return await roleOf(walletAddress);
      } catch (error) {
        if (!(error instanceof LedgerUnavailable)) throw error;
        return 'user';
      }
    },
    requireAdmin: (walletAddress) => async (use) => {
      if (isSuperAdmin(walletAddress)) return theSuperAdmins;
      const held = use.isDryRun ? heldForNothing : await fence.act(use);
      try {
        const { state, revision = -1n } = await asOf(use.deadline);
        if (revision < held.adminsRevision) {
          throw new LedgerUnavailable(new Error('the event store shows rights of before a removal'));
        }
        if (!isAdmin(state, walletAddress)) throw new NotAnAdmin();
        return { ...held, right: { role: 'admin', adminsRevision: Number(revision) } };
      } catch (refusal) {
        await held[Symbol.asyncDispose]();
        throw refusal;
      }
    },
    requireSuperAdmin: (walletAddress) => async () => {
      if (!isSuperAdmin(walletAddress)) throw new NotTheSuperAdmin();
      return theSuperAdmins;
    },
    holdActs: async (use) => ({ ...(await fence.removal(use)), ...theSuperAdminsRight }),
  };
}
