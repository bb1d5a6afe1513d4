import type Router from '@koa/router';
import {
  getDashboard,
  getDashboardOf,
  getLeaderboard,
  getTransactions,
} from '../../../contracts/api/dashboard.ts';
import { refusals } from '../../../contracts/messages.ts';
import { formatEvo } from '../../../contracts/money.ts';
import { lowerCase } from '../../../contracts/wallet-address.ts';
import { AccountIsRemoved } from '../../../ledger/accounts/errors.ts';
import { LedgerUnavailable } from '../../../ledger/domain-error.ts';
import { gather } from '../../../projector/gather.ts';
import { leaderboardPage } from '../../../projector/read-models/leaderboard/queries.ts';
import { listTransactions } from '../../../projector/read-models/transactions/queries.ts';
import { type OverviewOf, readOverviews } from '../../../projector/read-models/users/overview.ts';
import { faucetRules } from '../../faucet/rules.ts';
import { HttpError } from '../../http/http-error.ts';
import { cursorAfter, invalidCursor, PAGE_ROWS, pageByPosition } from '../../http/paging.ts';
import { type Parts, type SessionCall, serveQuery } from '../../http/serve.ts';
import type { AppState } from '../../http/state.ts';
import { presentUser } from '../profile/present-user.ts';
import { withSecrets } from '../profile/read-user.ts';
import { atEachPosition } from './at-each-position.ts';
import { formatLeaderboardCursor, parseLeaderboardCursor } from './leaderboard-cursor.ts';
import {
  presentActivity,
  presentClaimRules,
  presentLeaderboardRow,
  presentStanding,
  presentTransaction,
} from './present-dashboard.ts';
import { WEEK_MS } from './week.ts';

const PANEL_ROWS = 10;

export function dashboardRoutes(router: Router<AppState>, parts: Parts): void {
  const { pool, clock } = parts;
  const overviewOf = gather((asked: readonly OverviewOf[]) => readOverviews(pool, asked, PANEL_ROWS));
  const topOfBoard = atEachPosition(parts.gate, async () =>
    (await leaderboardPage(pool, { limit: PANEL_ROWS })).map(presentLeaderboardRow),
  );

  const dashboard = async ({
    session: { userId },
  }: SessionCall<typeof getDashboard | typeof getDashboardOf>) => {
    const [overview, leaderboard] = await Promise.all([
      overviewOf({ userId, since: new Date(clock() - WEEK_MS) }),
      topOfBoard(),
    ]);
    if (overview?.user.removed) throw new AccountIsRemoved();
    // The session proves that the account exists; the read models have not got so far yet.
    if (!overview?.standing) throw new LedgerUnavailable(new Error(`no read model of ${userId}`));
    const { standing, transactions, activities, rewards } = overview;
    const own = await withSecrets(parts, overview);
    return {
      user: presentUser(own, clock()),
      claimRules: presentClaimRules(own.user, faucetRules(parts).claimNeeds),
      leaderboard,
      standing: presentStanding(own.user, standing),
      transactions: transactions.map(presentTransaction),
      recentActivities: activities.map(presentActivity),
      weekRewards: formatEvo(rewards),
    };
  };
  serveQuery(router, parts, getDashboard, dashboard);
  // A page of another account is told so.
  serveQuery(router, parts, getDashboardOf, async (call) => {
    if (lowerCase(call.ctx.params.userId ?? '') !== call.session.userId) {
      throw new HttpError(403, 'NotYourAccount', refusals.notYourDashboard);
    }
    return dashboard(call);
  });

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
    const rows = await listTransactions(pool, session.userId, { ...page, type: input.type });
    return { transactions: rows.map(presentTransaction), nextCursor: cursorAfter(rows, page.limit) };
  });
}
