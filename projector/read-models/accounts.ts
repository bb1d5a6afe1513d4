import { history } from './history/project.ts';
import { leaderboard } from './leaderboard/project.ts';
import { moments } from './moments/project.ts';
import { accountOf, type ReadModel } from './read-model.ts';
import { referrals } from './referrals/project.ts';
import { stats } from './stats/project.ts';
import { userList } from './user-list/project.ts';
import { loadUsers, users } from './users/project.ts';
import { type AccountModel, foldAccounts } from './users/state.ts';

const rooms: readonly AccountModel[] = [users, userList, leaderboard, stats, history, referrals, moments];

/** All rooms that follow from the accounts' own state: it is read and folded once for all of them. */
export const accounts: ReadModel = {
  name: 'accounts',
  schema: rooms.map(({ schema }) => schema).join('\n'),
  project: async (db, batch) => {
    const ids = new Set(batch.flatMap((event) => accountOf(event) ?? []));
    if (ids.size === 0) return;
    const steps = foldAccounts(await loadUsers(db, [...ids]), batch);
    if (steps.length === 0) return;
    for (const { apply } of rooms) await apply(db, steps);
  },
};
