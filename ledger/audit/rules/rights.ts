import { type AdminEvent, adminEvents } from '../../../contracts/events/admins.ts';
import { lowerCase } from '../../../contracts/wallet-address.ts';
import { ADMINS_STREAM, type AdminsState, admins, isAdmin, isAuditor } from '../../admins/admins.ts';
import { isAdminsAct, SUPER_ADMINS_ACTS } from '../../admins/admins-acts.ts';
import { type HandOf, handsOf } from '../../rewards-by-hand/hands.ts';
import { type AccountChange, type AuditedEvent, named, type Rule } from './rule.ts';
import { must } from './violation.ts';

/**
 * What only admins do is done by one, each act of an admin rests on a right that there was, none stands behind the
 * event that took the right away, and nobody who has a right is locked out of it. The right of the super admin is a
 * setting and in no event: where nobody says whose it is, the first act that names it does, and all others must agree.
 * @param given the super admin's wallet
 * @param former the wallets of who had that right before them, for the setting may be changed
 */
export function rights(
  given: string | undefined,
  former: readonly string[] = [],
): Rule & {
  readonly superAdmin: () => string | undefined;
  /** Whether somebody has been an admin at any time so far. */
  readonly wasAdmin: (wallet: string) => boolean;
  /** See `Hands`. */
  readonly hands: Hands;
} {
  let superAdmin = given;
  const formerly = new Set(former.map(lowerCase));
  const isSuperAdmin = (wallet: string) =>
    formerly.has(lowerCase(wallet)) ||
    (superAdmin !== undefined && lowerCase(wallet) === lowerCase(superAdmin));
  /** By revision of the stream. */
  const states: AdminsState[] = [];
  const judge = (event: AuditedEvent, change: AccountChange | undefined, now: AdminsState) => {
    const { actor, right } = event.metadata;
    if (actor.kind === 'admin') {
      const { wallet = '' } = actor;
      must(wallet !== '', () => `${named(event)} is an admin's act, and names no wallet`);
      // Of before rights were noted: every right comes from the super admin, and who has none can only be that.
      const isWord = right ? right.role === 'superAdmin' : !isAdmin(now, wallet);
      if (isWord && !formerly.has(lowerCase(wallet))) superAdmin ??= wallet;
      const isSuper = isSuperAdmin(wallet);
      if (right?.role === 'superAdmin') {
        must(
          isSuper,
          () => `${named(event)} names the right of the super admin, who is ${superAdmin}, not ${wallet}`,
        );
      } else if (right) {
        const then = states[right.adminsRevision] ?? admins.initialState;
        must(
          isAdmin(then, wallet),
          () => `${named(event)}: ${wallet} was no admin at revision ${right.adminsRevision}`,
        );
        must(!SUPER_ADMINS_ACTS.has(event.type), () => `${named(event)} is the super admin's alone`);
        // Also of one that was given back since: an older revision would choose whose hand its admin was.
        must(
          states.slice(right.adminsRevision).every((state) => isAdmin(state, wallet)),
          () => `${named(event)} stands behind the removal of its admin ${wallet}`,
        );
      } else {
        // Acts of before rights were noted: whoever acted must be an admin then.
        must(isSuper || isAdmin(now, wallet), () => `${named(event)}: ${wallet} is no admin`);
        const isTheirs = isSuper || !SUPER_ADMINS_ACTS.has(event.type);
        must(isTheirs, () => `${named(event)} is the super admin's alone`);
      }
    } else {
      must(!isAdminsAct(event), () => `${named(event)} is an admin's act, and was done by a ${actor.kind}`);
      must(
        right === undefined,
        () => `${named(event)} was done by a ${actor.kind}, and names the right of an admin`,
      );
    }
    // Who is the super admin now may have been an admin under one before.
    const original = formerly.size === 0 ? superAdmin : undefined;
    if (event.type === 'AccountRemoved')
      mustLockNobodyOut(event, change?.before.walletAddress, now, original);
    if (event.stream === ADMINS_STREAM && event.type !== 'RevisionTaken') mustBeDecided(event, now, original);
  };
  return {
    name: 'rights',
    superAdmin: () => superAdmin,
    wasAdmin: (wallet) => isSuperAdmin(wallet) || states.some((state) => isAdmin(state, wallet)),
    hands({ metadata: { actor, right } }) {
      const { wallet = '' } = actor;
      const own = formerly.has(lowerCase(wallet)) ? wallet : (superAdmin ?? actor.wallet);
      // Who else acted did so under one of them.
      const theirs = right?.role === 'superAdmin' ? [own] : [superAdmin, ...former];
      const roots = theirs.flatMap((root) => root ?? []);
      const seen = right?.role === 'admin' ? states.slice(right.adminsRevision) : states.slice(-1);
      const then = seen.length === 0 ? [admins.initialState] : seen;
      return then.flatMap((state) => roots.map((root) => handsOf(state, root)));
    },
    add(event, change) {
      const now = states.at(-1) ?? admins.initialState;
      try {
        judge(event, change, now);
      } finally {
        // Also of one that was judged before, under another super admin: later acts name its revision.
        if (event.stream === ADMINS_STREAM) states[Number(event.revision)] = stateBehind(event, now);
      }
    },
  };
}

