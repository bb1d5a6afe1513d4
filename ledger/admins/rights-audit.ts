import { type AdminEvent, adminEvents } from '../../contracts/events/admins.ts';
import { lowerCase } from '../../contracts/wallet-address.ts';
import type { StoredEvent } from '../envelope.ts';
import { ADMINS_STREAM, admins, isAdmin } from './admins.ts';
import { isAdminsAct, SUPER_ADMINS_ACTS } from './admins-acts.ts';

/** An act of an admin that the ledger itself does not bear out. */
export type RightsFault = { readonly event: StoredEvent; readonly reason: string };

/**
 * Looks through a whole ledger, in its order, for acts of admins without a right: at the revision of the stream
 * `admins` that the act names its wallet must be an admin, and between that revision and the act itself nobody may
 * have taken the right. Who is an auditor has no right to any act, and what only admins do names one of them. Acts of before rights were noted are held to the second alone.
 * @param superAdmin whose right is a setting, and in no event
 */
export function rightsFaults(events: Iterable<StoredEvent>, superAdmin: string): RightsFault[] {
  const faults: RightsFault[] = [];
  /** By revision of the stream `admins`. */
  const states = [admins.initialState];
  let now = admins.initialState;
  for (const event of events) {
    const reason = faultOf(event, superAdmin, now, (revision) => states.slice(revision + 1));
    if (reason !== undefined) faults.push({ event, reason });
    if (event.stream !== ADMINS_STREAM) continue;
    // Of this stream and of a type of its own; a revision that was taken changes nothing.
    if (event.type in adminEvents) now = admins.evolve(now, event as unknown as AdminEvent);
    states[Number(event.revision) + 1] = now;
  }
  return faults;
}

function faultOf(
  event: StoredEvent,
  superAdmin: string,
  now: typeof admins.initialState,
  since: (revision: number) => readonly (typeof admins.initialState)[],
): string | undefined {
  const { type, metadata } = event;
  const { actor, right } = metadata;
  if (actor.kind !== 'admin')
    return isAdminsAct(event) ? `it is of no admin, but of a ${actor.kind}` : undefined;
  const wallet = actor.wallet ?? '';
  const isRoot = lowerCase(wallet) === lowerCase(superAdmin);
  if (right?.role === 'superAdmin' || SUPER_ADMINS_ACTS.has(type)) {
    return isRoot ? undefined : `${wallet} is not the super admin`;
  }
  const [then, ...later] = right ? since(right.adminsRevision) : [];
  if (right && !(then && isAdmin(then, wallet)))
    return `${wallet} was no admin at revision ${right.adminsRevision}`;
  const isHeld = [...later, now].every((state) => isAdmin(state, wallet));
  return isRoot || isHeld ? undefined : `${wallet} was no admin any more`;
}
