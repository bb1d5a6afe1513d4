import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { SystemUser } from './account.ts';

const run = promisify(execFile);

/** The folders and files of one embedded Postgres below its data folder. */
export type ClusterPaths = {
  readonly dataDir: string;
  /** What Postgres calls PGDATA. */
  readonly cluster: string;
  readonly password: string;
  readonly log: string;
};

export function clusterPaths(dataDir: string): ClusterPaths {
  return {
    dataDir,
    cluster: join(dataDir, 'cluster'),
    password: join(dataDir, 'password'),
    log: join(dataDir, 'postgres.log'),
  };
}

/** The environment of Postgres: nothing of ours, which may hold secrets and PG* settings. */
export const postgresEnvironment = { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' };

/**
 * Creates the cluster where there is none, and the file with the password of its superuser. It is made under another
 * name and renamed, so that a half-made one is never taken for a cluster.
 */
export async function ensureCluster(
  paths: ClusterPaths,
  initdb: string,
  user: SystemUser,
  durable: boolean,
): Promise<void> {
  const exists = await stat(join(paths.cluster, 'PG_VERSION')).catch(() => undefined);
  if (exists) return;

  const password = randomBytes(24).toString('base64url');
  await writeFile(paths.password, `${password}\n`, { mode: 0o600 });
  const unfinished = `${paths.cluster}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { mode: 0o700 });
  if (user) {
    await chown(unfinished, user.uid, user.gid);
    await chown(paths.password, user.uid, user.gid);
  }
  await run(
    initdb,
    [
      `--pgdata=${unfinished}`,
      '--username=postgres',
      '--auth=scram-sha-256',
      `--pwfile=${paths.password}`,
      '--encoding=UTF8',
      // The same order of texts on every machine, whatever locales it has.
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-locale',
      '--no-instructions',
      ...(durable ? [] : ['--no-sync']),
    ],
    { ...user, cwd: paths.dataDir, env: postgresEnvironment },
  );
  if (durable) await sync(paths.password);
  await rename(unfinished, paths.cluster);
  if (durable) await sync(dirname(paths.cluster));
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
}
