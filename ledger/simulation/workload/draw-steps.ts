import { PLATFORMS, TASK_TYPES } from '../../../contracts/constants.ts';
import type { Chance } from '../world/random.ts';
import { rivalOf } from './rivals.ts';
import { type Act, MOST_ALONE, type Step, SUPER_ADMIN } from './step.ts';

const USERS = 5;
const ADMINS = 3;
const NAMES = 4;
const EMAILS = 3;

/** Acts by how often they happen. */
const WEIGHTS: readonly (readonly [Act['kind'], number])[] = [
  ['open', 10],
  ['rename', 9],
  ['connect social', 8],
  ['name handle', 2],
  ['verify task', 5],
  ['sign up email', 6],
  ['sign up email alone', 3],
  ['verify email', 9],
  ['claim', 9],
  ['check in', 4],
  ['join whitelist', 1],
  ['grant', 9],
  ['approve', 5],
  ['decline', 2],
  ['clear', 5],
  ['hold claims', 2],
  ['release claims', 2],
  ['erase', 3],
  ['undo', 7],
  ['remove account', 3],
  ['add admin', 10],
  ['remove admin', 4],
  ['mass clear', 1],
  ['mass reset', 1],
  ['mass restore', 1],
  ['raffle', 4],
  ['pay raffle', 5],
  ['add track', 1],
  ['remove track', 1],
  ['export', 1],
  ['denial', 1],
  ['add auditor', 2],
  ['remove auditor', 1],
];
const ALL = WEIGHTS.reduce((sum, [, weight]) => sum + weight, 0);

/** Steps that make the community. */
const BEGINNING = USERS + 2;

/** The workload of a seed, in the order of its times. */
export function drawSteps(chance: Chance, count: number): Step[] {
  const steps: Step[] = [];
  let at = 10;
  for (let n = 0; n < count; n++) {
    const id = `s${n}`;
    const earlier = steps.length > 0 ? steps[chance.below(steps.length, `earlier/${id}`)] : undefined;
    const last = steps.at(-1)?.act;
    // What an admin sends comes in bursts.
    const rivals = last?.kind === 'grant' ? 0.5 : 0.3;
    const rival =
      last && n > BEGINNING && chance.of(`has rival/${id}`) < rivals
        ? rivalOf(last, (below, what) => chance.below(below, `${what}/${id}`))
        : undefined;
    const act = rival ?? drawAct(chance, n, id, steps);
    const reuses = earlier && earlier.act.kind === act.kind && chance.of(`reuse/${id}`) < 0.5;
    steps.push({
      id,
      at,
      key: reuses ? earlier.key : id,
      act,
      copies: chance.of(`copies/${id}`) < 0.2 ? 2 : 1,
      tries: 1 + chance.below(4, `tries/${id}`),
    });
    at += act.kind === 'grant' ? chance.of(`pause/${id}`) * 3 : drawPause(chance, id);
  }
  return steps;
}

/** Mostly people act at the same moment; now and then hours go by. */
function drawPause(chance: Chance, id: string): number {
  const drawn = chance.of(`pause/${id}`);
  const length = chance.of(`pause length/${id}`);
  if (drawn < 0.62) return length * 30;
  if (drawn < 0.9) return length * 1_500;
  if (drawn < 0.98) return length * 15_000;
  return 3_600_000 * (6 + length * 24);
}

function drawAct(chance: Chance, n: number, id: string, earlier: readonly Step[]): Act {
  const draw = (below: number, what: string) => chance.below(below, `${what}/${id}`);
  const [user, admin] = [draw(USERS, 'user'), draw(ADMINS, 'admin')];
  const [other, email] = [1 + draw(ADMINS - 1, 'other'), draw(EMAILS, 'email')];
  const platform = chance.pick(PLATFORMS, `platform/${id}`);
  const kind = drawKind(chance, n, id);
  switch (kind) {
    case 'open':
      return {
        kind,
        user: n < USERS ? n : user,
        referrer: draw(3, 'has referrer') > 0 ? draw(USERS, 'referrer') : undefined,
      };
    case 'rename':
      return { kind, user, name: draw(NAMES, 'name') };
    case 'connect social':
    case 'name handle':
      return { kind, user, platform, id: draw(2, 'platform id') };
    case 'verify task':
      return { kind, user, platform, task: chance.pick(TASK_TYPES, `task/${id}`) };
    case 'sign up email':
    case 'verify email':
      return { kind, user, email };
    case 'sign up email alone':
      return { kind, email };
    case 'claim':
    case 'check in':
    case 'join whitelist':
    case 'erase':
    case 'denial':
      return { kind, user };
    case 'grant':
      return { kind, admin, user, amount: 1 + draw(150, 'amount') };
    case 'clear':
    case 'hold claims':
    case 'release claims':
    case 'remove account':
      return { kind, admin, user };
    case 'approve':
    case 'decline': {
      const asked = earlier.filter(isAboveLimit);
      // Somebody has to ask first.
      return asked.length === 0
        ? { kind: 'grant', admin: SUPER_ADMIN, user, amount: MOST_ALONE + 1 }
        : { kind, admin, of: drawEarlier(chance, id, asked, ['grant']) };
    }
    case 'undo':
      return { kind, admin, of: drawEarlier(chance, id, earlier, UNDOABLE) };
    case 'add admin':
      return {
        kind,
        admin: n < BEGINNING || draw(2, 'by super admin') > 0 ? SUPER_ADMIN : admin,
        other: n < BEGINNING ? 1 + (n % 2) : other,
      };
    case 'remove admin':
      return { kind, other };
    case 'add auditor':
    case 'remove auditor':
      return { kind, admin: draw(3, 'by super admin') > 0 ? SUPER_ADMIN : admin, other };
    case 'mass clear':
    case 'mass reset':
    case 'export':
      return { kind, admin };
    case 'mass restore':
      return { kind, admin, of: drawEarlier(chance, id, earlier, ['mass reset']) };
    case 'raffle':
      return { kind, admin, winners: 1 + draw(2, 'winners') };
    case 'pay raffle':
      return {
        kind,
        admin,
        number: 1 + draw(3, 'number'),
        place: draw(2, 'all') > 0 ? undefined : 1 + draw(2, 'place'),
      };
    case 'add track':
    case 'remove track':
      return { kind, admin, track: draw(3, 'track') };
  }
}

/** It may wait for a second admin. */
const isAboveLimit = ({ act }: Step): boolean => act.kind === 'grant' && act.amount > MOST_ALONE;

const UNDOABLE = ['grant', 'clear', 'hold claims', 'release claims', 'remove account'] as const;

/** A community to begin with: users, then two admins. */
function drawKind(chance: Chance, n: number, id: string): Act['kind'] {
  if (n < USERS) return 'open';
  if (n < BEGINNING) return 'add admin';
  let left = chance.of(`kind/${id}`) * ALL;
  for (const [kind, weight] of WEIGHTS) {
    left -= weight;
    if (left < 0) return kind;
  }
  return 'claim';
}

function drawEarlier(
  chance: Chance,
  id: string,
  earlier: readonly Step[],
  kinds: readonly Act['kind'][],
): string {
  const found = earlier.filter(({ act }) => kinds.includes(act.kind)).slice(-4);
  return found[chance.below(found.length, `of/${id}`)]?.id ?? 'nothing';
}
