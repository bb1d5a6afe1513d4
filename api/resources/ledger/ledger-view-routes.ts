import type Router from '@koa/router';
import type { ResponseOf } from '../../../contracts/api/endpoint.ts';
import { explainFigure, type Figure, getHistory } from '../../../contracts/api/ledger.ts';
import { formatEvo } from '../../../contracts/money.ts';
import {
  explainBalance,
  explainGrants,
  type FigurePage,
  listDays,
} from '../../../projector/read-models/history/queries.ts';
import { cursorAfter, pageByPosition } from '../../http/paging.ts';
import { type Parts, serveQuery } from '../../http/serve.ts';
import type { AppState } from '../../http/state.ts';
import { presentDay, presentFigureLine } from '../dashboard/present-history.ts';
import { inWeek, weekOfPage } from './week-cursor.ts';

/** A year and the day that it is compared with. */
const DAYS = 366;

/** What stands behind the own figures: the events that make them, and how they went. */
export function ledgerViewRoutes(router: Router<AppState>, parts: Parts): void {
  const { pool, clock } = parts;

  serveQuery(router, parts, explainFigure, async ({ input, session: { userId } }) => {
    const { figure } = input;
    if (figure !== 'weekRewards') {
      const page = pageByPosition(input);
      return presentFigure(figure, await explainBalance(pool, userId, figure, page), page.limit);
    }
    const { since, cursor } = weekOfPage(input.cursor, clock());
    const page = pageByPosition({ ...input, cursor });
    const shown = presentFigure(figure, await explainGrants(pool, userId, new Date(since), page), page.limit);
    return { ...shown, nextCursor: inWeek(shown.nextCursor, since) };
  });

  serveQuery(router, parts, getHistory, async ({ session: { userId } }) => ({
    days: (await listDays(pool, userId, DAYS)).map(presentDay),
  }));
}

function presentFigure(
  figure: Figure,
  { total, lines }: FigurePage,
  limit: number,
): ResponseOf<typeof explainFigure> {
  return {
    figure,
    total: formatEvo(total),
    lines: lines.map(presentFigureLine),
    nextCursor: cursorAfter(lines, limit),
  };
}
