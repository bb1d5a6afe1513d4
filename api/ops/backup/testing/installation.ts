import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { startEmbeddedEventStore } from '../../../../ledger/embedded/start.ts';
import { loadSeeds } from '../../../../ledger/seed-file.ts';
import { createPool } from '../../../../projector/database.ts';
import { type Config, readConfig } from '../../../config.ts';
import { MIGRATION_POOL, migrate } from '../../../migrate.ts';
import { loadMasterKeys } from '../../../vault/master-key.ts';
import { openVault } from '../../../vault/vault.ts';
import { restoreBackup } from '../restore-backup.ts';
import { type BackupStep, writeBackup } from '../write-backup.ts';

/** Where a backup is, and its keys. */
export type Folders = { readonly folder: string; readonly keys: string };

/** A program that has made its tables and its keys, which no other one has, and its ledger; nobody has acted in it. */
export type Installation = {
  readonly dataDir: string;
  readonly config: Config;
  backUp(into: Folders, onStep?: (step: BackupStep) => Promise<void>): ReturnType<typeof writeBackup>;
};

export async function install(
  dataDir: string,
  databaseUrl: string,
  settings: Record<string, string> = {},
): Promise<Installation> {
  await mkdir(dataDir);
  const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, ...settings });
  const masterKeys = await loadMasterKeys(config.vaultKeys, dataDir);
  await loadSeeds(join(dataDir, 'notary.key'), 'make');
  const pool = createPool(databaseUrl, MIGRATION_POOL);
  await migrate(pool)
    .then(() => openVault(pool, masterKeys))
    .finally(() => pool.end());
  const ledger = join(dataDir, 'ledger.sqlite');
  await (await startEmbeddedEventStore({ file: ledger })).close();
  return {
    ...{ dataDir, config },
    backUp: (into, onStep = async () => undefined) =>
      writeBackup(config, { ledger, databaseUrl }, { ...into, onStep }),
  };
}

/** Into a data folder and a database, with the keys that are in the folder of the backup. */
export function restore(backup: Folders, dataDir: string, databaseUrl: string) {
  const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl });
  return restoreBackup(config, { ...backup, onStep: () => undefined });
}
