import { chmod, mkdir, readdir, rm } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { assertReachable, systemUserFor } from './embedded-postgres/account.ts';
import { addressOf, isOfSocket, passwordOf, socketFolder } from './embedded-postgres/address.ts';
import { postgresBinaries } from './embedded-postgres/binaries.ts';
import { clusterPaths, ensureCluster } from './embedded-postgres/cluster.ts';
import { lockFolder } from './embedded-postgres/lock.ts';
import { endOrphan } from './embedded-postgres/orphan.ts';
import { type Settings, startServer } from './embedded-postgres/server.ts';

export type EmbeddedPostgres = {
  /**
   * `postgres://…@127.0.0.1:<port>/postgres?host=<folder of its Unix socket>`, for this machine; the port is another one
   * after every start.
   */
  readonly connectionString: string;
  /** Resolves when the server has ended, asked or not. */
  readonly ended: Promise<void>;
  /** Fast shutdown: open transactions are rolled back, everything committed is on disk. */
  stop(): Promise<void>;
};

/**
 * A real PostgreSQL that belongs to this process: its data stay in `dataDir` over restarts and crashes, it ends
 * with the process, and what a killed process left running is ended first. One process owns a folder.
 * @param durable false only for tests: the data need not survive the machine
 * @param settings of Postgres's own, besides those that the program needs
 * @throws Error saying what to do: folder in use, folder or programs out of reach, start failed
 */
export async function startEmbeddedPostgres({
  dataDir,
  durable = true,
  settings = {},
}: {
  readonly dataDir: string;
  readonly durable?: boolean;
  readonly settings?: Settings;
}): Promise<EmbeddedPostgres> {
  const paths = clusterPaths(resolve(dataDir));
  await mkdir(paths.dataDir, { recursive: true });
  // Root's Postgres is another user, who passes through and does not list it.
  await chmod(paths.dataDir, process.getuid?.() === 0 ? 0o701 : 0o700);
  const unlock = lockFolder(join(paths.dataDir, 'lock'), paths.dataDir);
  try {
    const [binaries, user] = await Promise.all([postgresBinaries(), systemUserFor(paths.cluster)]);
    await Promise.all([assertReachable(user, paths.dataDir), assertReachable(user, binaries.postgres)]);
    await endOrphan(paths.cluster);
    await ensureCluster(paths, binaries.initdb, user, durable);
    const password = await passwordOf(paths);
    await removeLeftSockets(paths.cluster);
    const unix_socket_directories = await socketFolder(paths.cluster);
    const all = { ...SETTINGS, unix_socket_directories, ...(!durable && FORGETFUL), ...settings };
    const server = await startServer(paths, binaries.postgres, user, all);
    const ended = server.ended.finally(unlock);
    return {
      connectionString: await addressOf(paths, password, server.pidFile),
      ended,
      stop: async () => {
        await server.stop();
        await ended;
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** Postgres's own defaults but for these; `fsync` and `synchronous_commit` stay on. */
const SETTINGS: Settings = {
  listen_addresses: '127.0.0.1',
  timezone: 'UTC',
  log_timezone: 'UTC',
  jit: 'off',
  // Parallel workers want more shared memory than a container's 64 MB of /dev/shm.
  max_parallel_workers_per_gather: '0',
  // The first change of a page after a checkpoint writes the whole of it into the log. With Postgres's own 1 GB a long
  // ledger is read through a checkpoint every few seconds.
  max_wal_size: '4GB',
  shared_buffers: `${sharedMegabytes()}MB`,
};

/** An eighth of the machine, and as much as the busy pages of large read models take at the most; Postgres's own 128 at the least. */
function sharedMegabytes(): number {
  return Math.min(512, Math.max(128, Math.floor(totalmem() / 8 / 2 ** 20)));
}

/** Of a Postgres that was killed. The caller holds the folder's lock, and none runs. */
async function removeLeftSockets(cluster: string): Promise<void> {
  const left = (await readdir(cluster)).filter(isOfSocket);
  await Promise.all(left.map((file) => rm(join(cluster, file), { force: true })));
}

const FORGETFUL: Settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
