import type pg from 'pg';
import { beginIn, createPool, inTransaction, LIVE_SCHEMA } from '../database.ts';
import { applyBatch } from '../progress/apply-batch.ts';
import { ensureSchema } from '../progress/schema.ts';
import type { ReadModel, RecordedEvent } from '../read-models/read-model.ts';
import { startTestPostgres } from './postgres.ts';
import type { Beginning } from './shared-postgres.ts';

export type TestReadModels = {
  readonly pool: pg.Pool;
  readonly connectionString: string;
  stop(): Promise<void>;
};

/** Empty read models in a Postgres of a test's own. */
export async function startTestReadModels(): Promise<TestReadModels> {
  const postgres = await startTestPostgres(EMPTY);
  const pool = createPool(postgres.connectionString);
  return {
    pool,
    connectionString: postgres.connectionString,
    stop: async () => {
      await pool.end();
      await postgres.stop();
    },
  };
}

const EMPTY: Beginning = {
  name: 'read_models',
  async fill(connectionString) {
    const pool = createPool(connectionString);
    await ensureSchema(pool, LIVE_SCHEMA);
    await pool.end();
  },
};

/** Applies events to some read models (all of them when not said), without a checkpoint. Returns how many were new. */
export function project(
  pool: pg.Pool,
  events: readonly RecordedEvent[],
  models?: readonly ReadModel[],
): Promise<number> {
  return inTransaction(
    pool,
    (client) => applyBatch(client, events, models),
    (client) => beginIn(client, LIVE_SCHEMA),
  );
}
