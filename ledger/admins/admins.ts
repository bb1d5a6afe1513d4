import type { AdminEvent } from '../../contracts/events/admins.ts';
import { refusals } from '../../contracts/messages.ts';
import { lowerCase } from '../../contracts/wallet-address.ts';
import type { Decider } from '../decider.ts';
import { DomainError } from '../domain-error.ts';

/** The one stream of all admin rights. */
export const ADMINS_STREAM = 'admins';

/** Wallets by their lower case, each with who gave it its right. */
type Holders = ReadonlyMap<string, { readonly wallet: string; readonly addedBy: string }>;

/** Who has which right beside the super admin. A wallet has one of them at the most. */
export type AdminsState = {
  readonly admins: Holders;
  /** They read what admins read, and do nothing. */
  readonly auditors: Holders;
};

/** Who is an admin, and the revision of the stream that says so; undefined while nobody ever was one. */
export type AdminsAsOf = { readonly state: AdminsState; readonly revision: bigint | undefined };

export type AdminsCommand = {
  readonly type: 'AddAdmin' | 'RemoveAdmin' | 'AddAuditor' | 'RemoveAuditor';
  readonly wallet: string;
  readonly by: string;
  readonly superAdmin: string;
};

/**
 * Any admin adds admins; only the super admin removes them, and is never removed. Auditors are the super admin's
 * alone: an admin neither chooses nor sends away who audits the admins, nor turns an auditor into an admin.
 */
export const admins: Decider<AdminsState, AdminsCommand, AdminEvent> = {
  initialState: { admins: new Map(), auditors: new Map() },
  decide(command, state) {
    const { wallet, by, superAdmin } = command;
    const isSuperAdmin = lowerCase(by) === lowerCase(superAdmin);
    if (!isSuperAdmin && !isAdmin(state, by)) throw new NotAnAdmin();
    const isOriginal = lowerCase(wallet) === lowerCase(superAdmin);
    switch (command.type) {
      case 'AddAdmin':
        if (isOriginal || isAdmin(state, wallet)) throw new AlreadyAnAdmin();
        if (isAuditor(state, wallet)) throw new AlreadyAnAuditor();
        return [{ type: 'AdminAdded', data: { wallet, addedBy: by } }];
      case 'RemoveAdmin': {
        if (!isSuperAdmin) throw new NotTheSuperAdmin();
        if (isOriginal) throw new OriginalAdmin();
        const known = state.admins.get(lowerCase(wallet));
        if (!known) throw new AdminNotFound();
        return [{ type: 'AdminRemoved', data: { wallet: known.wallet, removedBy: by } }];
      }
      case 'AddAuditor':
        if (!isSuperAdmin) throw new NotTheSuperAdmin();
        if (isOriginal || isAdmin(state, wallet)) throw new AlreadyAnAdmin();
        if (isAuditor(state, wallet)) throw new AlreadyAnAuditor();
        return [{ type: 'AuditorAdded', data: { wallet, addedBy: by } }];
      case 'RemoveAuditor': {
        if (!isSuperAdmin) throw new NotTheSuperAdmin();
        const known = state.auditors.get(lowerCase(wallet));
        if (!known) throw new AuditorNotFound();
        return [{ type: 'AuditorRemoved', data: { wallet: known.wallet, removedBy: by } }];
      }
    }
  },
  evolve(state, event) {
    switch (event.type) {
      case 'AdminAdded':
        return { ...state, admins: withHolder(state.admins, event.data) };
      case 'AdminRemoved':
        return { ...state, admins: withoutHolder(state.admins, event.data) };
      case 'AuditorAdded':
        return { ...state, auditors: withHolder(state.auditors, event.data) };
      case 'AuditorRemoved':
        return { ...state, auditors: withoutHolder(state.auditors, event.data) };
    }
  },
  snapshotVersion: 3,
};

function withHolder(
  holders: Holders,
  { wallet, addedBy }: { readonly wallet: string; readonly addedBy: string },
): Holders {
  return new Map(holders).set(lowerCase(wallet), { wallet, addedBy });
}

function withoutHolder(holders: Holders, { wallet }: { readonly wallet: string }): Holders {
  const next = new Map(holders);
  next.delete(lowerCase(wallet));
  return next;
}

export function isAdmin(state: AdminsState, wallet: string): boolean {
  return state.admins.has(lowerCase(wallet));
}

export function isAuditor(state: AdminsState, wallet: string): boolean {
  return state.auditors.has(lowerCase(wallet));
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

export class AlreadyAnAuditor extends DomainError {
  constructor() {
    super('conflict', 'AlreadyAnAuditor', refusals.alreadyAnAuditor);
  }
}

export class AdminNotFound extends DomainError {
  constructor() {
    super('not_found', 'AdminNotFound', refusals.adminNotFound);
  }
}

export class AuditorNotFound extends DomainError {
  constructor() {
    super('not_found', 'AuditorNotFound', refusals.auditorNotFound);
  }
}
