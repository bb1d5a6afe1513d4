import { bodyParser } from '@koa/bodyparser';
import type { Context } from 'koa';
import { refusals } from '../../../contracts/messages.ts';
import { HttpError } from '../http-error.ts';

/** Bytes of a body of JSON. The longest, the removal of 500 users, needs 20 KB. */
const LIMIT = '64kb';

const parse = bodyParser({ enableTypes: ['json'], jsonLimit: LIMIT, encoding: 'utf-8' });

/**
 * Reads the body of a call that takes JSON into `ctx.request.body`; none counts as `{}`. It is read as it was sent:
 * a compressed one would be unpacked before anyone knows how large it is, and no client of ours sends one.
 * @throws HttpError 415; what the parser throws has a status of 400 or 413
 */
export async function readJsonBody(ctx: Context): Promise<void> {
  const encoding = ctx.get('Content-Encoding').trim().toLowerCase();
  if (encoding !== '' && encoding !== 'identity') {
    throw new HttpError(415, 'EncodingNotTaken', refusals.encodingNotTaken, {
      headers: { 'Accept-Encoding': 'identity' },
    });
  }
  if (hasBody(ctx) && ctx.is('json') === false) {
    throw new HttpError(415, 'NotJson', refusals.notJson);
  }
  await parse(ctx, async () => undefined);
}

function hasBody({ req: { headers } }: Context): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
