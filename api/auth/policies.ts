import type { Role } from '../../contracts/api/user.ts';
import type { Right } from '../../contracts/events/event.ts';
import { lowerCase } from '../../contracts/wallet-address.ts';
import {
  type AdminsAsOf,
  type AdminsState,
  isAdmin,
  isAuditor,
  NotAnAdmin,
  NotTheSuperAdmin,
} from '../../ledger/admins/admins.ts';
import type { Authorize, HeldRight, RightUse } from '../../ledger/authorize.ts';
import type { Deadline } from '../../ledger/deadline.ts';
import { LedgerUnavailable } from '../../ledger/domain-error.ts';
import type { Database } from '../../projector/database.ts';
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
  /**
   * As `requireAdmin`, for an act that spares who has a right: what `look` is told holds until the append is over,
   * whoever acts. It throws to refuse.
   */
  requireAdminOver(walletAddress: string, look: (roleOf: (wallet: string) => Role) => void): Authorize;
  /**
   * As `requireAdmin`, for acts of which one must not come between the other's look at the ledger and its append: none
   * of them is under way beside another one, whoever acts.
   */
  requireAdminAlone(walletAddress: string): Authorize;
  /**
   * As `requireAdmin`, for giving a right: waits until the acts of admins that are under way are over, so that what
   * `look` finds of them holds until the append is over. It throws to refuse.
   */
  requireAdminToGive(walletAddress: string, look: (deadline: Deadline) => Promise<void>): Authorize;
  /** For `authorize` of the removal of an admin: waits until the acts of admins that are under way are over. */
  readonly holdActs: Authorize;
  /** For `authorize` of what the program does unless an admin has decided against it (`decide`): no right is asked for. */
  readonly hold: Authorize;
  /**
   * For what an admin decides in Postgres, which no event tells of: beside no act, and by a right that there is then. It
   * refuses with NotAnAdmin, and throws LedgerUnavailable and what the work throws.
   */
  decide<Done>(
    walletAddress: string,
    deadline: Deadline,
    work: (db: Database) => Promise<Done>,
  ): Promise<Done>;
};

const theSuperAdminsRight = { right: { role: 'superAdmin' } } as const;
const theSuperAdmins: HeldRight = { ...theSuperAdminsRight, async [Symbol.asyncDispose]() {} };

/** Milliseconds for which rights that were read serve the acts of a fence that knows of no later removal. */
const SERVES_MS = 1_000;

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
  const read = lastRead(asOf);
  const rights = async () => (await read.asOf()).state;
  const roleIn = (state: AdminsState, walletAddress: string): Role => {
    if (isSuperAdmin(walletAddress)) return 'superAdmin';
    if (isAdmin(state, walletAddress)) return 'admin';
    return isAuditor(state, walletAddress) ? 'auditor' : 'user';
  };
  const roleOf = async (walletAddress: string): Promise<Role> =>
    isSuperAdmin(walletAddress) ? 'superAdmin' : roleIn(await rights(), walletAddress);
  /** @throws NotAnAdmin */
  const rightIn = ({ state, revision = -1n }: AdminsAsOf, walletAddress: string): Right => {
    if (isSuperAdmin(walletAddress)) return theSuperAdminsRight.right;
    if (!isAdmin(state, walletAddress)) throw new NotAnAdmin();
    return { role: 'admin', adminsRevision: Number(revision) };
  };
  /** The rights as of now. @throws LedgerUnavailable where they are those of before a removal that is known */
  const rightsSince = async (removedAt: bigint, deadline: Deadline): Promise<AdminsAsOf> => {
    const now = await read.asOf(deadline);
    if ((now.revision ?? -1n) < removedAt) {
      throw new LedgerUnavailable(new Error('the event store shows rights of before a removal'));
    }
    return now;
  };
  const holdAct = async (
    use: RightUse,
    walletAddress: string,
    look?: (state: AdminsState) => void,
    hold = fence.act,
  ): Promise<HeldRight> => {
    const held = use.isDryRun ? heldForNothing : await hold(use);
    const known = look || use.isDryRun ? undefined : read.lately();
    // A right is lost by a removal alone, and the fence knows the last of them: what shows that one, or is of later, holds.
    if (known && (known.revision ?? -1n) >= held.adminsRevision && isAdmin(known.state, walletAddress)) {
      return { ...held, right: rightIn(known, walletAddress) };
    }
    return heldIf(held, async () => {
      const now = await rightsSince(held.adminsRevision, use.deadline);
      const right = rightIn(now, walletAddress);
      look?.(now.state);
      return right;
    });
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
    requireAdmin: (walletAddress) => async (use) =>
      isSuperAdmin(walletAddress) ? theSuperAdmins : holdAct(use, walletAddress),
    requireAdminOver: (walletAddress, look) => (use) =>
      holdAct(use, walletAddress, (state) => look((wallet) => roleIn(state, wallet))),
    requireAdminAlone: (walletAddress) => (use) =>
      holdAct(use, walletAddress, () => undefined, fence.actAlone),
    requireAdminToGive: (walletAddress, look) => async (use) =>
      heldIf(await fence.removal(use), async () => {
        const right = rightIn(await read.asOf(use.deadline), walletAddress);
        await look(use.deadline);
        return right;
      }),
    requireSuperAdmin: (walletAddress) => async () => {
      if (!isSuperAdmin(walletAddress)) throw new NotTheSuperAdmin();
      return theSuperAdmins;
    },
    holdActs: async (use) => ({ ...(await fence.removal(use)), ...theSuperAdminsRight }),
    hold: fence.act,
    decide: (walletAddress, deadline, work) =>
      fence.alone(deadline, async (db, removedAt) => {
        if (!isSuperAdmin(walletAddress)) rightIn(await rightsSince(removedAt, deadline), walletAddress);
        return work(db);
      }),
  };
}

/** The rights as of now, and those that were read in the last moments, if any: what the handler keeps says not since when. */
function lastRead(asOf: (deadline?: Deadline) => Promise<AdminsAsOf>) {
  let last: { readonly at: number; readonly rights: AdminsAsOf } | undefined;
  return {
    async asOf(deadline?: Deadline): Promise<AdminsAsOf> {
      const at = performance.now();
      const rights = await asOf(deadline);
      const isNewer = !last || (rights.revision ?? -1n) >= (last.rights.revision ?? -1n);
      if (isNewer) last = { at, rights };
      return rights;
    },
    lately: () => (last && performance.now() - last.at <= SERVES_MS ? last.rights : undefined),
  };
}

/** What is held, in the right that is found; nothing stays held of what is refused. */
async function heldIf(held: HeldRight, find: () => Promise<Right>): Promise<HeldRight> {
  try {
    return { ...held, right: await find() };
  } catch (refusal) {
    await held[Symbol.asyncDispose]();
    throw refusal;
  }
}
