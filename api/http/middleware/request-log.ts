import { randomUUID } from 'node:crypto';
import type { Context, Middleware } from 'koa';
import type { Logger } from 'pino';
import { HEADERS } from '../../../contracts/constants.ts';
import type { Metrics } from '../metrics.ts';
import type { AppState } from '../state.ts';

const PROBES: readonly string[] = ['/livez', '/readyz', '/metrics'];

/**
 * Gives each request an id and one log line when it is over. The line holds no header, body, query or cookie:
 * tokens and addresses travel in those. Who asks every few seconds whether the program is well fills no log.
 */
export function requestLog(logger: Logger, metrics: Metrics): Middleware<AppState> {
  return async (ctx, next) => {
    const started = performance.now();
    ctx.state.requestId = randomUUID();
    ctx.set(HEADERS.requestId, ctx.state.requestId);
    await next();
    const milliseconds = performance.now() - started;
    const route = routeOf(ctx);
    metrics.requests.observe({ method: ctx.method, route, status: ctx.status }, milliseconds / 1000);
    if (ctx.state.isCommand) metrics.commands.inc({ route, outcome: outcomeOf(ctx) });
    if (PROBES.includes(route)) return;
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

/** What a log calls a request by: the matched pattern, not the path, which can hold an address. */
export const routeOf = ({ _matchedRoute }: Context): string => _matchedRoute ?? 'static';

/** `replayed`: an earlier sending of the command had done it. `failed`: whether it was done is not known. */
function outcomeOf({ status, response }: Context): 'done' | 'replayed' | 'refused' | 'failed' {
  if (status >= 500) return 'failed';
  if (status >= 400) return 'refused';
  return response.get(HEADERS.idempotencyReplayed) === 'true' ? 'replayed' : 'done';
}
