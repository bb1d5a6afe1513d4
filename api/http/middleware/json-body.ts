import type { Context } from 'koa';
import { refusals } from '../../../contracts/messages.ts';
import { HttpError } from '../http-error.ts';
import { parseJson } from '../parse-json.ts';
import { readBody } from '../read-body.ts';

declare module 'koa' {
  interface Request {
    /** Of a call that takes JSON, once it has been read. */
    body?: unknown;
  }
}

/** Bytes of a body of JSON. The longest, the removal of 500 users, needs 20 KB. */
const LIMIT = 64 * 1024;

/**
 * Reads the body of a call that takes JSON into `ctx.request.body`; none counts as `{}`. It is read as it was sent:
 * a compressed one would be unpacked before anyone knows how large it is, and no client of ours sends one.
 * @throws HttpError 400 for what is no JSON in UTF-8, 413, 415
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
  const bytes = await readBody(ctx.req, LIMIT);
  const body = bytes.length === 0 ? {} : parseJson(bytes);
  if (body === undefined) throw new HttpError(400, 'InvalidRequest', refusals.invalidRequest);
  ctx.request.body = body;
}

function hasBody({ req: { headers } }: Context): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
