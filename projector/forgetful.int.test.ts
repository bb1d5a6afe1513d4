import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { forgetfulSettings, warnOfForgetting } from './forgetful.ts';
import { startTestPostgres, type TestPostgres } from './testing/postgres.ts';

let postgres: TestPostgres;
let db: pg.Client;
beforeAll(async () => {
  postgres = await startTestPostgres();
  db = new pg.Client(postgres.connectionString);
  await db.connect();
});
afterAll(async () => {
  await db.end();
  await postgres.stop();
});

test('a start on a Postgres that forgets says which of its settings are off', async () => {
  // The Postgres of tests is made to be quick.
  expect(await forgetfulSettings(db)).toEqual(['fsync', 'full_page_writes', 'synchronous_commit']);
  await db.query('set synchronous_commit to on');
  const said: unknown[] = [];
  await warnOfForgetting(db, { warn: (...words: unknown[]) => said.push(words) });
  expect(said).toEqual([
    [{ off: ['fsync', 'full_page_writes'] }, expect.stringContaining('switch these settings on')],
  ]);
});
