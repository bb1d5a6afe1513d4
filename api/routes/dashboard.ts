import type Router from '@koa/router';
import { getDashboard, getLeaderboard, getTransactions } from '../../contracts/api/dashboard.ts';
import { formatEvo } from '../../contracts/money.ts';
import { AccountIsRemoved } from '../../ledger/accounts/errors.ts';
import { LedgerUnavailable } from '../../ledger/domain-error.ts';
import { listActivities, rewardsSince } from '../../projector/read-models/activities/queries.ts';
import { leaderboardPage } from '../../projector/read-models/leaderboard/queries.ts';
import { listTransactions } from '../../projector/read-models/transactions/queries.ts';
import { formatLeaderboardCursor, parseLeaderboardCursor } from '../leaderboard-cursor.ts';
import { cursorAfter, invalidCursor, PAGE_ROWS, pageByPosition } from '../paging.ts';
import {
  presentActivity,
  presentClaimRules,
  presentLeaderboardRow,
  presentStanding,
  presentTransaction,
} from '../present/dashboard.ts';
import { presentUser } from '../present/user.ts';
import { findUser } from '../read-user.ts';
import type { AppState } from '../state.ts';
import { WEEK_MS } from '../week.ts';
import { type Parts, type SessionCall, serveQuery } from './serve.ts';

const PANEL_ROWS = 10;

export function dashboardRoutes(router: Router<AppState>, parts: Parts): void {
  const { pool, clock } = parts;

  const dashboard = async ({ session: { userId } }: SessionCall<typeof getDashboard>) => {
    const [own, leaderboard, transactions, activities, weekRewards] = await Promise.all([
      findUser(parts, userId),
      leaderboardPage(pool, { limit: PANEL_ROWS }),
      listTransactions(pool, userId, { limit: PANEL_ROWS }),
      listActivities(pool, userId, PANEL_ROWS),
      rewardsSince(pool, userId, new Date(clock() - WEEK_MS)),
    ]);
    if (own?.user.removed) throw new AccountIsRemoved();
    // The session proves that the account exists; the read models have not got so far yet.
    if (!own?.standing) throw new LedgerUnavailable(new Error(`no read model of ${userId}`));
    return {
      user: presentUser(own, clock()),
      claimRules: presentClaimRules(own.user, parts.config.claimNeeds),
      leaderboard: leaderboard.map(presentLeaderboardRow),
      standing: presentStanding(own.user, own.standing),
      transactions: transactions.map(presentTransaction),
      recentActivities: activities.map(presentActivity),
      weekRewards: formatEvo(weekRewards),
    };
  };
  serveQuery(router, parts, getDashboard, dashboard);
  // The same for clients that put the user's id into their query key; whose id it is changes nothing.
  serveQuery(router, parts, { ...getDashboard, path: '/api/dashboard/:userId' }, async (call) =>
    dashboard(call),
  );

  serveQuery(router, parts, getLeaderboard, async ({ input }) => {
    const limit = Number(input.limit ?? PAGE_ROWS);
    const after = input.cursor === undefined ? undefined : parseLeaderboardCursor(input.cursor);
    if (input.cursor !== undefined && !after) throw invalidCursor();
    const rows = await leaderboardPage(pool, { limit, ...(after && { after }) });
    const last = rows.at(-1);
    return {
      entries: rows.map(presentLeaderboardRow),
      nextCursor: last && rows.length === limit ? formatLeaderboardCursor(last) : null,
    };
  });

  serveQuery(router, parts, getTransactions, async ({ input, session }) => {
    const page = pageByPosition(input);
    const rows = await listTransactions(pool, session.userId, page);
    return { transactions: rows.map(presentTransaction), nextCursor: cursorAfter(rows, page.limit) };
  });
}
