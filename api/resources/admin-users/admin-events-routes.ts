import type Router from '@koa/router';
import { watchAdminChanges } from '../../../contracts/api/admin-events.ts';
import { HEADERS } from '../../../contracts/constants.ts';
import { parsePosition } from '../../../contracts/ledger-position.ts';
import { sessionFinder } from '../../auth/session.ts';
import { type Parts, serveEvents } from '../../http/serve.ts';
import type { AppState } from '../../http/state.ts';
import type { MayWatch } from './admin-events.ts';

export function adminEventRoutes(router: Router<AppState>, parts: Parts): void {
  const { pool, config, policies, adminEvents } = parts;
  const findSession = sessionFinder(pool, config.sessions);
  serveEvents(router, parts, watchAdminChanges, (ctx, { walletAddress, hash }) => {
    const mayWatch = async (): Promise<MayWatch> => {
      // First: who loses the right loses the session with it, and is told which of the two it was.
      if ((await policies.roleOf(walletAddress)) === 'user') return 'removed';
      // Watching is no use of the session: an open tab must not keep it alive.
      return (await findSession(hash)) ? 'yes' : 'no';
    };
    return adminEvents.watch(walletAddress, mayWatch, parsePosition(ctx.get(HEADERS.ledgerPosition)));
  });
}
