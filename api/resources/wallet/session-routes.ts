import type Router from '@koa/router';
import { sessionTexts } from '../../../contracts/act-messages.ts';
import { listOwnSessions, signOutEverywhere } from '../../../contracts/api/sessions.ts';
import { closeLivingSessions, listSessions } from '../../auth/session.ts';
import { type Parts, serveQuery } from '../../http/serve.ts';
import { setSessionCookie } from '../../http/session-cookie.ts';
import type { AppState } from '../../http/state.ts';

/** The sessions of one's own wallet, and ending them all. */
export function sessionRoutes(router: Router<AppState>, parts: Parts): void {
  const { pool, config } = parts;

  serveQuery(router, parts, listOwnSessions, async ({ session }) => {
    const sessions = await listSessions(pool, config.sessions, session);
    return {
      sessions: sessions.map(({ createdAt, lastSeenAt, ...rest }) => ({
        ...rest,
        createdAt: createdAt.toISOString(),
        lastSeenAt: lastSeenAt.toISOString(),
      })),
    };
  });

  serveQuery(router, parts, signOutEverywhere, async ({ ctx, session }) => {
    const ended = await closeLivingSessions(pool, config.sessions, session);
    setSessionCookie(ctx, parts.publicUrl(), '', new Date(0));
    return { success: true as const, ended, message: sessionTexts.ended(ended) };
  });
}
