import type Router from '@koa/router';
import { adminStats, listAdminUsers } from '../../../contracts/api/admin-users.ts';
import { formatEvo } from '../../../contracts/money.ts';
import { listProgramDays } from '../../../projector/read-models/program-days/queries.ts';
import { programStats } from '../../../projector/read-models/stats/queries.ts';
import { timestamp } from '../../http/clock.ts';
import { oneReading } from '../../http/one-reading.ts';
import { type Parts, serveQuery } from '../../http/serve.ts';
import type { AppState } from '../../http/state.ts';
import { listUsers, type UserSearch } from './list-users.ts';

/** Rows of a page whose size the client does not say. */
const USERS_PER_PAGE = 100;
/** UTC days of the charts. */
const DAYS = 90;

export function adminUserRoutes(router: Router<AppState>, parts: Parts): void {
  const { pool, clock } = parts;
  // After each act the panels of all admins ask anew, and most of them for the same page.
  const usersOf = oneReading(JSON.stringify, async (search: UserSearch) => {
    const page = await listUsers(pool, search);
    return { ...page, users: [...page.users] };
  });
  const statsOf = oneReading(
    (today: string) => today,
    async (today) => {
      const [program, days] = await Promise.all([programStats(pool), listProgramDays(pool, today, DAYS)]);
      const { totalUsers, verifiedEmails, marketingOptIns, totalRewards } = program;
      return {
        ...{ totalUsers, verifiedEmails, marketingOptIns },
        totalRewards: formatEvo(totalRewards),
        days: days.map(({ day, newUsers, claimed, granted }) => ({
          day,
          newUsers,
          claimed: formatEvo(claimed),
          granted: Object.fromEntries([...granted].map(([source, sum]) => [source, formatEvo(sum)])),
        })),
      };
    },
  );

  serveQuery(router, parts, listAdminUsers, ({ input, role }) => {
    const { search = '', filter = 'all', sort = 'none', cursor, limit } = input;
    return usersOf({
      search: search.trim(),
      filter,
      sort,
      cursor,
      limit: Number(limit ?? USERS_PER_PAGE),
      withEmails: role !== 'auditor',
    });
  });

  serveQuery(router, parts, adminStats, () => statsOf(timestamp(clock()).slice(0, 10)));
}
