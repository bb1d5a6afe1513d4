import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { startEmbeddedEventStore } from '../../../ledger/embedded/start.ts';
import type * as folders from '../../../ledger/sync-folder.ts';
import { createPool } from '../../../projector/database.ts';
import { startTestPostgres } from '../../../projector/testing/postgres.ts';
import { readConfig } from '../../config.ts';
import { MIGRATION_POOL, migrate } from '../../migrate.ts';

/** What each folder held when its names were last synced. */
const synced = new Map<string, readonly string[]>();
vi.mock('../../../ledger/sync-folder.ts', async (original) => {
  const whole = await original<typeof folders>();
  return {
    ...whole,
    syncFolder: async (folder: string) => {
      await whole.syncFolder(folder);
      synced.set(folder, readdirSync(folder));
    },
  };
});
// Files of tests take turns in one process, which may have loaded it with the disk itself.
vi.resetModules();
const { writeBackup } = await import('./write-backup.ts');

test('a backup that is whole outlives a power cut under its names', async () => {
  const [postgres, dataDir] = [await startTestPostgres(), await mkdtemp(join(tmpdir(), 'evo-power-cut-'))];
  try {
    const own = createPool(postgres.connectionString, MIGRATION_POOL);
    await migrate(own).finally(() => own.end());
    const ledger = join(dataDir, 'ledger.sqlite');
    await (await startEmbeddedEventStore({ file: ledger })).close();
    const config = readConfig({
      ...{ DATA_DIR: dataDir, DATABASE_URL: postgres.connectionString },
      VAULT_KEY: randomBytes(32).toString('base64'),
    });
    const [folder, keys] = [join(dataDir, 'backup'), join(dataDir, 'keys')];
    const stores = { ledger, databaseUrl: postgres.connectionString };
    const { tables } = await writeBackup(config, stores, { folder, keys, onStep: async () => undefined });
    expect(synced.get(dataDir)).toContain('backup');
    expect(synced.get(folder)?.toSorted()).toEqual(['ledger.ndjson.gz', 'manifest.json', 'tables']);
    expect(synced.get(join(folder, 'tables'))).toHaveLength(tables.length);
    expect(synced.get(keys)).toEqual(['vault.key']);
  } finally {
    await postgres.stop();
    await rm(dataDir, { recursive: true });
  }
});
