import type Router from '@koa/router';
import { changeUsername as changeUsernameEndpoint } from '../../../contracts/api/profile.ts';
import { refusals } from '../../../contracts/messages.ts';
import { lowerCase } from '../../../contracts/wallet-address.ts';
import { changeUsername } from '../../../ledger/accounts/change-username.ts';
import { namesLike } from '../../../projector/read-models/users/queries.ts';
import { HttpError } from '../../http/http-error.ts';
import { announce, type Parts, serveCommand } from '../../http/serve.ts';
import type { AppState } from '../../http/state.ts';

export function profileRoutes(router: Router<AppState>, parts: Parts): void {
  serveCommand(router, parts, changeUsernameEndpoint, async ({ ctx, input, session, command }) => {
    if (lowerCase(ctx.params.walletAddress ?? '') !== lowerCase(session.walletAddress)) {
      throw new HttpError(403, 'NotYourAccount', refusals.notYourAccount);
    }
    await parts.limits.names.take(session.userId);
    const { username } = input;
    const { userId } = session;
    const looksLikeAnother = async (skeleton: string) =>
      (await namesLike(parts.pool, skeleton, userId)).length > 0;
    const name = { userId, username, looksLikeAnother };
    announce(ctx, await changeUsername(parts.handler, name, command));
    return { username };
  });
}
