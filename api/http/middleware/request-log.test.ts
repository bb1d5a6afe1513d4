import Router from '@koa/router';
import Koa from 'koa';
import { type Logger, pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMetrics } from '../metrics.ts';
import type { AppState } from '../state.ts';
import { requestLog } from './request-log.ts';

const lines: { route: string; status: number }[] = [];
const metrics = createMetrics();
const logger: Logger = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line)) });
let close: () => void;
let url: string;
beforeAll(async () => {
  const app = new Koa<AppState>();
  const router = new Router<AppState>();
  router.post('/api/away', (ctx) => {
    ctx.state.isCommand = true;
    ctx.status = 503;
  });
  for (const path of ['/livez', '/readyz', '/metrics', '/api/session']) {
    router.get(path, (ctx) => {
      ctx.status = path === '/readyz' ? 503 : 200;
      ctx.body = {};
    });
  }
  app.use(requestLog(logger, metrics)).use(router.routes());
  const server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  close = () => server.close();
});
afterAll(() => close());

test('a request is one line, and who only asks whether the program is well is none, whatever the answer', async () => {
  for (const path of ['/livez', '/readyz', '/metrics', '/api/session?token=secret']) await fetch(url + path);
  expect(lines).toMatchObject([{ route: '/api/session', status: 200 }]);
  expect(JSON.stringify(lines)).not.toContain('secret');
  // They are counted all the same.
  expect(await metrics.registry.metrics()).toContain('route="/readyz",status="503"');
});

test('a command that nobody could answer for has failed, and was not refused', async () => {
  await fetch(`${url}/api/away`, { method: 'POST' });
  expect(await metrics.registry.metrics()).toContain(
    'evo_commands_total{route="/api/away",outcome="failed"} 1',
  );
});
