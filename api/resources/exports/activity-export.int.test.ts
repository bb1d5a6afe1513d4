import { afterAll, beforeAll, expect, test } from 'vitest';
import { LIVE_SCHEMA } from '../../../projector/database.ts';
import { ensureSchema } from '../../../projector/progress/schema.ts';
import { startTestDatabase, type TestDatabase } from '../../testing/start-database.ts';
import { activity } from './exports.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());

const ACTS = 1_200;

test('a file of Activity History whose read models are replaced while it is read breaks off, and is not shorter in silence', async () => {
  const { pool } = database;
  await ensureSchema(pool, LIVE_SCHEMA);
  await pool.query(
    `insert into ${LIVE_SCHEMA}.admin_acts (commit, prepare, event_id, type, wallet, created_at, act_key)
     select n, n, gen_random_uuid(), 'admin_added', '0x', now(), 'event/' || n from generate_series(1, $1) as n`,
    [ACTS],
  );
  const read = async (between: () => Promise<unknown>) => {
    const client = await pool.connect();
    try {
      await client.query('begin isolation level repeatable read read only');
      let count = 0;
      for await (const _ of activity({}).lines(client)) {
        count += 1;
        if (count === 2) await between();
      }
      return count;
    } finally {
      client.release(true);
    }
  };
  expect(await read(async () => undefined)).toBe(ACTS + 1);
  const replaced = read(async () => {
    await pool.query(`alter schema ${LIVE_SCHEMA} rename to read_models_previous`);
    await ensureSchema(pool, LIVE_SCHEMA);
  });
  await expect(replaced).rejects.toThrow('the read models were replaced');
});
