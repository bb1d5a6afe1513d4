import type { AdminEvent } from '../../contracts/events/admins.ts';
import { refusals, validation } from '../../contracts/messages.ts';
import { lowerCase } from '../../contracts/wallet-address.ts';
import type { Decider } from '../decider.ts';
import { DomainError } from '../domain-error.ts';

/** The one stream of all admin rights. */
export const ADMINS_STREAM = 'admins';

/** The wallets with admin rights, lower case, each with who gave them. The super admin is not among them. */
export type AdminsState = ReadonlyMap<string, { readonly wallet: string; readonly addedBy: string }>;

/** Who is an admin, and the revision of the stream that says so; undefined while nobody ever was one. */
export type AdminsAsOf = { readonly state: AdminsState; readonly revision: bigint | undefined };

export type AdminsCommand =
  | { readonly type: 'AddAdmin'; readonly wallet: string; readonly by: string; readonly superAdmin: string }
  | {
      readonly type: 'RemoveAdmin';
      readonly wallet: string;
      readonly by: string;
      readonly superAdmin: string;
    };

/** Any admin adds admins; only the super admin removes them, and is never removed. */
export const admins: Decider<AdminsState, AdminsCommand, AdminEvent> = {
  initialState: new Map(),
  decide(command, state) {
    const { wallet, by, superAdmin } = command;
    const isSuperAdmin = lowerCase(by) === lowerCase(superAdmin);
    if (!isSuperAdmin && !isAdmin(state, by)) throw new NotAnAdmin();
    const isOriginal = lowerCase(wallet) === lowerCase(superAdmin);
    if (command.type === 'AddAdmin') {
      if (isOriginal || isAdmin(state, wallet)) throw new AlreadyAnAdmin();
      return [{ type: 'AdminAdded', data: { wallet, addedBy: by } }];
    }
    if (!isSuperAdmin) throw new NotTheSuperAdmin();
    if (isOriginal) throw new OriginalAdmin();
    const known = state.get(lowerCase(wallet));
    if (!known) throw new AdminNotFound();
    return [{ type: 'AdminRemoved', data: { wallet: known.wallet, removedBy: by } }];
  },
  evolve(state, event) {
    const next = new Map(state);
    const { wallet } = event.data;
    if (event.type === 'AdminAdded') next.set(lowerCase(wallet), { wallet, addedBy: event.data.addedBy });
    else next.delete(lowerCase(wallet));
    return next;
  },
  snapshotVersion: 1,
};

export function isAdmin(state: AdminsState, wallet: string): boolean {
  return state.has(lowerCase(wallet));
}

export class NotAnAdmin extends DomainError {
  constructor() {
    super('forbidden', 'NotAnAdmin', refusals.adminOnly);
  }
}

export class NotTheSuperAdmin extends DomainError {
  constructor() {
    super('forbidden', 'NotTheSuperAdmin', refusals.superAdminOnly);
  }
}

export class OriginalAdmin extends DomainError {
  constructor() {
    super('forbidden', 'OriginalAdmin', refusals.originalAdmin);
  }
}

export class AlreadyAnAdmin extends DomainError {
  constructor() {
    super('conflict', 'AlreadyAnAdmin', refusals.alreadyAnAdmin);
  }
}

export class AdminNotFound extends DomainError {
  constructor() {
    super('not_found', 'AdminNotFound', validation.adminWalletInvalid);
  }
}
