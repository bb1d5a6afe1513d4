import type { AdminEvent } from '../../../contracts/events/admins.ts';
import { type AdminsState, admins, isAdmin } from '../../admins/admins.ts';
import type { Landed } from '../world/memory-log.ts';
import { must } from './violation.ts';

/** Each act of an admin names a right that there was, and none stands behind the event that took the right away. */
export function rightsCheck(superAdmin: string): (landed: Landed) => void {
  const states: AdminsState[] = [];
  return ({ event }) => {
    const { actor, right } = event.metadata;
    const named = `${event.type} at ${event.stream}:${event.revision}`;
    const current = states.at(-1) ?? admins.initialState;
    if (actor.kind === 'admin') {
      must(right !== undefined, `${named} is an admin's and names no right`);
      const wallet = actor.wallet ?? '';
      const isTheSuperAdmins = ['AdminRemoved', 'AuditorAdded', 'AuditorRemoved'].includes(event.type);
      must(!isTheSuperAdmins || wallet === superAdmin, `${named} is the super admin's alone`);
      if (right.role === 'superAdmin')
        must(wallet === superAdmin, `${named} names a right that is another's`);
      else {
        const given = states[right.adminsRevision] ?? admins.initialState;
        must(isAdmin(given, wallet), `${named} names a right that there was not`);
        must(isAdmin(current, wallet), `${named} stands behind the removal of its admin`);
      }
    }
    if (event.stream !== 'admins') return;
    // The stream of admins holds their events, and revisions that were taken.
    const next =
      event.type === 'RevisionTaken' ? current : admins.evolve(current, event as unknown as AdminEvent);
    states.push(next);
  };
}
