import type pg from 'pg';
import { createPool } from '../../projector/database.ts';
import { startTestPostgres } from '../../projector/testing/postgres.ts';
import { migrate } from '../migrate.ts';

export type TestDatabase = {
  readonly pool: pg.Pool;
  readonly connectionString: string;
  stop(): Promise<void>;
};

/** A Postgres of a test's own with the tables of the API. */
export async function startTestDatabase(): Promise<TestDatabase> {
  const postgres = await startTestPostgres();
  const pool = createPool(postgres.connectionString);
  await migrate(pool);
  return {
    pool,
    connectionString: postgres.connectionString,
    async stop() {
      await pool.end();
      await postgres.stop();
    },
  };
}
