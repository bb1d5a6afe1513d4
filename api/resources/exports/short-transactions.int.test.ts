import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createPool, LIVE_SCHEMA } from '../../../projector/database.ts';
import { startTestPostgres, type TestPostgres } from '../../../projector/testing/postgres.ts';
import {
  startTransactionPooler,
  type TransactionPooler,
} from '../../../projector/testing/transaction-pooler.ts';
import { createTestClient } from '../../testing/client.ts';
import type { Fetch } from '../../testing/from-address.ts';
import { startApp } from '../../testing/start-app.ts';

const key = generatePrivateKey();
let postgres: TestPostgres;
let pooler: TransactionPooler;
beforeEach(async () => {
  postgres = await startTestPostgres();
  pooler = await startTransactionPooler(postgres.connectionString);
  const pool = createPool(postgres.connectionString);
  const { rows } = await pool.query<{ name: string }>('select current_database() as name');
  await pool.query(`alter database ${rows[0]?.name} set transaction_timeout to '2s'`);
  await pool.end();
});
afterEach(async () => {
  await pooler.close();
  await postgres.stop();
});

/** Far more than connections hold of an answer that is not read. */
const ACTS = { rows: 2_000, letters: 20_000 };

test.each([
  ['Postgres itself', () => postgres.connectionString],
  ['a pooler of transactions', () => pooler.connectionString],
])(
  'a file that is read from %s is sent to its end, however short the transactions are that the database allows',
  async (_, address) => {
    const app = await startApp({
      env: {
        ...{ DATABASE_URL: address(), DATABASE_SESSION_URL: postgres.connectionString },
        SUPER_ADMIN_WALLET: privateKeyToAccount(key).address,
      },
    });
    const pool = createPool(postgres.connectionString);
    try {
      await pool.query(
        `insert into ${LIVE_SCHEMA}.admin_acts (commit, prepare, event_id, type, wallet, subject, created_at, act_key)
       select 1000000000000 + n, n, gen_random_uuid(), 'admin_added', '0x', repeat('x', $2), now(), 'event/' || n
       from generate_series(1, $1) as n on conflict do nothing`,
        [ACTS.rows, ACTS.letters],
      );
      let headers: Readonly<Record<string, string>> = {};
      const reach: Fetch = (url, init) => {
        headers = init.headers;
        return fetch(url, init);
      };
      const owner = createTestClient(app.url, key, { reach });
      await owner.connect();
      await owner.get('/api/session');
      const asked = get(new URL('/api/admin/export-activity', app.url), { headers });
      // An event of a client's request.
      const [file] = (await once(asked, 'response')) as [IncomingMessage];
      expect(file.statusCode).toBe(200);
      const isOld = `select from pg_stat_activity where datname = current_database()
      and xact_start < clock_timestamp() - interval '2.5 s'`;
      await expect.poll(async () => (await pool.query(isOld)).rowCount, { timeout: 10_000 }).toBe(1);
      expect((await text(file)).length).toBeGreaterThan(ACTS.rows * ACTS.letters);
    } finally {
      await pool.end();
      await app.close();
    }
  },
);
