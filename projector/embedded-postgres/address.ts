import { readFile, realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { ClusterPaths } from './cluster.ts';

/** Bytes that the whole path of a Unix socket may have where it is shortest (macOS); Linux lets it have 107. */
const LONGEST = 103;

/** The name of a socket: https://www.postgresql.org/docs/18/runtime-config-connection.html#GUC-UNIX-SOCKET-DIRECTORIES */
const nameOf = (port: number | string): string => `.s.PGSQL.${port}`;
const HIGHEST_PORT = 65_535;

/**
 * Where a Postgres shall make its Unix socket, as it takes it: in its own folder, which nobody else may enter. Empty where
 * there can be none: on Windows, or where the folder lies too deep for the path of one.
 */
export async function socketFolder(cluster: string): Promise<string> {
  if (process.platform === 'win32') return '';
  const longest = resolve(await realpath(cluster), nameOf(HIGHEST_PORT));
  return Buffer.byteLength(longest) > LONGEST ? '' : '.';
}

/** Whether a file of a cluster's folder belongs to a socket. A killed Postgres leaves its own, and the next has another port. */
export const isOfSocket = (file: string): boolean => file.startsWith(nameOf(''));

/** Of the superuser of a cluster. Only the folder's owner reads it. */
export async function passwordOf(paths: ClusterPaths): Promise<string> {
  return (await readFile(paths.password, 'utf8')).trim();
}

/**
 * The address of the Postgres that runs, for this machine: of its port, and of its Unix socket where it has one, which
 * whatever knows the parameter `host` prefers (https://www.postgresql.org/docs/18/libpq-connect.html). A question there
 * and back costs a quarter to a third less than by TCP.
 * @param lines of its `postmaster.pid`
 */
export async function addressOf(
  paths: ClusterPaths,
  password: string,
  lines: readonly string[],
): Promise<string> {
  const [, , , port, folder = ''] = lines;
  const address = `postgres://postgres:${password}@127.0.0.1:${Number(port)}/postgres`;
  if (folder === '') return address;
  return `${address}?host=${encodeURIComponent(resolve(await realpath(paths.cluster), folder))}`;
}
