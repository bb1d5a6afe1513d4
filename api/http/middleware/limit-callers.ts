import type { Middleware } from 'koa';
import { isApiPath } from '../api-path.ts';
import { callerAddress } from '../caller-address.ts';
import type { RateLimits } from './rate-limit.ts';

/**
 * The limit by the caller's address, which stands before all work. From here on `ctx.ip` is whom the limits count:
 * what `callerAddress` says, never what a header alone says.
 * @param trustedHops proxies between the internet and this process
 */
export function limitCallers(limits: RateLimits, trustedHops: number): Middleware {
  return async (ctx, next) => {
    const forwarded = ctx.req.headers['x-forwarded-for'];
    ctx.request.ip = callerAddress(
      {
        socketAddress: ctx.req.socket.remoteAddress,
        forwardedFor: Array.isArray(forwarded) ? forwarded.join(',') : forwarded,
      },
      trustedHops,
    );
    // Costs nothing, and who cannot reach it restarts the program.
    if (ctx.path === '/livez') return next();
    await (isApiPath(ctx.path) ? limits.all : limits.files).take(ctx.ip);
    return next();
  };
}
