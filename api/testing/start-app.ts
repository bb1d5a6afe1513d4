import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { createPool, LIVE_SCHEMA } from '../../projector/database.ts';
import { ensureSchema } from '../../projector/progress/schema.ts';
import { copyCluster } from '../../projector/testing/cluster-template.ts';
import { type Beginning, createSharedDatabase } from '../../projector/testing/shared-postgres.ts';
import { readConfig } from '../config.ts';
import type { Clock } from '../http/clock.ts';
import { migrate } from '../migrate.ts';
import type { SampleTrack } from '../resources/music/sample-tracks.ts';
import { startServer } from '../server.ts';
import { EMPTY_UI } from './empty-ui.ts';

export type TestApp = {
  readonly url: string;
  /** Of 127.0.0.1, where it listens; `url` may be another name. */
  readonly port: number;
  readonly dataDir: string;
  readonly eventStoreUrl: string;
  readonly databaseUrl: string;
  readonly metricsPort: number | undefined;
  close(): Promise<void>;
};

/**
 * The whole program on a free port with a data folder of its own, as `npm start` runs it; its database stands in the
 * Postgres that the tests of a run share, where one runs.
 */
export async function startApp(
  options: {
    readonly env?: Readonly<Record<string, string>>;
    readonly clock?: Clock;
    /** Music that a trial begins with; none unless given. */
    readonly samples?: readonly SampleTrack[];
    /** An empty page unless given. */
    readonly uiDist?: string;
    /** Puts into the data folder what the program shall find there, and says which settings that needs. */
    readonly fill?: (dataDir: string) => Promise<Readonly<Record<string, string>>>;
    /** `embedded` is for tests of the data folder and of what starts there; `shared` unless given. */
    readonly postgres?: 'shared' | 'embedded';
  } = {},
): Promise<TestApp> {
  // Postgres runs as its own system user when the tests run as root, and must reach the folder.
  const dataDir = await mkdtemp(join(tmpdir(), 'evo-app-'));
  const { clock, samples, uiDist = EMPTY_UI, fill, postgres = 'shared' } = options;
  const env = { ...(await fill?.(dataDir)), ...options.env };
  // With both stores elsewhere it would be a deployment, whose projector is another program.
  const isShared = postgres === 'shared' && !env.DATABASE_URL && !env.EVENTSTORE_URL;
  const database = isShared ? await createSharedDatabase(NEW_PROGRAM) : undefined;
  if (!database && !env.DATABASE_URL) await copyCluster(join(dataDir, 'postgres'));
  const config = readConfig({
    ...{ PORT: '0', DATA_DIR: dataDir, UI_DIST: uiDist, LOG_LEVEL: 'error' },
    // No seal comes among the events that a test counts, unless it asks for seals.
    SEAL_SECONDS: '3600',
    // No test waits for a round of a beacon, and none leaves this machine, unless it says so.
    ...(!env.RPC_URL && { RAFFLE_RANDOMNESS: 'seed' }),
    ...(database && { DATABASE_URL: database.connectionString }),
    ...env,
  });
  const server = await startServer(config, pino({ level: config.logLevel }, pino.destination(2)), {
    ...(clock && { clock }),
    ...(samples && { samples }),
  });
  return {
    url: server.url,
    port: server.port,
    dataDir,
    eventStoreUrl: server.eventStoreUrl,
    databaseUrl: server.databaseUrl,
    metricsPort: server.metricsPort,
    async close() {
      await server.stop();
      await database?.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The tables that every start of the program makes sure of. */
const NEW_PROGRAM: Beginning = {
  name: 'new_program',
  async fill(connectionString) {
    const pool = createPool(connectionString);
    await migrate(pool);
    await ensureSchema(pool, LIVE_SCHEMA);
    await pool.end();
  },
};
