import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { clusterPaths } from './cluster.ts';
import { pidFile, servesCluster } from './orphan.ts';

/**
 * The address of the Postgres that another process of this program runs on a data folder; undefined where none does.
 * The password is in a file that only the folder's owner reads.
 */
export async function addressOfRunning(dataDir: string): Promise<string | undefined> {
  const paths = clusterPaths(resolve(dataDir));
  const [pid, , , port, , , , status] = (await pidFile(paths.cluster)) ?? [];
  if (status?.trim() !== 'ready' || !(await servesCluster(Number(pid), paths.cluster))) return undefined;
  const password = (await readFile(paths.password, 'utf8')).trim();
  return `postgres://postgres:${password}@127.0.0.1:${Number(port)}/postgres`;
}
