import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../embedded-postgres.ts';

export type TestPostgres = { readonly connectionString: string; stop(): Promise<void> };

/** An empty Postgres of a test's own; `stop` also removes its data. */
export async function startTestPostgres(): Promise<TestPostgres> {
  const dataDir = await temporaryFolder();
  const postgres = await startEmbeddedPostgres({ dataDir, durable: false });
  return {
    connectionString: postgres.connectionString,
    stop: async () => {
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A new folder for a Postgres: the user that it runs as under root can enter it. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'evo-postgres-'));
  await chmod(folder, 0o755);
  return folder;
}
