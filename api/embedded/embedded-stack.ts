import { join } from 'node:path';
import type { Logger } from 'pino';
import { startEmbeddedEventStore } from '../../ledger/embedded/start.ts';
import { startEmbeddedPostgres } from '../../projector/embedded-postgres.ts';
import type { Config } from '../config.ts';
import { stopInTurn } from '../stop-in-turn.ts';
import { closeDataFolder } from './data-folder.ts';

export type Stack = {
  readonly eventStoreUrl: string;
  readonly databaseUrl: string;
  /** Resolves with the reason when an embedded part dies by itself. */
  readonly failed: Promise<Error>;
  stop(): Promise<void>;
};

/** Starts what the settings do not name: the embedded event store, the embedded Postgres, or both. */
export async function startStack(config: Config, logger: Logger): Promise<Stack> {
  // With both stores elsewhere there is nothing to keep here: a container's folder need not be writable.
  if (!config.eventStoreUrl || !config.databaseUrl) await closeDataFolder(config.dataDir);
  const [events, database] = await Promise.allSettled([
    config.eventStoreUrl
      ? undefined
      : startEmbeddedEventStore({
          file: join(config.dataDir, 'ledger.sqlite'),
          credentialFile: join(config.dataDir, 'ledger.credential'),
          onUpgrade: (upgrade) =>
            logger.warn(upgrade, 'the events of a ledger file of before have checksums now'),
        }),
    config.databaseUrl ? undefined : startEmbeddedPostgres({ dataDir: join(config.dataDir, 'postgres') }),
  ]);
  const started = [events, database].flatMap((part) => (part.status === 'fulfilled' ? [part.value] : []));
  if (events.status === 'rejected' || database.status === 'rejected') {
    await stopInTurn(
      started.map((part) => async () => (part && 'close' in part ? part.close() : part?.stop())),
    ).catch((err: unknown) => logger.warn({ err }, 'a part did not stop after the start failed'));
    throw events.status === 'rejected' ? events.reason : database.status === 'rejected' && database.reason;
  }
  const eventStoreUrl = config.eventStoreUrl ?? events.value?.connectionString;
  const databaseUrl = config.databaseUrl ?? database.value?.connectionString;
  if (!eventStoreUrl || !databaseUrl) throw new Error('a part of the stack has no address');
  let stopping = false;
  const ends: Promise<Error>[] = [new Promise(() => {})];
  const unasked = (reason: Error): Promise<Error> =>
    stopping ? new Promise(() => {}) : Promise.resolve(reason);
  if (events.value) {
    ends.push(
      events.value.closed.then((reason) => unasked(reason ?? new Error('The embedded event store ended'))),
    );
  }
  if (database.value) {
    ends.push(database.value.ended.then(() => unasked(new Error('The embedded Postgres ended'))));
  }
  return {
    eventStoreUrl,
    databaseUrl,
    failed: Promise.race(ends),
    async stop() {
      stopping = true;
      await stopInTurn([async () => events.value?.close(), async () => database.value?.stop()]);
    },
  };
}
