import { join } from 'node:path';
import type pg from 'pg';
import { holdsNoLedger, importLedger } from '../../../ledger/audit/import-ledger.ts';
import { openLedger } from '../../../ledger/audit/sources/open.ts';
import { withoutCredentials } from '../../../ledger/event-store-client.ts';
import { faultInWords, Unsound } from '../../../ledger/proof/audit/fault.ts';
import { createPool } from '../../../projector/database.ts';
import { startEmbeddedPostgres } from '../../../projector/embedded-postgres.ts';
import type { Config } from '../../config.ts';
import { closeDataFolder } from '../../embedded/data-folder.ts';
import { migrate } from '../../migrate.ts';
import { connectDatabase } from '../connect.ts';
import { OpsRefused } from '../ops-refused.ts';
import { ledgerFile, sessionsOf } from '../reach-stores.ts';
import { checkKeys } from './check-keys.ts';
import { keysToRestore, putKeys, takeBack } from './keys.ts';
import { type Manifest, readManifest } from './manifest.ts';
import { movePositions, placesIn } from './move-positions.ts';
import { requirePlaces, restoreTables } from './restore-tables.ts';
import { SealedKeys } from './sealed-keys.ts';
import { beginRestore, endRestore, undoRestore } from './unfinished.ts';

export type RestoreStep = 'the files' | 'the ledger' | 'positions' | 'the systems of record' | 'the keys';

export type Restored = {
  readonly manifest: Manifest;
  /** Where the ledger stands now, without any password. */
  readonly into: string;
  /** Of the new store's own tree, which is the backup's. */
  readonly root: string;
};

/**
 * Restores a backup into empty stores, those that the settings name:
 *
 * 1. Every file must be what the manifest says, the keys those of the backup, and both stores empty: nothing is changed
 *    before.
 * 2. From now on no program starts on this database until the restore has ended. This release makes its tables, which must
 *    have a place for all that the backup holds. The keys go into the data folder, where the settings name none.
 * 3. The ledger is audited, appended with its ids and its order, and audited anew where it stands now, under one root.
 *    What is refused before something is appended leaves nothing of (2).
 * 4. The systems of record go into those tables, in one transaction. What they say of positions is
 *    moved to where the same events stand now.
 * 5. Every key is tried, and each one that an event needs is looked for.
 *
 * The read models are not in a backup: the program builds them from the ledger at its first start.
 * @throws OpsRefused, CannotRead; a database that something of the backup may be in stays closed to programs
 */
export async function restoreBackup(
  config: Config,
  { folder, keys, onStep }: { folder: string; keys: string; onStep: (step: RestoreStep) => void },
): Promise<Restored> {
  onStep('the files');
  const manifest = await readManifest(folder);
  const { masterKeys, files } = await keysToRestore(config, keys, manifest);
  const file = join(folder, manifest.ledger.file);
  const store = config.eventStoreUrl ?? config.dataDir;
  if (!(await holdsNoLedger(store))) throw holdsOne(config);
  if (files.length > 0 || !config.eventStoreUrl || !config.databaseUrl) await closeDataFolder(config.dataDir);
  const postgres = config.databaseUrl
    ? undefined
    : await startEmbeddedPostgres({ dataDir: join(config.dataDir, 'postgres') });
  const databaseUrl = postgres?.connectionString ?? sessionsOf(config);
  try {
    const client = await connectDatabase(databaseUrl);
    try {
      await beginRestore(client);
      const { into, root } = await undoneUnlessFilled({ client, files, store }, async () => {
        const pool = createPool(databaseUrl, { maxConnections: 2, applicationName: 'evo-ops' });
        await migrate(pool).finally(() => pool.end());
        await requirePlaces(client, manifest.tables);
        onStep('the ledger');
        return restoreLedger(config, file, manifest);
      });
      onStep('positions');
      const named = await placesIn(folder, manifest.tables);
      const moved = await movePositions(file, config.eventStoreUrl ?? ledgerFile(config), named);
      onStep('the systems of record');
      await restoreTables(client, folder, manifest.tables, moved);
      onStep('the keys');
      const sealed = new SealedKeys();
      await forEachEvent(file, (event) => sealed.add(event));
      await checkKeys(folder, manifest.tables, masterKeys, sealed);
      // Another restore into this folder may have taken back those that both have.
      await putKeys(files);
      await endRestore(client);
      return { manifest, into, root };
    } finally {
      await client.end();
    }
  } finally {
    await postgres?.stop();
  }
}

function holdsOne(config: Config): OpsRefused {
  const there = config.eventStoreUrl
    ? `${withoutCredentials(config.eventStoreUrl)} holds a ledger already`
    : `${ledgerFile(config)} is there already`;
  return new OpsRefused(
    `${there}: a backup goes into an empty database and an empty event store only. Take new ones, and keep these until you know that you need them no more.`,
  );
}

type Begun = {
  readonly client: pg.Client;
  readonly files: Parameters<typeof putKeys>[0];
  readonly store: string;
};

/**
 * Puts the keys where they belong, and fills the event store. Where that fails and nothing was appended it was as good as
 * never begun: what it made is gone, and the next one may begin there.
 */
async function undoneUnlessFilled<Filled>(
  { client, files, store }: Begun,
  fill: () => Promise<Filled>,
): Promise<Filled> {
  let made: Awaited<ReturnType<typeof putKeys>> = [];
  try {
    made = await putKeys(files);
    return await fill();
  } catch (error) {
    // A store that does not say may hold something: then all stays as it is, and closed.
    if (await holdsNoLedger(store).catch(() => false)) {
      await takeBack(made);
      // Where that fails, too, the database stays closed, and says so to whoever begins again.
      await undoRestore(client).catch(() => undefined);
    }
    throw error;
  }
}

async function restoreLedger(
  config: Config,
  file: string,
  { ledger }: Manifest,
): Promise<{ into: string; root: string }> {
  try {
    const { superAdminWallet: superAdmin, formerSuperAdmins } = config;
    const options = { superAdmin, formerSuperAdmins, isMoved: true };
    const { into, proof } = await importLedger(file, config.eventStoreUrl ?? config.dataDir, options);
    const { root } = proof.tree;
    if (root !== ledger.root || proof.events !== ledger.events) {
      throw new OpsRefused(
        `The ledger has ${proof.events} events under ${root}, and the manifest says ${ledger.events} under ${ledger.root}.`,
      );
    }
    return { into, root };
  } catch (error) {
    if (!(error instanceof Unsound)) throw error;
    throw new OpsRefused(`The ledger of this backup is not sound. ${faultInWords(error.fault)}`, error);
  }
}

async function forEachEvent(
  file: string,
  tell: (event: Parameters<SealedKeys['add']>[0]) => void,
): Promise<void> {
  const source = await openLedger(file);
  try {
    for await (const page of source.pages()) for (const event of page) tell(event);
  } finally {
    await source.close();
  }
}
