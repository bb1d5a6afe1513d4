import type { Middleware } from 'koa';
import type { Pool } from 'pg';
import { HEADERS } from '../../../contracts/constants.ts';
import { type AllLimits, noteUse, sessionFinder } from '../../auth/session.ts';
import type { AppState } from '../state.ts';

export const SESSION_COOKIE = 'evo_session';

/** Lets routes find the session of the request's cookie. Whether and when a route needs one is the route's own affair. */
export function session(pool: Pool, limits: AllLimits): Middleware<AppState> {
  const findSession = sessionFinder(pool, limits);
  return (ctx, next) => {
    ctx.state.findSession = async () => {
      const token = ctx.cookies.get(SESSION_COOKIE);
      const found = token ? await findSession(token) : undefined;
      if (!found) return;
      ctx.state.session = found;
      if (ctx.get(HEADERS.unattended) === '') await noteUse(pool, found);
    };
    return next();
  };
}
