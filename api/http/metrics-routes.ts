import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type Router from '@koa/router';
import { refusals } from '../../contracts/messages.ts';
import { isBearer } from '../../projector/bearer.ts';
import { LIVE_SCHEMA } from '../../projector/database.ts';
import { readLead } from '../../projector/lead/read-lead.ts';
import type { Projector } from '../../projector/projector.ts';
import { isRead, pathOf } from '../../projector/request-path.ts';
import type { Config } from '../config.ts';
import { signOfOthers } from '../embedded/trial.ts';
import { setSealMetrics } from '../notary/metrics.ts';
import type { ProcessHost } from '../processes/leader.ts';
import { countSetAside, oldestSetAside } from '../processes/set-aside-decisions.ts';
import { setDatabaseMetrics } from './database-metrics.ts';
import { HttpError } from './http-error.ts';
import { listen } from './listen.ts';
import { orNothing } from './or-nothing.ts';
import type { Parts } from './serve.ts';
import type { AppState } from './state.ts';

/** What the numbers are about, beside the routes. */
type Measured = { readonly projector: Projector | undefined; readonly processes: ProcessHost };

/**
 * `/metrics` of the public port, in Prometheus' text format: for who brings METRICS_TOKEN; without a token, for this
 * machine alone. Whoever comes through a proxy is somebody else, wherever the proxy is. With METRICS_PORT it is not here.
 */
export function metricsRoute(router: Router<AppState>, parts: Parts, measured: Measured): void {
  const { port, token } = parts.config.metrics;
  router.get('/metrics', async (ctx) => {
    const refusal = port === undefined ? refusalOf(ctx.req, token) : 404;
    if (refusal === 404) throw new HttpError(404, 'NotFound', refusals.notFound);
    if (refusal === 401) {
      throw new HttpError(401, 'TokenRequired', refusals.metricsToken, { headers: CHALLENGE });
    }
    ctx.set('Cache-Control', 'no-store');
    ctx.type = parts.metrics.registry.contentType;
    ctx.body = await numbers(parts, measured);
  });
}

export type MetricsListener = { readonly port: number; stop(): Promise<void> };

/** The listener of METRICS_PORT, which serves nothing but `/metrics`; undefined without that setting. */
export async function listenForMetrics(
  parts: Parts,
  measured: Measured,
): Promise<MetricsListener | undefined> {
  const { port, host, token } = parts.config.metrics;
  if (port === undefined) return undefined;
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const isTheirs = isRead(request.method) && pathOf(request.url) === '/metrics';
    const refusal = isTheirs ? refusalOf(request, token) : 404;
    if (refusal !== undefined)
      return void response.writeHead(refusal, refusal === 401 ? CHALLENGE : {}).end();
    const text = await numbers(parts, measured);
    response.writeHead(200, { 'Content-Type': parts.metrics.registry.contentType }).end(text);
  };
  const http = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      parts.logger.error({ err: error }, 'the metrics could not be read');
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  const bound = await listen(http, port, host);
  return {
    port: bound,
    async stop() {
      const closed = new Promise<void>((resolve) => http.close(() => resolve()));
      http.closeAllConnections();
      await closed;
    },
  };
}

const CHALLENGE = { 'WWW-Authenticate': 'Bearer realm="metrics"' };

/** What a request for the numbers is refused with; undefined when it may have them. */
function refusalOf(request: IncomingMessage, token: Config['metrics']['token']): 401 | 404 | undefined {
  if (token === undefined) return signOfOthers(request) === undefined ? undefined : 404;
  return isBearer(request, token) ? undefined : 401;
}

async function numbers(parts: Parts, { projector, processes }: Measured): Promise<string> {
  const { metrics } = parts;
  const status = projector?.status();
  if (status) metrics.projectedEvents.set(status.eventsApplied);
  metrics.setReadSide(await orNothing(readLead(parts.pool, LIVE_SCHEMA)));
  metrics.ledgerFull.set(parts.ledgerRoom.isFull() ? 1 : 0);
  await setProcessMetrics(parts, processes);
  await setSealMetrics(parts);
  await setDatabaseMetrics(parts);
  return metrics.registry.metrics();
}

async function setProcessMetrics({ metrics, pool }: Parts, processes: ProcessHost): Promise<void> {
  const { processPosition, processLag, processUnfinished, processTrouble, processEvents, setAside } = metrics;
  metrics.processHealthy.set(!processes.stopped() && processes.healthy() ? 1 : 0);
  // Who leads no more has nothing to say of any process.
  for (const gauge of [processPosition, processLag, processUnfinished, processTrouble, processEvents]) {
    gauge.reset();
  }
  for (const { name, position, lag, unfinished, handled, trouble } of processes.status()) {
    const labels = { process: name };
    processPosition.set(labels, Number(position?.commit ?? 0n));
    processLag.set(labels, lag);
    processUnfinished.set(labels, unfinished);
    processTrouble.set(labels, trouble === undefined ? 0 : 1);
    processEvents.set(labels, handled);
  }
  const counts = await orNothing(countSetAside(pool));
  if (!counts) return;
  setAside.reset();
  metrics.oldestSetAside.reset();
  for (const { state, seconds } of (await orNothing(oldestSetAside(pool))) ?? []) {
    metrics.oldestSetAside.set({ state }, seconds);
  }
  for (const { process, state, count } of counts) setAside.set({ process, state }, count);
}
