import { execFile } from 'node:child_process';
import { readFile, readlink, realpath, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { processExists } from '../../ledger/process-exists.ts';

const run = promisify(execFile);

/** How long each way of ending a server gets, in milliseconds; the last one always works. */
const ENDINGS = [
  { signal: 'SIGINT', patience: 30_000 },
  { signal: 'SIGQUIT', patience: 5_000 },
  { signal: 'SIGKILL', patience: 5_000 },
] as const;

/**
 * Ends the server that a killed process left running on `cluster`. The caller holds the folder's lock, so
 * whoever started that server is gone. The file `postmaster.pid` stays for Postgres to judge: it also names the
 * shared memory by which Postgres sees that a last back end of a killed server still writes.
 */
export async function endOrphan(cluster: string): Promise<void> {
  const found = await pidFile(cluster);
  const pid = Number(found?.[0]);
  if (!Number.isSafeInteger(pid) || pid <= 0) return;
  if (await servesCluster(pid, cluster)) await endServer(pid);
  const left = await pidFile(cluster);
  if (left && processExists(pid)) await disown(cluster, left);
}

/** Ends a server as gently as it lets us: fast shutdown, then immediate, then kill. */
export async function endServer(pid: number): Promise<void> {
  for (const { signal, patience } of ENDINGS) {
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    const until = performance.now() + patience;
    while (performance.now() < until) {
      if (!(await isRunning(pid))) return;
      await sleep(10);
    }
  }
}

/** The lines of `postmaster.pid`: process id, data folder, start time, port, socket folder, address, shared memory, status. */
export async function pidFile(cluster: string): Promise<string[] | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => undefined);
  return text?.split('\n');
}

/**
 * The number in the file belongs to another program by now, or to remains that nobody collects (a container
 * without an init process), and would keep Postgres from starting. Postgres takes its own parent's number for a stale one and still checks the shared memory.
 * @see https://github.com/postgres/postgres/blob/REL_18_STABLE/src/backend/utils/init/miscinit.c CreateLockFile
 */
async function disown(cluster: string, lines: readonly string[]): Promise<void> {
  await writeFile(join(cluster, 'postmaster.pid'), [process.pid, ...lines.slice(1)].join('\n'));
}

/** False also for a process that has ended and whose remains nobody has collected yet. */
export async function isRunning(pid: number): Promise<boolean> {
  return processExists(pid) && (await commandOf(pid)) !== '';
}

/** Whether a process is a Postgres of that folder: a number may have become another program's. */
export async function servesCluster(pid: number, cluster: string): Promise<boolean> {
  const command = await commandOf(pid);
  if (!command.includes('postgres')) return false;
  // The whole name: that of a copy may be the end of it.
  return `${command} `.includes(` -D ${cluster} `) || (await worksIn(pid, cluster));
}

/** It was started under another name of the folder, which is where it works; only Linux says so. */
async function worksIn(pid: number, cluster: string): Promise<boolean> {
  const [folder, own] = await Promise.all([readlink(`/proc/${pid}/cwd`), realpath(cluster)]).catch(() => []);
  return folder !== undefined && folder === own;
}

/** The command line of a process; empty when it has ended. */
async function commandOf(pid: number): Promise<string> {
  if (process.platform === 'linux') {
    return (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).replaceAll('\0', ' ').trim();
  }
  // On macOS a process that has ended but is not collected shows as (name).
  const listed = await run('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
  return listed.stdout.trim().replace(/^\(.*\)$/, '');
}
