import type Router from '@koa/router';
import { changeUsername as changeUsernameEndpoint } from '../../contracts/api/profile.ts';
import { refusals } from '../../contracts/messages.ts';
import { lowerCase } from '../../contracts/wallet-address.ts';
import { changeUsername } from '../../ledger/accounts/change-username.ts';
import { HttpError } from '../http-error.ts';
import type { AppState } from '../state.ts';
import { announce, type Parts, serveCommand } from './serve.ts';

export function profileRoutes(router: Router<AppState>, parts: Parts): void {
  serveCommand(router, parts, changeUsernameEndpoint, async ({ ctx, input, session, command }) => {
    if (lowerCase(ctx.params.walletAddress ?? '') !== lowerCase(session.walletAddress)) {
      throw new HttpError(403, 'NotYourAccount', refusals.notYourAccount);
    }
    const { username } = input;
    const name = { userId: session.userId, username };
    announce(ctx, await changeUsername(parts.handler, name, command));
    return { username };
  });
}
