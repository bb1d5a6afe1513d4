import type { Middleware } from 'koa';
import type { Pool } from 'pg';
import { HEADERS } from '../../../contracts/constants.ts';
import { type AllLimits, livingSession, noteUse, sessionFinder } from '../../auth/session.ts';
import { sessionTokens } from '../session-cookie.ts';
import type { AppState } from '../state.ts';

/** Lets routes find the session of the request's cookie. Whether and when a route needs one is the route's own affair. */
export function session(pool: Pool, limits: AllLimits): Middleware<AppState> {
  const find = sessionFinder(pool, limits);
  return (ctx, next) => {
    ctx.state.findSession = async () => {
      const found = await livingSession(find, sessionTokens(ctx.get('Cookie')));
      if (!found) return;
      ctx.state.session = found;
      if (ctx.get(HEADERS.unattended) === '') await noteUse(pool, found);
    };
    return next();
  };
}
