import type Router from '@koa/router';
import { watchAdminChanges } from '../../contracts/api/admin-events.ts';
import { findSession } from '../auth/session.ts';
import { SESSION_COOKIE } from '../middleware/session.ts';
import type { AppState } from '../state.ts';
import { type Parts, serveEvents } from './serve.ts';

export function adminEventRoutes(router: Router<AppState>, parts: Parts): void {
  const { pool, clock, policies, adminEvents } = parts;
  serveEvents(router, parts, watchAdminChanges, (ctx, { walletAddress }) => {
    const token = ctx.cookies.get(SESSION_COOKIE) ?? '';
    return adminEvents.watch(
      async () =>
        (await findSession(pool, clock, token)) !== undefined &&
        (await policies.roleOf(walletAddress)) !== 'user',
    );
  });
}
