import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { lockFolder } from '../../projector/embedded-postgres/lock.ts';
import { addressOfRunning } from '../../projector/embedded-postgres/running.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../projector/embedded-postgres.ts';
import type { Config } from '../config.ts';
import { OpsRefused } from './ops-refused.ts';
import type { Tell } from './outcome.ts';

/** The stores of a program, whether it runs or not. */
export type ReachedStores = {
  /** As `openLedger` takes it: the address of an event store, or the file of the embedded one. */
  readonly ledger: string;
  readonly databaseUrl: string;
  close(): Promise<void>;
};

/**
 * Those that the settings name. An embedded Postgres is the running program's own, or is started for as long as it is
 * needed; an embedded ledger is read from its file, beside the program that owns it.
 * @throws FolderInUse where another command has started that Postgres for itself
 * @throws OpsRefused where the data folder has none; nothing is made there then
 * @param tell where the command may take long: that no program can start meanwhile
 */
export async function reachStores(config: Config, tell?: Tell): Promise<ReachedStores> {
  const ledger = config.eventStoreUrl ?? ledgerFile(config);
  if (config.databaseUrl) return { ledger, databaseUrl: sessionsOf(config), close: async () => undefined };
  const folder = join(config.dataDir, 'postgres');
  if (!existsSync(join(folder, 'cluster'))) {
    throw new OpsRefused(
      `${config.dataDir} holds no Postgres: no program was ever started there. Set DATA_DIR, or DATABASE_URL, as the program has it.`,
    );
  }
  // Another command's Postgres ends with it, in the midst of what this one does.
  const unlock = lockFolder(join(folder, 'command-lock'), folder);
  let started: EmbeddedPostgres | undefined;
  try {
    const running = await addressOfRunning(folder);
    if (running !== undefined) return { ledger, databaseUrl: running, close: async () => undefined };
    started = await startEmbeddedPostgres({ dataDir: folder });
  } finally {
    if (!started) unlock();
  }
  tell?.(`No program runs on ${config.dataDir}, and until this command has ended none can start there.`);
  const own = started;
  return { ledger, databaseUrl: own.connectionString, close: () => own.stop().finally(unlock) };
}

/** The address of an external Postgres: what operators do takes locks, which need sessions of their own. */
export const sessionsOf = ({ databaseUrl, databaseSessionUrl }: Config): string =>
  databaseSessionUrl ?? databaseUrl ?? '';

export const ledgerFile = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'ledger.sqlite');
