import { execFile } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import { clusterPaths } from '../embedded-postgres/cluster.ts';
import { startEmbeddedPostgres } from '../embedded-postgres.ts';
import { temporaryFolder } from './temporary-folder.ts';

const run = promisify(execFile);

/** The environment variable with the data folder of an empty, stopped Postgres. */
const TEMPLATE = 'POSTGRES_TEMPLATE';

/**
 * Once before all tests on the real stack: making a cluster costs three times the work of copying one.
 * @returns what removes it
 */
export async function setup(): Promise<() => Promise<void>> {
  // A copy that keeps its owner, whom Postgres insists on, is a matter of Unix. One serves all projects of a run.
  if (process.platform === 'win32' || process.env[TEMPLATE]) return async () => undefined;
  const folder = await temporaryFolder();
  const postgres = await startEmbeddedPostgres({ dataDir: folder, durable: false });
  await postgres.stop();
  process.env[TEMPLATE] = folder;
  return async () => {
    delete process.env[TEMPLATE];
    await rm(folder, { recursive: true, force: true });
  };
}

/** Puts a cluster into a new data folder of Postgres where a template is there; without, its start makes one. */
export async function copyCluster(dataDir: string): Promise<void> {
  const template = process.env[TEMPLATE];
  if (template === undefined) return;
  await mkdir(dataDir, { recursive: true });
  const { cluster, password } = clusterPaths(template);
  await run('cp', ['-a', cluster, password, dataDir]);
}
