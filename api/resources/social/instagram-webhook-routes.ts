import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import type Router from '@koa/router';
import { refusals } from '../../../contracts/messages.ts';
import { AccountNotFound, ErasedMeanwhile } from '../../../ledger/accounts/errors.ts';
import { timestamp } from '../../http/clock.ts';
import { HttpError } from '../../http/http-error.ts';
import { parseJson } from '../../http/parse-json.ts';
import { readBody } from '../../http/read-body.ts';
import type { ApiContext, Parts } from '../../http/serve.ts';
import type { AppState } from '../../http/state.ts';
import { PlatformLimited, PlatformRefused, PlatformUnavailable } from '../../integrations/social/errors.ts';
import { isSignedByMeta, messagesOf } from '../../integrations/social/instagram.ts';
import { receiveMessage } from './receive-message.ts';

const PATH = '/api/social/instagram/webhook';
const MAX_BYTES = 256 * 1024;
/** Seconds. */
const COME_AGAIN_S = '60';
/**
 * Of one message alone. Of an account that was erased meanwhile there will be no code; one that is not found stands on another
 * node of the event store.
 */
const COMES_AGAIN = [PlatformUnavailable, PlatformLimited, ErasedMeanwhile, AccountNotFound];

/**
 * Where Meta tells us of messages to the program's Instagram account. Its requests come from no browser and no
 * session: the signature over the very bytes of the body is what proves them, so these routes stand before the
 * check of origins and before the body parser.
 * https://developers.facebook.com/docs/graph-api/webhooks/getting-started
 */
export function instagramWebhook(router: Router<AppState>, parts: Parts): void {
  const { instagram } = parts.social.config;
  if (!instagram) return;

  router.get(PATH, async (ctx) => {
    const { 'hub.mode': mode, 'hub.verify_token': token, 'hub.challenge': challenge } = ctx.query;
    const isOurs = mode === 'subscribe' && typeof token === 'string' && isSame(token, instagram.verifyToken);
    if (!isOurs || typeof challenge !== 'string' || !/^[\w-]{1,200}$/.test(challenge)) {
      throw new HttpError(403, 'WebhookRefused', refusals.webhookRefused);
    }
    ctx.type = 'text/plain';
    ctx.body = challenge;
  });

  router.post(PATH, async (ctx) => {
    const body = await readBody(ctx.req, MAX_BYTES);
    if (!isSignedByMeta(body, ctx.get('X-Hub-Signature-256'), instagram.appSecret)) {
      throw new HttpError(403, 'WebhookRefused', refusals.webhookRefused);
    }
    const messages = messagesOf(parseJson(body));
    // What Meta signed and we do not know is taken in silence: it would only be sent again.
    let isTaken = true;
    for (const message of messages ?? []) isTaken = (await receive(ctx, parts, message)) && isTaken;
    // Meta delivers again what was not taken, and with it what was: that does nothing the second time.
    if (!isTaken) {
      const headers = { 'Retry-After': COME_AGAIN_S };
      throw new HttpError(503, 'PlatformUnavailable', refusals.webhookLater, { headers });
    }
    ctx.status = 200;
    ctx.body = 'EVENT_RECEIVED';
  });
}

/** False when it has to come again: one whose sender cannot be asked for holds up no other of the same notification. */
async function receive(
  ctx: ApiContext,
  parts: Parts,
  message: Parameters<typeof receiveMessage>[1],
): Promise<boolean> {
  const { requestId } = ctx.state;
  try {
    await receiveMessage(parts, message, {
      commandId: randomUUID(),
      occurredAt: timestamp(parts.clock()),
      correlationId: requestId,
    });
    return true;
  } catch (error) {
    if (error instanceof PlatformRefused) {
      parts.logger.warn({ err: error, requestId }, 'Instagram does not show who wrote');
      return true;
    }
    if (COMES_AGAIN.some((kind) => error instanceof kind)) return false;
    throw error;
  }
}

/** In a time that does not depend on where they differ. */
function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
