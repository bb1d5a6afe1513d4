import type { Middleware } from 'koa';
import { refusals } from '../../../contracts/messages.ts';
import { isLoopback } from '../../../projector/loopback.ts';
import { HttpError } from '../http-error.ts';

/**
 * Refuses state-changing requests that another site made the browser send. A browser always says where a request
 * comes from, in `Sec-Fetch-Site` or in `Origin`; a request that says neither is refused as well.
 */
export function sameOrigin(publicUrl: () => string): Middleware {
  return async (ctx, next) => {
    if (ctx.method === 'GET' || ctx.method === 'HEAD' || ctx.method === 'OPTIONS') return next();
    const origin = ctx.get('Origin');
    const allowed =
      origin === '' ? ctx.get('Sec-Fetch-Site') === 'same-origin' : isOwn(origin, publicUrl(), ctx.host);
    if (!allowed) throw new HttpError(403, 'OriginRefused', refusals.originRefused);
    return next();
  };
}

function isOwn(origin: string, publicUrl: string, host: string): boolean {
  if (origin === new URL(publicUrl).origin) return true;
  // `localhost` and `127.0.0.1` are the same server to a person who tries it at home.
  if (!URL.canParse(origin)) return false;
  const url = new URL(origin);
  return isLoopback(url.hostname) && isLoopback(new URL(publicUrl).hostname) && url.host === host;
}
