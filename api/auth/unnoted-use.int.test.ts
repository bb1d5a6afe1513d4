import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPool } from '../../projector/database.ts';
import { createTestClient, idempotencyKey } from '../testing/client.ts';
import { startApp, type TestApp } from '../testing/start-app.ts';

let app: TestApp;
let pool: Pool;
beforeAll(async () => {
  app = await startApp({ env: { LOG_LEVEL: 'silent' } });
  const url = new URL(app.databaseUrl);
  url.searchParams.set('options', '-c default_transaction_read_only=off');
  pool = createPool(url.href, { maxConnections: 1 });
});
afterAll(async () => {
  await pool.end();
  await app.close();
});

/** For whoever connects from now on, and nobody stays connected. */
async function takeWrites(isTaking: boolean): Promise<void> {
  const { rows } = await pool.query<{ name: string }>('select quote_ident(current_database()) as name');
  await pool.query(
    `alter database ${rows[0]?.name} set default_transaction_read_only to ${isTaking ? 'off' : 'on'}`,
  );
  await pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  );
}

test('who is signed in reads on while Postgres takes no writes, and the use of the session is noted when it does again', async () => {
  const client = createTestClient(app.url, undefined, { comesAgain: false });
  await expect.poll(async () => (await client.connect()).status).toBe(200);
  const wasUsed = `select last_seen_at > now() - interval '30 seconds' as noted from auth.sessions where wallet_address = $1`;
  const isNoted = async () => (await pool.query(wasUsed, [client.account.address])).rows;
  await pool.query(
    `update auth.sessions set last_seen_at = now() - interval '2 minutes' where wallet_address = $1`,
    [client.account.address],
  );
  const read = async () => (await client.get('/api/dashboard')).status;
  await takeWrites(false);
  try {
    await expect.poll(read).toBe(200);
    expect(await read()).toBe(200);
    // What has to be written down is refused as ever.
    expect((await client.post('/api/rewards/claim', {}, idempotencyKey())).status).toBe(503);
    expect(await isNoted()).toEqual([{ noted: false }]);
  } finally {
    await takeWrites(true);
  }
  await expect.poll(read).toBe(200);
  await expect
    .poll(async () => {
      await read();
      return isNoted();
    })
    .toEqual([{ noted: true }]);
});
