import { text } from 'node:stream/consumers';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createPool } from '../../../projector/database.ts';
import { startTestPostgres, type TestPostgres } from '../../../projector/testing/postgres.ts';
import {
  startTransactionPooler,
  type TransactionPooler,
} from '../../../projector/testing/transaction-pooler.ts';
import { startApp } from '../../testing/start-app.ts';
import { ACTS, askForFile, insertActs, signInToExport } from './testing/slow-taker.ts';

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
      await insertActs(pool);
      const { headers } = await signInToExport(app.url, key);
      const file = await askForFile(app.url, headers());
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
