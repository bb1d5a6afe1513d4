import { readFile } from 'node:fs/promises';
import type pg from 'pg';
import { createPool } from '../../projector/database.ts';
import { startTestPostgres } from '../../projector/testing/postgres.ts';

export type TestDatabase = { readonly pool: pg.Pool; stop(): Promise<void> };

/** A Postgres of a test's own with one schema of the API, which a file of SQL creates. */
export async function startTestDatabase(schema: URL): Promise<TestDatabase> {
  const postgres = await startTestPostgres();
  const pool = createPool(postgres.connectionString);
  await pool.query(await readFile(schema, 'utf8'));
  return {
    pool,
    async stop() {
      await pool.end();
      await postgres.stop();
    },
  };
}
