import type { Middleware } from 'koa';

/** Those that some path takes. */
const METHODS = 'GET, HEAD, POST, PUT, OPTIONS';

/** What the server as a whole can do, which is asked of no path (RFC 9110 section 9.3.7). What one path takes, its routes say. */
export const wholeServer: Middleware = async (ctx, next) => {
  if (ctx.method !== 'OPTIONS' || ctx.path !== '*') return next();
  ctx.status = 204;
  ctx.set('Allow', METHODS);
};
