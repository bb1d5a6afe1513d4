import { constants } from 'node:zlib';
import type { Middleware } from 'koa';
import compress from 'koa-compress';

/** Brotli at the quality that costs about what gzip costs; its default of 11 is for files made once. */
const brotliQuality = { [constants.BROTLI_PARAM_QUALITY]: 4 };

/** What koa-compress chooses from. */
const ENCODINGS = ['zstd', 'br', 'gzip', 'deflate', 'identity'];

/** Compresses answers from a kilobyte on. Who accepts nothing that there is gets the answer as it is. */
export function compression(): Middleware {
  const compressed = compress({ threshold: 1024, br: { params: brotliQuality } });
  return async (ctx, next) => {
    // koa-compress would set a header without a value, and fail when the command is done already.
    if (ctx.acceptsEncodings(...ENCODINGS) === false) ctx.compress = false;
    return compressed(ctx, next);
  };
}
