import { answered } from '../answered.ts';
import type { Database } from '../database.ts';
import { history } from './history/project.ts';
import { leaderboard } from './leaderboard/project.ts';
import { moments } from './moments/project.ts';
import { accountOf, type Project, type ReadModel, type RecordedEvent } from './read-model.ts';
import { referrals } from './referrals/project.ts';
import { stats } from './stats/project.ts';
import { userList } from './user-list/project.ts';
import { loadUsers, users } from './users/project.ts';
import { type AccountModel, foldAccounts, type UserState } from './users/state.ts';

const rooms: readonly AccountModel[] = [users, userList, leaderboard, stats, history, referrals, moments];

/** All rooms that follow from the accounts' own state: it is read and folded once for all of them. */
export const accounts: ReadModel = {
  name: 'accounts',
  schema: rooms.map(({ schema }) => schema).join('\n'),
  project: (db, batch) => ask(db, batch)(db, batch),
  ask,
};

function ask(db: Database, told: readonly RecordedEvent[]): Project {
  const ids = new Set(told.flatMap((event) => accountOf(event) ?? []));
  const known = ids.size === 0 ? NOBODY : answered(loadUsers(db, [...ids]));
  return async (db, batch) => {
    const steps = foldAccounts(await known, batch);
    if (steps.length === 0) return;
    for (const { apply } of rooms) await apply(db, steps);
  };
}

const NOBODY = Promise.resolve(new Map<string, UserState>());
