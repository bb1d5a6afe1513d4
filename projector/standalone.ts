import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { EventStore } from '../ledger/event-store.ts';
import { createPool } from './database.ts';
import { type Projector, startProjector } from './projector.ts';
import { startTracing } from './tracing/start-tracing.ts';
import type { TracingConfig } from './tracing/tracing-config.ts';

/** Milliseconds for good-byes; what hangs on a Postgres that does not answer ends with its process or thread. */
const GOODBYE = 2_000;

export type StandaloneOptions = {
  readonly store: EventStore;
  /** Of sessions of their own: its locks need them. */
  readonly databaseUrl: string;
  /** At the most, three or more: who leads, who writes, and one to look with. */
  readonly maxConnections: number;
  readonly tracing: TracingConfig | undefined;
  readonly logger: Logger;
};

export type StandaloneProjector = {
  readonly projector: Projector;
  readonly pool: pg.Pool;
  /** Of the connections, once the projector has ended. */
  close(): Promise<void>;
};

/** A projector that shares nothing with an API: in a process or a thread of its own. */
export async function startStandalone(options: StandaloneOptions): Promise<StandaloneProjector> {
  const { store, databaseUrl, maxConnections, logger } = options;
  const pool = projectorPool(databaseUrl, maxConnections);
  const tracing = await startTracing(options.tracing, 'evo-rewards-projector');
  const projector = await startProjector({ store, pool, logger, tracing });
  return {
    projector,
    pool,
    async close() {
      await Promise.all([Promise.race([pool.end(), sleep(GOODBYE)]), tracing.stop()]);
    },
  };
}

/**
 * The connections of a projector that shares them with nobody.
 * @param databaseUrl of sessions of their own: its locks need them
 * @param maxConnections three or more: who leads, who writes, and one to look with
 */
export function projectorPool(databaseUrl: string, maxConnections: number): pg.Pool {
  return createPool(databaseUrl, {
    applicationName: 'evo-rewards projector',
    maxConnections,
    keepsStatements: true,
  });
}
