import { rm } from 'node:fs/promises';
import { startEmbeddedPostgres } from '../embedded-postgres.ts';
import { copyCluster } from './cluster-template.ts';
import { type Beginning, createSharedDatabase } from './shared-postgres.ts';
import { temporaryFolder } from './temporary-folder.ts';

export type TestPostgres = { readonly connectionString: string; stop(): Promise<void> };

/**
 * An empty database of a test's own, in the Postgres that the tests of a run share, and in one of its own where none
 * runs; `stop` also removes its data.
 * @param beginning what it begins with instead
 */
export async function startTestPostgres(beginning?: Beginning): Promise<TestPostgres> {
  const shared = await createSharedDatabase(beginning);
  if (shared) return { connectionString: shared.connectionString, stop: () => shared.drop() };
  const own = await startOwnPostgres();
  await beginning?.fill(own.connectionString);
  return own;
}

async function startOwnPostgres(): Promise<TestPostgres> {
  const dataDir = await temporaryFolder();
  await copyCluster(dataDir);
  const postgres = await startEmbeddedPostgres({ dataDir, durable: false });
  return {
    connectionString: postgres.connectionString,
    stop: async () => {
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
