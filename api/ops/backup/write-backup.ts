import { readdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type pg from 'pg';
import { codeOf } from '../../../contracts/error-code.ts';
import { auditLedger } from '../../../ledger/audit/audit-ledger.ts';
import { writeExport } from '../../../ledger/audit/export/write-export.ts';
import { openLedger } from '../../../ledger/audit/sources/open.ts';
import { faultInWords, Unsound } from '../../../ledger/proof/audit/fault.ts';
import type { LedgerProof } from '../../../ledger/proof/audit/ledger-audit.ts';
import { syncFolder } from '../../../ledger/sync-folder.ts';
import type { Config } from '../../config.ts';
import { connectDatabase } from '../connect.ts';
import { makeFolder } from '../one-folder.ts';
import { OpsRefused } from '../ops-refused.ts';
import type { ReachedStores } from '../reach-stores.ts';
import { checkKeys } from './check-keys.ts';
import { fileDigest } from './file-digest.ts';
import { backUpKeys, currentMasterKeys } from './keys.ts';
import { MANIFEST, type Manifest } from './manifest.ts';
import { isKnownSchema, RECORD_SCHEMAS } from './record.ts';
import { SealedKeys } from './sealed-keys.ts';
import { refuseUnfinishedRestore } from './unfinished.ts';
import { writeTables } from './write-tables.ts';

export type BackupStep = 'the notary' | 'the ledger' | 'the systems of record' | 'the keys' | 'the audit';

const LEDGER_FILE = 'ledger.ndjson.gz';

type BackupOptions = {
  readonly folder: string;
  readonly keys: string;
  /** Told before each step, and waited for. */
  readonly onStep: (step: BackupStep) => Promise<void>;
  /** Whether the ledger may lack what Postgres knows of: it is lost for good. */
  readonly asTheyAre?: boolean;
};

/**
 * Backs a program up, also while it runs and is written to. The order is what makes the parts fit each other:
 *
 * 1. What the notary knows it signed, first: a seal that it remembers and the ledger of the backup lacks would stop it.
 * 2. The ledger, up to its end: every command that was acknowledged before the backup began is in it.
 * 3. All other systems of record, behind the ledger: a key is written before the event that is sealed with it, so each
 *    event of (2) has its key, but where the account was erased since. A raffle's seed precedes its commitment alike.
 * 4. The keys that open what (3) holds, and a try of every one of them.
 *
 * What (3) holds beyond the ledger's end does no harm: a key of an event that is not there, a request whose command is
 * carried out when it is sent again. Last, the copy of the ledger is audited as a whole, and the manifest is written. A
 * ledger that lacks what the processes were told before is none of this program, or ends before what was acknowledged.
 * @throws OpsRefused, CannotRead
 */
export async function writeBackup(
  config: Config,
  stores: Pick<ReachedStores, 'ledger' | 'databaseUrl'>,
  { folder, keys, onStep, asTheyAre = false }: BackupOptions,
): Promise<Manifest> {
  const draft = await takeFolder(folder);
  // What is wrong with its name is said before the ledger is read, and not hours later.
  await makeFolder(keys);
  const begun = new Date().toISOString();
  const client = await connectDatabase(stores.databaseUrl);
  try {
    await refuseUnfinishedRestore(client);
    await requireKnownSchemas(client);
    await onStep('the notary');
    const told = asTheyAre ? undefined : await lastTold(client);
    const notary = await writeTables(client, RECORD_SCHEMAS.beforeLedger, folder);
    await onStep('the ledger');
    const file = join(folder, LEDGER_FILE);
    await copyLedger(stores.ledger, file);
    await onStep('the systems of record');
    const tables = await writeTables(client, RECORD_SCHEMAS.afterLedger, folder);
    await onStep('the keys');
    const masterKeys = await currentMasterKeys(config);
    const fingerprints = await backUpKeys(config, keys);
    await onStep('the audit');
    const { proof, needed } = await audited(config, file, told);
    const sealed = await checkKeys(folder, tables, masterKeys, needed);
    // One that has begun since, into a database that was empty.
    await refuseUnfinishedRestore(client);
    const { size, root } = proof.tree;
    const manifest: Manifest = {
      format: 'evo-rewards-backup/1',
      begun,
      ended: new Date().toISOString(),
      ledger: { file: LEDGER_FILE, sha256: await fileDigest(file), events: proof.events, size, root },
      tables: [...notary, ...tables],
      fingerprints,
      sealed,
    };
    await writeFile(draft, `${JSON.stringify(manifest, null, 1)}\n`, { mode: 0o600, flush: true });
    await syncFolder(join(folder, 'tables'));
    await rename(draft, join(folder, MANIFEST));
    for (const named of [folder, dirname(folder)]) await syncFolder(named);
    return manifest;
  } finally {
    await client.end();
  }
}

/**
 * Takes an empty folder for one backup.
 * @returns the file that the manifest is written into, empty, until the backup is whole
 * @throws OpsRefused when something is there, be it another backup that begins at the same moment
 */
async function takeFolder(folder: string): Promise<string> {
  const draft = join(folder, `${MANIFEST}.partial`);
  const taken = new OpsRefused(`${folder} is not empty: a backup has a folder of its own.`);
  await makeFolder(folder);
  if ((await readdir(folder)).length > 0) throw taken;
  await writeFile(draft, '', { mode: 0o600, flag: 'wx' }).catch((error: unknown) => {
    throw codeOf(error) === 'EEXIST' ? taken : error;
  });
  return draft;
}

/** A schema that nobody said about whether it is a record would be missing one day. */
async function requireKnownSchemas(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select distinct schemaname as name from pg_tables
     where schemaname not in ('public', 'information_schema') and schemaname not like 'pg\\_%'`,
  );
  const unknown = rows.map(({ name }) => name).filter((name) => !isKnownSchema(name));
  if (unknown.length === 0) return;
  throw new OpsRefused(
    `The database has schemas that this release does not know: ${unknown.join(', ')}. Take the backup with the release that made them, and keep what is not the program's in another database.`,
  );
}

