import type Router from '@koa/router';
import { explainFigure, getHistory } from '../../../contracts/api/ledger.ts';
import { formatEvo } from '../../../contracts/money.ts';
import { explainBalance, explainGrants, listDays } from '../../../projector/read-models/history/queries.ts';
import { cursorAfter, pageByPosition } from '../../http/paging.ts';
import { type Parts, serveQuery } from '../../http/serve.ts';
import type { AppState } from '../../http/state.ts';
import { presentDay, presentFigureLine } from '../dashboard/present-history.ts';
import { WEEK_MS } from '../dashboard/week.ts';

/** A year and the day that it is compared with. */
const DAYS = 366;

/** What stands behind the own figures: the events that make them, and how they went. */
export function ledgerViewRoutes(router: Router<AppState>, parts: Parts): void {
  const { pool, clock } = parts;

  serveQuery(router, parts, explainFigure, async ({ input, session: { userId } }) => {
    const { figure } = input;
    const page = pageByPosition(input);
    const { total, lines } =
      figure === 'weekRewards'
        ? await explainGrants(pool, userId, new Date(clock() - WEEK_MS), page)
        : await explainBalance(pool, userId, figure, page);
    return {
      figure,
      total: formatEvo(total),
      lines: lines.map(presentFigureLine),
      nextCursor: cursorAfter(lines, page.limit),
    };
  });

  serveQuery(router, parts, getHistory, async ({ session: { userId } }) => ({
    days: (await listDays(pool, userId, DAYS)).map(presentDay),
  }));
}
