import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import type pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPool, inTransaction } from '../../../projector/database.ts';
import { startTestPostgres, type TestPostgres } from '../../../projector/testing/postgres.ts';
import { errors } from './errors.ts';

let postgres: TestPostgres;
let pool: pg.Pool;
let http: Server;

beforeAll(async () => {
  postgres = await startTestPostgres();
  pool = createPool(postgres.connectionString);
  const app = new Koa();
  app.use(errors(pino({ level: 'silent' })));
  app.use(async () => {
    await inTransaction(pool, async (client) => {
      const lost = new Promise<void>((resolve) => client.once('end', () => resolve()));
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
      await pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
      // As while the ledger is asked for something within a transaction.
      await lost;
      await client.query('select 1');
    });
  });
  http = createServer(app.callback()).listen(0, '127.0.0.1');
  await once(http, 'listening');
});
afterAll(async () => {
  http.close();
  await pool.end();
  await postgres.stop();
});

test('a connection that was lost between two queries of a transaction is an outage, not a fault of the program', async () => {
  // A TCP server that listens has an AddressInfo.
  const { port } = http.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/`);
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
  expect(await answer.json()).toMatchObject({ error: 'DatabaseUnavailable' });
});
