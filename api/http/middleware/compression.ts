import { finished, Readable } from 'node:stream';
import { constants } from 'node:zlib';
import type { Context, Middleware } from 'koa';
import compress from 'koa-compress';
import { writtenJson } from '../written-json.ts';

/** Brotli at the quality that costs about what gzip costs; its default of 11 is for files made once. */
const brotliQuality = { [constants.BROTLI_PARAM_QUALITY]: 4 };

/** What koa-compress chooses from. */
const ENCODINGS = ['zstd', 'br', 'gzip', 'deflate', 'identity'];

/** Writes answers that are objects as JSON, and compresses those from a kilobyte on. Who accepts nothing that there is gets the answer as it is. */
export function compression(): Middleware {
  const compressed = compress({ threshold: 1024, br: { params: brotliQuality } });
  return async (ctx, next) => {
    // koa-compress would set a header without a value, and fail when the command is done already.
    if (ctx.acceptsEncodings(...ENCODINGS) === false) ctx.compress = false;
    let made: unknown;
    await compressed(ctx, async () => {
      await next();
      writeJson(ctx);
      made = ctx.body;
    });
    breakOffTogether(made, ctx.body);
  };
}

/**
 * What fails while it is sent ends the answer. koa-compress leaves what it packs open then: whoever takes it would wait
 * for the rest for ever.
 */
function breakOffTogether(made: unknown, packed: unknown): void {
  if (!(made instanceof Readable) || !(packed instanceof Readable) || made === packed) return;
  finished(made, (error) => {
    if (error) packed.destroy(error);
  });
}

/** Once: koa-compress asks how long the answer is, and Koa sends it, and each would write the JSON for itself. */
function writeJson(ctx: Context): void {
  const { body } = ctx;
  const isJson =
    typeof body === 'object' &&
    body !== null &&
    (Array.isArray(body) || Object.getPrototypeOf(body) === Object.prototype);
  // The type was set with the object and stays.
  if (isJson) ctx.body = writtenJson(body);
}