/**
 * Whose hand each admin was when an act was decided: by the rights at the revision that it names and by each since, of
 * which the program saw one. None where nobody knows who the super admin is.
 */
export type Hands = (act: Pick<AuditedEvent, 'metadata'>) => readonly HandOf[];

/** What the stream says with the event, whoever has written it. */
function stateBehind({ type, data }: AuditedEvent, now: AdminsState): AdminsState {
  // Of this very type: the two members were taken from it.
  return isOfAdmins(type) ? admins.evolve(now, { type, data } as AdminEvent) : now;
}

const isOfAdmins = (type: string): type is AdminEvent['type'] => Object.hasOwn(adminEvents, type);

/**
 * @param superAdmin of whenever the event was decided, where that is known
 * @throws Violation for what the decider of the stream refuses
 */
function mustBeDecided(event: AuditedEvent, now: AdminsState, superAdmin: string | undefined): void {
  const { type, data } = event;
  switch (type) {
    case 'AdminAdded':
    case 'AuditorAdded':
      // To whom a right is owed says who may approve what.
      mustBeBy(event, data.addedBy);
      // Whoever may name others has a right already.
      must(
        lowerCase(data.wallet) !== lowerCase(data.addedBy),
        () => `${named(event)} gives a right to who gives it`,
      );
      // The right would stay when the setting names somebody else.
      must(
        superAdmin === undefined || lowerCase(data.wallet) !== lowerCase(superAdmin),
        () => `${named(event)} gives a right to the super admin`,
      );
      // A wallet has one right at the most.
      must(
        !isAdmin(now, data.wallet) && !isAuditor(now, data.wallet),
        () => `${named(event)} gives a second right`,
      );
      break;
    case 'AdminRemoved':
      mustBeBy(event, data.removedBy);
      must(isAdmin(now, data.wallet), () => `${named(event)} changes nothing`);
      break;
    case 'AuditorRemoved':
      mustBeBy(event, data.removedBy);
      must(isAuditor(now, data.wallet), () => `${named(event)} changes nothing`);
      break;
    default:
      must(false, () => `${named(event)} is no event of admins`);
  }
}

/**
 * With the account a right would be of no use, and be there again with it.
 * @param wallet of an account that is removed; undefined where it has none
 */
function mustLockNobodyOut(
  event: AuditedEvent,
  wallet: string | undefined,
  now: AdminsState,
  superAdmin: string | undefined,
): void {
  if (wallet === undefined) return;
  const isSuper = superAdmin !== undefined && lowerCase(wallet) === lowerCase(superAdmin);
  const hasRight = isSuper || isAdmin(now, wallet) || isAuditor(now, wallet);
  must(!hasRight, () => `${named(event)} locks ${wallet} out, who has a right`);
}

/** Who is named is who acted. */
function mustBeBy(event: AuditedEvent, wallet: string): void {
  const { wallet: actor = '' } = event.metadata.actor;
  must(lowerCase(actor) === lowerCase(wallet), () => `${named(event)} names ${wallet}, who did not do it`);
}
