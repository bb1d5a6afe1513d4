import type { Middleware } from 'koa';
import type { RunningTracing } from '../../../projector/tracing/start-tracing.ts';
import { isApiPath } from '../api-path.ts';
import type { AppState } from '../state.ts';

/**
 * A call of the API is the first span of its trace. It says the pattern of the path and never the path, which may hold
 * an address, and nothing of the body, the query or the caller.
 * @see https://opentelemetry.io/docs/specs/semconv/http/http-spans/
 */
export function traceRequests(tracing: RunningTracing): Middleware<AppState> {
  return (ctx, next) => {
    if (!isApiPath(ctx.path)) return next();
    const { method } = ctx;
    return tracing.request({ requestId: ctx.state.requestId, method }, async (note) => {
      await next();
      const route: string = ctx._matchedRoute ?? 'none';
      note(`${method} ${route}`, {
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': ctx.status,
      });
    });
  };
}
