import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { usernameSkeleton } from '../../../contracts/username-skeleton.ts';
import { createPool, LIVE_SCHEMA } from '../../database.ts';
import { startTestPostgres, type TestPostgres } from '../../testing/postgres.ts';
import { namesLike } from './queries.ts';

let postgres: TestPostgres;
let pool: pg.Pool;
beforeAll(async () => {
  postgres = await startTestPostgres();
  pool = createPool(postgres.connectionString);
  await pool.query(`create schema ${LIVE_SCHEMA}`);
  await pool.query(`create table ${LIVE_SCHEMA}.users (user_id uuid primary key, username text not null)`);
});
afterAll(async () => {
  await pool.end();
  await postgres.stop();
});

test('Postgres says of any name that it looks like what the write side says', () =>
  fc.assert(
    fc.asyncProperty(fc.stringMatching(/^[A-Za-z0-9_rnvi1]{3,20}$/), async (name) => {
      const userId = randomUUID();
      await pool.query(`delete from ${LIVE_SCHEMA}.users`);
      await pool.query(`insert into ${LIVE_SCHEMA}.users values ($1, $2)`, [userId, name]);
      expect(await namesLike(pool, usernameSkeleton(name), randomUUID())).toEqual([name]);
      expect(await namesLike(pool, `${usernameSkeleton(name)}x`, randomUUID())).toEqual([]);
      expect(await namesLike(pool, usernameSkeleton(name), userId)).toEqual([]);
    }),
    { numRuns: 60 },
  ));
