import type Router from '@koa/router';
import { actRefusals } from '../../contracts/act-messages.ts';
import { createActChallenge } from '../../contracts/api/act-challenge.ts';
import { HEADERS } from '../../contracts/constants.ts';
import { HttpError } from '../http-error.ts';
import { commandIdOf, requestHashOf } from '../middleware/idempotency.ts';
import type { AppState } from '../state.ts';
import { type Parts, serveQuery } from './serve.ts';

/** The text that a wallet signs before one act. */
export function actChallengeRoutes(router: Router<AppState>, parts: Parts): void {
  serveQuery(router, parts, createActChallenge, async ({ ctx, session, input }) => {
    await parts.limits.commands.take(session.userId);
    const key = ctx.get(HEADERS.idempotencyKey);
    const { operation } = input;
    const { words, body } = await parts.stepUp.wordsAt(operation, input.input);
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
