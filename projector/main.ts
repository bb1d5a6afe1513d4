import '../ledger/steady-heap.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Logger, pino } from 'pino';
import { connectEventStore, type EventStore } from '../ledger/event-store.ts';
import { onStopSignals } from '../ledger/stop-signals.ts';
import { BadOption, typedArguments, withHelp } from '../ledger/typed-options.ts';
import { endPool } from './bounded-pool.ts';
import { type ProjectorConfig, ProjectorConfigError, readProjectorConfig } from './config.ts';
import { createPool } from './database.ts';
import { serveHealth } from './health-server.ts';
import { logToStderr } from './log-to-stderr.ts';
import type { Projector, ProjectorStatus } from './projector.ts';
import { REBUILD_POOL, rebuildReadModels } from './rebuild.ts';
import { startStandalone } from './standalone.ts';
import { unfitStores } from './unfit-stores.ts';

const USAGE = `node projector/main.ts            follow the ledger into the read models
node projector/main.ts rebuild    build them anew beside the live ones, compare, and swap if they are equal
node projector/main.ts rebuild --accept-differences    swap also if they are not`;

/** Milliseconds that a start waits for a Postgres that is not there yet; what is wrong with it may turn out later. */
const START_PATIENCE = 15_000;

/** The projector as a process of its own, for a deployment; settings come from the environment. */
async function main(parameters: readonly string[]): Promise<number> {
  const { positionals, values } = typedArguments(parameters, {
    'accept-differences': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  // An empty word, as of a variable that is not set, is none.
  const command = positionals.filter((word) => word !== '').join(' ');
  const acceptDifferences = values['accept-differences'];
  if (!['', 'rebuild'].includes(command))
    throw new BadOption(`There is no command '${command}', but rebuild`);
  if (acceptDifferences && command === '') throw new BadOption('--accept-differences goes with rebuild');
  const config = readProjectorConfig(process.env);
  const logger = pino({ level: config.logLevel }, logToStderr());
  const over = new AbortController();
  onStopSignals({ onFirst: () => over.abort() });
  const unfit = unfitStores(config, over.signal, logger);
  const early = await Promise.race([unfit, sleep(START_PATIENCE, undefined, { ref: false })]);
  if (early !== undefined) throw new ProjectorConfigError([early]);
  const store = connectEventStore(config.eventStoreUrl);
  try {
    return command === ''
      ? await follow(config, store, logger, { unfit, over: over.signal })
      : await rebuild(config, store, logger, {
          signal: over.signal,
          acceptDifferences,
        });
  } finally {
    over.abort();
    await store.close();
  }
}

/** Of a program that runs: what turns out to be wrong with its stores, if anything does, and that it was told to end. */
type Watch = { readonly unfit: Promise<string | undefined>; readonly over: AbortSignal };

/** Until SIGTERM (0), or a fault that a restart cannot mend (1; with METRICS_PORT it says so there until SIGTERM). */
async function follow(
  config: ProjectorConfig,
  store: EventStore,
  logger: Logger,
  { unfit, over }: Watch,
): Promise<number> {
  const { databaseUrl, tracing } = config;
  const { projector, pool, close } = await startStandalone({
    ...{ store, databaseUrl, tracing, logger },
    // One more than it needs, for who asks how it is.
    maxConnections: 4,
  });
  const { port } = config.metrics;
  const health =
    port === undefined ? undefined : await serveHealth({ ...config.metrics, port, pool, projector, logger });
  logger.info({ healthPort: health?.port }, 'the projector follows the ledger or stands by');
  const told = aborted(over).then(() => stopped(projector));
  const unfitAfterAll = unfit.then(async (fault) => {
    if (fault === undefined) return told;
    await stopped(projector);
    throw new ProjectorConfigError([fault]);
  });
  const { state, reason } = await Promise.race([projector.ended, told, unfitAfterAll]);
  const isFault = state === 'stopped' && reason !== undefined;
  // Whoever watches its health sees why; a restart would meet the same fault again and again.
  if (isFault && health) await told;
  await health?.stop();
  await close();
  logger.info({ state, reason }, 'the projector has ended');
  return isFault ? 1 : 0;
}

/** Resolves once it has. */
function aborted(signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (signal.aborted) resolve();
  else signal.addEventListener('abort', () => resolve(), { once: true });
  return promise;
}

async function stopped(projector: Projector): Promise<ProjectorStatus> {
  await projector.stop();
  return projector.status();
}

async function rebuild(
  config: ProjectorConfig,
  store: EventStore,
  logger: Logger,
  how: { readonly signal: AbortSignal; readonly acceptDifferences: boolean },
): Promise<number> {
  const pool = createPool(config.databaseUrl, REBUILD_POOL);
  try {
    const { swapped, events, tables } = await rebuildReadModels({ store, pool, logger, ...how });
    for (const { table, liveRows, rebuiltRows, equal } of tables) {
      console.log(`${equal ? 'equal    ' : 'DIFFERENT'} ${table}: ${liveRows} live, ${rebuiltRows} rebuilt`);
    }
    console.log(
      `${events} events. ${swapped ? 'The rebuilt read models are live.' : 'The live ones are kept.'}`,
    );
    return swapped ? 0 : 1;
  } finally {
    await endPool(pool);
  }
}

main(process.argv.slice(2)).then(
  (exitCode) => process.exit(exitCode),
  (error: unknown) => {
    if (error instanceof BadOption) console.error(withHelp(error, 'projector/main.ts'));
    else console.error(error instanceof ProjectorConfigError ? error.message : error);
    process.exit(error instanceof BadOption ? 2 : 1);
  },
);
