import type Router from '@koa/router';
import { activityHistory } from '../../../contracts/api/admin-users.ts';
import { listAdminActs } from '../../../projector/read-models/admin-acts/queries.ts';
import { cursorAfter, pageByPosition } from '../../http/paging.ts';
import { type Parts, serveQuery } from '../../http/serve.ts';
import type { AppState } from '../../http/state.ts';
import { presentAdminAct } from './admin-activity.ts';

export function adminHistoryRoutes(router: Router<AppState>, parts: Parts): void {
  serveQuery(router, parts, activityHistory, async ({ input }) => {
    const page = pageByPosition(input);
    const acts = await listAdminActs(parts.pool, { ...page, type: input.type });
    return { activities: acts.map(presentAdminAct), nextCursor: cursorAfter(acts, page.limit) };
  });
}
