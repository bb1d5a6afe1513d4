import { randomUUID } from 'node:crypto';
import type { Middleware } from 'koa';
import type { Logger } from 'pino';
import { HEADERS } from '../../../contracts/constants.ts';
import type { Metrics } from '../metrics.ts';
import type { AppState } from '../state.ts';

/**
 * Gives each request an id and one log line when it is over. The line holds no header, body, query or cookie:
 * tokens and addresses travel in those.
 */
export function requestLog(logger: Logger, metrics: Metrics): Middleware<AppState> {
  return async (ctx, next) => {
    const started = performance.now();
    ctx.state.requestId = randomUUID();
    ctx.set(HEADERS.requestId, ctx.state.requestId);
    await next();
    const milliseconds = performance.now() - started;
    // The matched pattern, not the path: a path can hold an address.
    const route: string = ctx._matchedRoute ?? 'static';
    metrics.requests.observe({ method: ctx.method, route, status: ctx.status }, milliseconds / 1000);
    logger.info(
      {
        requestId: ctx.state.requestId,
        method: ctx.method,
        route,
        status: ctx.status,
        milliseconds: Math.round(milliseconds),
      },
      'request',
    );
  };
}
