import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Router from '@koa/router';
import Koa from 'koa';
import { afterEach, expect, test } from 'vitest';
import type { Mail } from '../integrations/email/start-mail.ts';
import type { ProcessHost } from '../processes/leader.ts';
import { createLeaderWatch } from '../processes/leader-watch.ts';
import { healthRoutes } from './health.ts';
import type { Parts } from './serve.ts';
import type { AppState } from './state.ts';

const at = { commit: '1', prepare: '1', head_commit: '1', head_prepare: '1' };
/** Read models that hold all that the ledger does. */
const LEAD = {
  ...{ host: 'here', process: 1, state: 'live', reason: null, ...at, waiting: '0', events_per_second: 0 },
  ...{ silent: '0', still: '0', since_level: '0', level: true },
};

/** A Postgres with such read models, and with nothing else in it. */
const pool = {
  async query(sql: string) {
    if (sql.includes('to_regclass')) return { rows: [{ exists: true }] };
    return { rows: sql.includes('.lead)') ? [LEAD] : [] };
  },
} as unknown as Parts['pool']; // of a pool nothing else is asked here

let http: Server | undefined;
afterEach(() => {
  http?.closeAllConnections();
  http?.close();
});

/** What a program says of itself in which all is well, but that nobody leads the processes for so long. */
async function readyAfter(silence: number) {
  const leaderWatch = { ...createLeaderWatch(pool), silence: async () => silence };
  const store = { head: async () => undefined };
  const parts = { pool, store, leaderWatch, ledgerFault: { isFound: () => false } };
  const well = { stopped: () => false, healthy: () => true, trouble: () => undefined, status: () => [] };
  const router = new Router<AppState>();
  // What the route asks of them.
  healthRoutes(router, parts as unknown as Parts, {
    projector: undefined,
    processes: well as unknown as ProcessHost,
    mail: { mailer: undefined } as Mail,
    isLeaving: () => false,
  });
  const server = new Koa().use(router.routes()).listen(0, '127.0.0.1');
  http = server;
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port
  const response = await fetch(`http://127.0.0.1:${port}/readyz`);
  return { code: response.status, ...(await response.json()) };
}

test('a takeover keeps nobody from being served', async () => {
  expect(await readyAfter(12)).toMatchObject({ code: 200, status: 'ready', processes: 'ok' });
});

test('is not ready while nobody leads the processes, and says for how long', async () => {
  expect(await readyAfter(41)).toMatchObject({
    ...{ code: 503, status: 'not ready', processes: 'nobody has led them for 41 s' },
  });
});
