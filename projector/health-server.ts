import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type pg from 'pg';
import type { Logger } from 'pino';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { formatPosition } from '../contracts/ledger-position.ts';
import { isBearer } from './bearer.ts';
import { LIVE_SCHEMA } from './database.ts';
import { createLeadMetrics } from './lead/lead-metrics.ts';
import { type LeadStatus, readLead, troubleOf } from './lead/read-lead.ts';
import type { Projector } from './projector.ts';
import { RELEASE } from './release.ts';
import { isRead, pathOf } from './request-path.ts';
import { answerWithin } from './time-to-answer.ts';

export type HealthServer = { readonly port: number; stop(): Promise<void> };

export type HealthOptions = {
  readonly pool: pg.Pool;
  readonly projector: Projector;
  readonly logger: Logger;
  readonly port: number;
  readonly host: string;
  /** Who asks for the numbers brings it as a bearer token; undefined: nobody has to. */
  readonly token: string | undefined;
};

/** Milliseconds that a question waits for Postgres. */
const PATIENCE = 2_000;

type Answer = { readonly status: number; readonly type: string; readonly text: string };

/**
 * `/livez`: the process runs. `/readyz`: it leads and gets on, or stands by and could take over; with what is wrong and
 * what to do. `/metrics`: the numbers, in Prometheus' text format.
 */
export async function serveHealth(options: HealthOptions): Promise<HealthServer> {
  const { pool, projector, logger, token } = options;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const setLead = createLeadMetrics(registry, LIVE_SCHEMA);
  const registers = [registry];
  const active = new Gauge({ name: 'evo_projector_active', help: '1 while this process leads', registers });
  const restarts = new Gauge({
    name: 'evo_projector_restarts',
    help: 'Times that this process has begun again from the checkpoint since its start',
    registers,
  });
  const answer = async (request: IncomingMessage): Promise<Answer> => {
    if (!isRead(request.method)) return plain(404, '');
    const path = pathOf(request.url);
    if (path === '/livez') return plain(200, 'ok\n');
    if (path === '/readyz') return readiness(projector, await askLead(pool));
    if (path !== '/metrics') return plain(404, '');
    if (token !== undefined && !isBearer(request, token)) return plain(401, '');
    const { state, restarts: count } = projector.status();
    active.set(isActive(state) ? 1 : 0);
    restarts.set(count);
    const asked = await askLead(pool);
    setLead(asked === 'no answer' ? undefined : asked);
    return { status: 200, type: registry.contentType, text: await registry.metrics() };
  };
  const http = createServer((request, response) => {
    answer(request).then(
      ({ status, type, text }) =>
        response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(text),
      (error: unknown) => {
        logger.error({ err: error }, 'a question about health could not be answered');
        response.writeHead(500).end();
      },
    );
  });
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject).listen(options.port, options.host, resolve);
  });
  // A server that listens on a port has an address with one.
  const { port } = http.address() as AddressInfo;
  return {
    port,
    async stop() {
      const closed = new Promise<void>((resolve) => http.close(() => resolve()));
      http.closeAllConnections();
      await closed;
    },
  };
}

function readiness(projector: Projector, lead: LeadStatus | undefined | 'no answer'): Answer {
  const { state, reason } = projector.status();
  const isThere = lead !== 'no answer';
  const trouble = isThere ? troubleOf(LIVE_SCHEMA, lead) : undefined;
  // Who stands by is ready to take over, whatever the one who leads has to say.
  const isReady = isThere && (state === 'standby' || (isActive(state) && trouble === undefined));
  const body = {
    status: isReady ? 'ready' : 'not ready',
    role: isActive(state) ? 'active' : state === 'standby' ? 'standby' : 'none',
    state,
    database: isThere ? 'ok' : 'no answer',
    release: RELEASE,
    readModels: LIVE_SCHEMA,
    ...(reason !== undefined && { reason }),
    ...(trouble !== undefined && { trouble }),
    ...(isThere && lead && { lead: presentLead(lead) }),
  };
  return { status: isReady ? 200 : 503, type: 'application/json', text: `${JSON.stringify(body)}\n` };
}

/** As a health answer shows who leads; nothing of it is secret. */
export function presentLead(lead: LeadStatus) {
  return {
    state: lead.state,
    position: lead.position ? formatPosition(lead.position) : null,
    lagBytes: lead.lagBytes,
    lagEvents: lead.waiting,
    lagSeconds: lead.lagSeconds === undefined ? null : Math.round(lead.lagSeconds),
    eventsPerSecond: Math.round(lead.eventsPerSecond),
    silentSeconds: Math.round(lead.silentSeconds),
  };
}

const ACTIVE: ReadonlySet<string> = new Set(['live', 'catching_up', 'indexing', 'halted']);
const isActive = (state: string) => ACTIVE.has(state);

const plain = (status: number, text: string): Answer => ({ status, type: 'text/plain', text });

/** A Postgres that hangs is one that does not answer; the connection is given up, for there are few of them. */
function askLead(pool: pg.Pool): Promise<LeadStatus | undefined | 'no answer'> {
  return answerWithin(PATIENCE, () => readLead(pool, LIVE_SCHEMA)).catch(() => 'no answer' as const);
}
