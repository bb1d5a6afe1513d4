import type { Middleware } from 'koa';
import type { Pool } from 'pg';
import { findSession, type Session } from '../auth/session.ts';
import type { Clock } from '../clock.ts';
import type { AppState } from '../state.ts';

export const SESSION_COOKIE = 'evo_session';

/** Finds the session of the request's cookie. Whether a route needs one is the route's own affair. */
export function session(pool: Pool, clock: Clock): Middleware<AppState> {
  return async (ctx, next) => {
    const token = ctx.cookies.get(SESSION_COOKIE);
    const found: Session | undefined = token ? await findSession(pool, clock, token) : undefined;
    if (found) ctx.state.session = found;
    return next();
  };
}
