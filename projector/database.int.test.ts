import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPool } from './database.ts';
import { startTestPostgres, type TestPostgres } from './testing/postgres.ts';

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startTestPostgres();
});
afterAll(() => postgres.stop());

test('a connection that dies in the hands of its user is learnt at the next query, and ends nothing else', async () => {
  const pool = createPool(postgres.connectionString);
  try {
    const client = await pool.connect();
    await client.query('begin');
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const ended = new Promise<void>((resolve) => client.once('end', () => resolve()));
    await pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    await ended;
    await expect(client.query('select 1')).rejects.toThrow();
    client.release(true);
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  } finally {
    await pool.end();
  }
});

test('a transaction that does nothing loses its connection when its pool says so', async () => {
  const pool = createPool(postgres.connectionString, { idleTransactionTimeout: 50 });
  const client = await pool.connect();
  const ended = new Promise<void>((resolve) => client.once('end', () => resolve()));
  await client.query('begin');
  await ended;
  await expect(client.query('commit')).rejects.toThrow();
  client.release(true);
  await pool.end();
});

test('a statement waits for a lock no longer than its pool says', async () => {
  const pool = createPool(postgres.connectionString, { lockTimeout: 50 });
  const holder = await pool.connect();
  await holder.query('select pg_advisory_lock(1)');
  await expect(pool.query('select pg_advisory_lock(1)')).rejects.toMatchObject({ code: '55P03' });
  holder.release(true);
  await pool.end();
});

test('Postgres notices within seconds that the other end of a connection is gone, and so frees its locks', async () => {
  const pool = createPool(postgres.connectionString);
  const { rows } = await pool.query<{ name: string; setting: string }>(
    "select name, setting from pg_settings where name ~ '^tcp_keepalives' or name = 'tcp_user_timeout'",
  );
  const { tcp_keepalives_idle, tcp_keepalives_interval, tcp_keepalives_count, tcp_user_timeout } =
    Object.fromEntries(rows.map(({ name, setting }) => [name, Number(setting)]));
  expect(Number(tcp_keepalives_idle)).toBeGreaterThan(0);
  expect(
    Number(tcp_keepalives_idle) + Number(tcp_keepalives_interval) * Number(tcp_keepalives_count),
  ).toBeLessThanOrEqual(15);
  expect(tcp_user_timeout).toBe(15_000);
  await pool.end();
});
