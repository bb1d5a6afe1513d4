import { rm } from 'node:fs/promises';
import { startEmbeddedPostgres } from '../embedded-postgres.ts';
import { copyCluster } from './cluster-template.ts';
import { temporaryFolder } from './temporary-folder.ts';

export type TestPostgres = { readonly connectionString: string; stop(): Promise<void> };

/** An empty Postgres of a test's own; `stop` also removes its data. */
export async function startTestPostgres(): Promise<TestPostgres> {
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
