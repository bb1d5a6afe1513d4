import type pg from 'pg';
import { beginIn, createPool, LIVE_SCHEMA, rollback } from '../database.ts';
import { applyBatch } from '../progress/apply-batch.ts';
import { ensureSchema } from '../progress/schema.ts';
import type { ReadModel, RecordedEvent } from '../read-models/read-model.ts';
import { startTestPostgres } from './postgres.ts';

export type TestReadModels = {
  readonly pool: pg.Pool;
  readonly connectionString: string;
  stop(): Promise<void>;
};

/** Empty read models in a Postgres of a test's own. */
export async function startTestReadModels(): Promise<TestReadModels> {
  const postgres = await startTestPostgres();
  const pool = createPool(postgres.connectionString);
  await ensureSchema(pool, LIVE_SCHEMA);
  return {
    pool,
    connectionString: postgres.connectionString,
    stop: async () => {
      await pool.end();
      await postgres.stop();
    },
  };
}

/** Applies events to some read models (all of them when not said), without a checkpoint. Returns how many were new. */
export async function project(
  pool: pg.Pool,
  events: readonly RecordedEvent[],
  models?: readonly ReadModel[],
): Promise<number> {
  const client = await pool.connect();
  try {
    await beginIn(client, LIVE_SCHEMA);
    const applied = await applyBatch(client, events, models);
    await client.query('commit');
    return applied;
  } catch (error) {
    await rollback(client);
    throw error;
  } finally {
    client.release();
  }
}
