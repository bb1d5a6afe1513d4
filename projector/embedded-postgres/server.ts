import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SystemUser } from './account.ts';
import { type ClusterPaths, postgresEnvironment } from './cluster.ts';
import { endServer, pidFile } from './orphan.ts';

export type Server = {
  /** The lines of its `postmaster.pid`. */
  readonly pidFile: readonly string[];
  readonly ended: Promise<void>;
  stop(): Promise<void>;
};

export type Settings = Readonly<Record<string, string>>;

/** Recovery after a crash replays the log since the last checkpoint, up to `max_wal_size` of it, and begins anew where it is cut off. */
const START_LIMIT = 900_000;
const ATTEMPTS = 50;

/**
 * Starts Postgres on a free port of 127.0.0.1 and waits until it accepts connections. It has no Unix socket where the
 * file system of its folder takes none, as some that containers share with their machine.
 * @throws Error with the end of Postgres's own log when it does not start
 */
export async function startServer(
  paths: ClusterPaths,
  postgres: string,
  user: SystemUser,
  settings: Settings,
): Promise<Server> {
  let tried = settings;
  for (let attempt = 1; ; attempt++) {
    const port = String(await freePort());
    const child = launch(paths, postgres, user, { ...tried, port });
    endWithUs(child);
    const lines = await accepts(child, paths.cluster);
    if (lines) return serverOf(child, lines);
    const log = await readFile(paths.log, 'utf8').catch(() => '');
    if (/could not create any Unix-domain sockets/i.test(log) && tried.unix_socket_directories !== '') {
      tried = { ...tried, unix_socket_directories: '' };
      continue;
    }
    // Somebody took the port between our look and its start, or a killed server's last back end still ends.
    const passing = /could not bind|Address already in use|shared memory block|is still in use/i.test(log);
    if (!passing || attempt === ATTEMPTS) {
      throw new Error(`Postgres did not start. The end of ${paths.log}:\n${log.slice(-2_000)}`);
    }
    await sleep(200);
  }
}

function launch(paths: ClusterPaths, postgres: string, user: SystemUser, settings: Settings): ChildProcess {
  const log = openSync(paths.log, 'w', 0o600);
  try {
    const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    return spawn(postgres, ['-D', paths.cluster, ...options], {
      ...user,
      cwd: paths.dataDir,
      env: postgresEnvironment,
      stdio: ['ignore', log, log],
      // A group of its own: Ctrl-C reaches this process alone, which then ends Postgres last.
      detached: true,
    });
  } finally {
    closeSync(log);
  }
}

/** The lines of its `postmaster.pid` when the server is ready, undefined when it has ended instead. */
async function accepts(child: ChildProcess, cluster: string): Promise<readonly string[] | undefined> {
  const failure = new Promise<Error>((resolve) => child.once('error', resolve));
  const until = performance.now() + START_LIMIT;
  while (performance.now() < until && child.exitCode === null && child.signalCode === null) {
    const failed = await Promise.race([failure, sleep(10)]);
    if (failed) throw new Error('Postgres could not be run', { cause: failed });
    const lines = await pidFile(cluster);
    if (Number(lines?.[0]) === child.pid && lines?.[7]?.trim() === 'ready') return lines;
  }
  if (child.pid && child.exitCode === null && child.signalCode === null) await endServer(child.pid);
  return undefined;
}

/** Ends the server with this process, ready or not, also after kill -9: then the guard's standard input closes. */
function endWithUs(child: ChildProcess): void {
  const { pid } = child;
  if (!pid || process.platform === 'win32') return;
  const guard: ChildProcess = spawn(
    '/bin/sh',
    ['-c', 'read -r _ || kill -INT "$1"', 'postgres-guard', String(pid)],
    {
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
      cwd: '/',
    },
  );
  // The guard's last line tells it that all is well. It may be gone already, and then nobody is told.
  guard.stdin?.on('error', () => undefined);
  // Without a shell there is no guard, and the next start ends what is left.
  guard.on('error', () => undefined);
  child.once('exit', () => guard.stdin?.end('\n'));
  // It does not keep this process alive.
  guard.unref();
}

function serverOf(child: ChildProcess, lines: readonly string[]): Server {
  const { pid } = child;
  if (!pid) throw new Error('a server that is ready has a process id');
  const ended = new Promise<void>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    child.once('exit', () => resolve());
  });
  // Nor does the server.
  child.unref();
  return {
    pidFile: lines,
    ended,
    stop: async () => {
      await endServer(pid);
      child.ref();
      await ended;
    },
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => {
        if (address === null || typeof address === 'string') reject(new Error('no free port'));
        else resolve(address.port);
      });
    });
  });
}
