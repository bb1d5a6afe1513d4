import type Router from '@koa/router';
import { actRefusals } from '../../../contracts/act-messages.ts';
import { createActChallenge } from '../../../contracts/api/act-challenge.ts';
import type { Endpoint } from '../../../contracts/api/endpoint.ts';
import { HEADERS } from '../../../contracts/constants.ts';
import { refusals } from '../../../contracts/messages.ts';
import type { Session } from '../../auth/session.ts';
import { HttpError } from '../../http/http-error.ts';
import { commandIdOf, requestHashOf } from '../../http/middleware/idempotency.ts';
import { type Parts, serveQuery } from '../../http/serve.ts';
import type { AppState } from '../../http/state.ts';

/** The text that a wallet signs before one act. */
export function actChallengeRoutes(router: Router<AppState>, parts: Parts): void {
  serveQuery(router, parts, createActChallenge, async ({ ctx, session, input }) => {
    await parts.limits.commands.take(session.userId);
    const key = ctx.get(HEADERS.idempotencyKey);
    const { operation } = input;
    const { wordsOf, body, endpoint } = parts.stepUp.actAt(operation, input.input);
    await requireRole(parts, session, endpoint);
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

/**
 * Nobody is asked to sign what they may not do; the act itself asks for the right again. The refusal is noted as that of
 * the act would be: a path of a stranger's own words is nothing for a ledger that keeps everything.
 */
async function requireRole(
  { policies, denials }: Parts,
  { walletAddress }: Session,
  { access, method, path }: Endpoint,
): Promise<void> {
  if (access === 'session' || (await policies.roleOf(walletAddress)) !== 'user') return;
  await denials.note(walletAddress, `${method} ${path}`);
  throw new HttpError(403, 'NotAnAdmin', refusals.adminOnly);
}
