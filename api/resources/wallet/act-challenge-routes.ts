import type Router from '@koa/router';
import { actRefusals } from '../../../contracts/act-messages.ts';
import { createActChallenge } from '../../../contracts/api/act-challenge.ts';
import { HEADERS } from '../../../contracts/constants.ts';
import { HttpError } from '../../http/http-error.ts';
import { commandIdOf, requestHashOf } from '../../http/middleware/idempotency.ts';
import { type Parts, permitted, serveQuery } from '../../http/serve.ts';
import type { AppState } from '../../http/state.ts';

/** The text that a wallet signs before one act. */
export function actChallengeRoutes(router: Router<AppState>, parts: Parts): void {
  serveQuery(router, parts, createActChallenge, async ({ ctx, session, input }) => {
    await parts.limits.commands.take(session.userId);
    const key = ctx.get(HEADERS.idempotencyKey);
    const { operation } = input;
    const { wordsOf, body, endpoint } = parts.stepUp.actAt(operation, input.input);
    // Nobody is asked to sign what they may not do; the act itself asks for the right again. The refusal is noted as
    // its own would be: a path of a stranger's own words is nothing for a ledger that keeps everything.
    await permitted(parts, endpoint, ctx);
    const words = await wordsOf();
    if (words === undefined) throw new HttpError(400, 'NoSignatureNeeded', actRefusals.needsNone);
    const { expiresAt, ...issued } = await parts.stepUp.issue({
      session,
      operation,
      key,
      words,
      commandId: commandIdOf(session.userId, key),
      requestHash: requestHashOf({ method: 'POST', path: operation, body }),
      publicUrl: parts.publicUrl(),
    });
    return { words, ...issued, expiresAt: expiresAt.toISOString() };
  });
}