/** The last event that any process was told, by its id; undefined where none was. */
async function lastTold(client: pg.Client): Promise<string | undefined> {
  const { rows: found } = await client.query<{ is_there: boolean }>(
    `select to_regclass('processes.ledger') is not null as is_there`,
  );
  if (!found[0]?.is_there) return undefined;
  const { rows } = await client.query<{ event_id: string }>('select event_id from processes.ledger');
  return rows[0]?.event_id;
}

async function copyLedger(ledger: string, file: string): Promise<void> {
  const source = await openLedger(ledger);
  try {
    await writeExport(source, file);
  } finally {
    await source.close();
  }
}

/**
 * @param told the id of an event that has to be in it
 * @throws OpsRefused when the ledger is not sound, or lacks that: what was written so far stays, without a manifest
 */
async function audited(
  config: Config,
  file: string,
  told: string | undefined,
): Promise<{ proof: LedgerProof; needed: SealedKeys }> {
  const source = await openLedger(file);
  const needed = new SealedKeys();
  let isThere = told === undefined;
  try {
    const { proof } = await auditLedger(source, {
      superAdmin: config.superAdminWallet,
      formerSuperAdmins: config.formerSuperAdmins,
      // A ledger that was restored once names positions of the store before: those are not the backup's to judge.
      isMoved: true,
      onEvents: async (events) => {
        for (const event of events) {
          needed.add(event);
          isThere ||= event.id === told;
        }
      },
    });
    if (isThere) return { proof, needed };
    throw new OpsRefused(
      `The ledger lacks the event ${told}, which the processes were told: it is that of another store, of a node that is behind, or of a store that was put back to before it. This backup is none. Where what it lacks is lost for good, take one with --as-they-are; see docs/operations.md.`,
    );
  } catch (error) {
    if (!(error instanceof Unsound)) throw error;
    throw new OpsRefused(
      `The ledger is not sound, and this backup is none. ${faultInWords(error.fault)}\nKeep the last good backup. What was copied stays where it is.`,
      error,
    );
  } finally {
    await source.close();
  }
}
