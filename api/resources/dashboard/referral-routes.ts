import type Router from '@koa/router';
import { getReferrals } from '../../../contracts/api/referrals.ts';
import { referralStatistics } from '../../../projector/read-models/referrals/queries.ts';
import { type Parts, serveQuery } from '../../http/serve.ts';
import type { AppState } from '../../http/state.ts';
import { presentReferrals } from './present-referrals.ts';
import { WEEK_MS } from './week.ts';

export function referralRoutes(router: Router<AppState>, parts: Parts): void {
  serveQuery(router, parts, getReferrals, async ({ session: { userId } }) => {
    const statistics = await referralStatistics(parts.pool, userId, new Date(parts.clock() - WEEK_MS));
    return presentReferrals(statistics, `${parts.publicUrl()}/ref/${userId}`);
  });
}
