import type Router from '@koa/router';
import { listUsers, listUsersOf } from '../../../contracts/api/users.ts';
import { refusals } from '../../../contracts/messages.ts';
import { formatEvo } from '../../../contracts/money.ts';
import { lowerCase } from '../../../contracts/wallet-address.ts';
import { leaderboardPage } from '../../../projector/read-models/leaderboard/queries.ts';
import { HttpError } from '../../http/http-error.ts';
import { invalidCursor, PAGE_ROWS } from '../../http/paging.ts';
import { type Parts, type SessionCall, serveQuery } from '../../http/serve.ts';
import type { AppState } from '../../http/state.ts';
import { formatLeaderboardCursor, parseLeaderboardCursor } from './leaderboard-cursor.ts';

/** Users as they see each other. */
export function userRoutes(router: Router<AppState>, parts: Parts): void {
  const list = async ({ input }: SessionCall<typeof listUsers | typeof listUsersOf>) => {
    const limit = Number(input.limit ?? PAGE_ROWS);
    const after = input.cursor === undefined ? undefined : parseLeaderboardCursor(input.cursor);
    if (input.cursor !== undefined && !after) throw invalidCursor();
    const rows = await leaderboardPage(parts.pool, { limit, ...(after && { after }) });
    const last = rows.at(-1);
    return {
      users: rows.map(({ userId, username, level, position, total }) => ({
        id: userId,
        username,
        level,
        rank: position,
        totalEvo: formatEvo(total),
      })),
      nextCursor: last && rows.length === limit ? formatLeaderboardCursor(last) : null,
    };
  };
  serveQuery(router, parts, listUsers, list);
  serveQuery(router, parts, listUsersOf, async (call) => {
    if (lowerCase(call.ctx.params.walletAddress ?? '') !== lowerCase(call.session.walletAddress)) {
      throw new HttpError(403, 'NotYourAccount', refusals.walletNotYours);
    }
    return list(call);
  });
}
