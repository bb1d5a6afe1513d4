import { resolve } from 'node:path';
import { addressOf, passwordOf } from './address.ts';
import { clusterPaths } from './cluster.ts';
import { pidFile, servesCluster } from './orphan.ts';

/**
 * The address of the Postgres that another process of this program runs on a data folder; undefined where none does.
 * The password is in a file that only the folder's owner reads.
 */
export async function addressOfRunning(dataDir: string): Promise<string | undefined> {
  const paths = clusterPaths(resolve(dataDir));
  const lines = await pidFile(paths.cluster);
  if (lines?.[7]?.trim() !== 'ready' || !(await servesCluster(Number(lines[0]), paths.cluster)))
    return undefined;
  return addressOf(paths, await passwordOf(paths), lines);
}
