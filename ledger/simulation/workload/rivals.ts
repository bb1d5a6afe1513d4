import { type Act, SUPER_ADMIN } from './step.ts';

/** What collides with an act when it is done at about the same time; undefined where nothing does. */
export function rivalOf(act: Act, drawBelow: (below: number, what: string) => number): Act | undefined {
  const other = drawBelow(3, 'rival');
  switch (act.kind) {
    case 'rename':
      // The same account goes on, or back; or another one wants the name.
      return other === 2
        ? { ...act, user: drawBelow(5, 'rival user') }
        : { ...act, name: drawBelow(2, 'rival name') };
    case 'verify email':
      return { ...act, user: drawBelow(5, 'rival user') };
    case 'sign up email':
      return { ...act, kind: 'verify email' };
    case 'connect social':
      return other === 0
        ? { ...act, user: drawBelow(5, 'rival user') }
        : { ...act, id: drawBelow(2, 'rival id') };
    case 'claim':
      return { kind: other === 0 ? 'hold claims' : 'clear', admin: SUPER_ADMIN, user: act.user };
    case 'erase':
      // What is given at the same moment.
      return other === 0
        ? { kind: 'name handle', user: act.user, platform: 'twitter', id: drawBelow(2, 'rival id') }
        : {
            kind: other === 1 ? 'verify email' : 'sign up email',
            user: act.user,
            email: drawBelow(3, 'rival email'),
          };
    case 'hold claims':
      return other === 0
        ? { kind: 'claim', user: act.user }
        : { kind: 'release claims', admin: SUPER_ADMIN, user: act.user };
    case 'approve':
      if (other === 0) return { ...act, kind: 'decline' };
      return other === 1 ? { ...act, admin: drawBelow(3, 'rival admin') } : removedWhileActing(act);
    case 'remove admin':
      // Mostly they are wanted again, or nobody but the super admin would be left.
      return other === 0
        ? { kind: 'grant', admin: act.other, user: drawBelow(5, 'rival user'), amount: 7 }
        : { kind: 'add admin', admin: SUPER_ADMIN, other: act.other };
    case 'grant':
      return other === 0 && act.admin !== SUPER_ADMIN
        ? { kind: 'remove admin', other: act.admin }
        : { ...act, user: drawBelow(5, 'rival user'), amount: 1 + drawBelow(150, 'rival amount') };
    case 'raffle':
      return other === 0
        ? { ...act, admin: 1 }
        : { kind: 'pay raffle', admin: act.admin, number: 1, place: undefined };
    case 'mass clear':
    case 'mass reset':
      return { kind: 'check in', user: drawBelow(5, 'rival user') };
    case 'undo':
      // Of a clear: either the reset takes what came back, or nothing comes back.
      return other === 0 ? { kind: 'mass reset', admin: SUPER_ADMIN } : removedWhileActing(act);
    default:
      return removedWhileActing(act);
  }
}

function removedWhileActing(act: Act): Act | undefined {
  if (!('admin' in act) || act.admin === SUPER_ADMIN) return undefined;
  return { kind: 'remove admin', other: act.admin };
}
