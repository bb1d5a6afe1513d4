import { setTimeout as sleep } from 'node:timers/promises';
import { type Logger, pino } from 'pino';
import { connectEventStore, type EventStore } from '../ledger/event-store.ts';
import { type ProjectorConfig, ProjectorConfigError, readProjectorConfig } from './config.ts';
import { createPool } from './database.ts';
import { serveHealth } from './health-server.ts';
import { type Projector, type ProjectorStatus, startProjector } from './projector.ts';
import { rebuildReadModels } from './rebuild.ts';

const USAGE = `node projector/main.ts            follow the ledger into the read models
node projector/main.ts rebuild    build them anew beside the live ones, compare, and swap if they are equal
node projector/main.ts rebuild --accept-differences    swap also if they are not`;

/** The projector as a process of its own, for a deployment; settings come from the environment. */
async function main(parameters: readonly string[]): Promise<number> {
  const command = parameters.join(' ');
  if (!['', 'rebuild', 'rebuild --accept-differences'].includes(command)) {
    console.error(USAGE);
    return 2;
  }
  const config = readProjectorConfig(process.env);
  const logger = pino({ level: config.logLevel }, pino.destination(2));
  const store = connectEventStore(config.eventStoreUrl);
  try {
    return command === ''
      ? await follow(config, store, logger)
      : await rebuild(config, store, logger, command.endsWith('--accept-differences'));
  } finally {
    await store.close();
  }
}

/** Until SIGTERM (0), or a fault that a restart cannot mend (1; with METRICS_PORT it says so there until SIGTERM). */
async function follow(config: ProjectorConfig, store: EventStore, logger: Logger): Promise<number> {
  const pool = createPool(config.databaseUrl, {
    applicationName: 'evo-rewards projector',
    maxConnections: 4,
    // Its locks need sessions of their own, too.
    keepsStatements: true,
  });
  const projector = await startProjector({ store, pool, logger });
  const { port } = config.metrics;
  const health =
    port === undefined ? undefined : await serveHealth({ ...config.metrics, port, pool, projector, logger });
  logger.info({ healthPort: health?.port }, 'the projector follows the ledger or stands by');
  const told = Promise.withResolvers<void>();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      told.resolve();
      void projector.stop();
    });
  }
  const { state, reason } = await Promise.race([
    projector.ended,
    told.promise.then(() => stopped(projector)),
  ]);
  const isFault = state === 'stopped' && reason !== undefined;
  // Whoever watches its health sees why; a restart would meet the same fault again and again.
  if (isFault && health) await told.promise;
  await health?.stop();
  // What hangs on a Postgres that does not answer ends with the process.
  await Promise.race([pool.end(), sleep(2_000)]);
  logger.info({ state, reason }, 'the projector has ended');
  return isFault ? 1 : 0;
}

async function stopped(projector: Projector): Promise<ProjectorStatus> {
  await projector.stop();
  return projector.status();
}

async function rebuild(
  config: ProjectorConfig,
  store: EventStore,
  logger: Logger,
  acceptDifferences: boolean,
): Promise<number> {
  const pool = createPool(config.databaseUrl, { applicationName: 'evo-rewards rebuild', maxConnections: 4 });
  const leave = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => leave.abort());
  try {
    const options = { store, pool, logger, signal: leave.signal, acceptDifferences };
    const { swapped, events, tables } = await rebuildReadModels(options);
    for (const { table, liveRows, rebuiltRows, equal } of tables) {
      console.log(`${equal ? 'equal    ' : 'DIFFERENT'} ${table}: ${liveRows} live, ${rebuiltRows} rebuilt`);
    }
    console.log(
      `${events} events. ${swapped ? 'The rebuilt read models are live.' : 'The live ones are kept.'}`,
    );
    return swapped ? 0 : 1;
  } finally {
    await pool.end();
  }
}

main(process.argv.slice(2)).then(
  (exitCode) => process.exit(exitCode),
  (error: unknown) => {
    console.error(error instanceof ProjectorConfigError ? error.message : error);
    process.exit(1);
  },
);
