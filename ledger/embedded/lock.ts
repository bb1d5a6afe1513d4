import { lstatSync, mkdirSync, readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from '../../contracts/error-code.ts';
import { EmbeddedEventStoreError, SQLITE, sqliteCode } from './errors.ts';
import { createPrivateFile, makePrivate } from './private-file.ts';

/** Milliseconds that another process may take to read who owns a file. */
const READ_MS = 5_000;

export type FileLock = { release(): void };

/**
 * Makes this process the only one that owns `file`, until it releases the lock or dies.
 *
 * The lock is an open write transaction on a small SQLite file beside it: the operating system drops it with
 * the process, however that ends, so a crash never leaves a lock behind. Readers still see who holds it. It lies beside
 * the file itself, whichever links lead there: under two names it is one file still. The folder is made where there is none.
 */
export function lockFile(file: string): FileLock {
  let path = `${file}.lock`;
  let database: DatabaseSync;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    path = `${withoutLinks(file)}.lock`;
    createPrivateFile(path);
    makePrivate(path);
    database = new DatabaseSync(path, { timeout: 0 });
  } catch (error) {
    throw notWritable(path, error);
  }
  try {
    database.exec('PRAGMA journal_mode = DELETE; PRAGMA synchronous = OFF');
    database.exec('BEGIN IMMEDIATE');
    // Nobody else has it. Who reads whose it is, to say so, is waited for: of several at once one has to begin.
    database.exec(`PRAGMA busy_timeout = ${READ_MS}`);
    database.exec('CREATE TABLE IF NOT EXISTS owner (pid INTEGER NOT NULL)');
    database.exec(`DELETE FROM owner; INSERT INTO owner VALUES (${process.pid}); COMMIT; BEGIN IMMEDIATE`);
  } catch (error) {
    const owner = ownerOf(database);
    database.close();
    const code = sqliteCode(error);
    if (code === SQLITE.BUSY || code === SQLITE.LOCKED) {
      throw new EmbeddedEventStoreError(
        'locked',
        `${file} is in use by ${owner}. One process owns a ledger; stop that one, or connect to it.`,
        { cause: error },
      );
    }
    throw notWritable(path, error);
  }
  return {
    release: () => {
      database.exec('ROLLBACK');
      database.close();
    },
  };
}

/** Milliseconds that a turn is waited for. */
const TURN_MS = 10_000;
const LOOK_AGAIN_MS = 20;

/**
 * Does a short work on a file while no other process does one of this kind on it, this one included: whoever comes second
 * waits.
 * @throws EmbeddedEventStoreError 'locked' when it is not its turn in ten seconds
 */
export async function inTurn<Result>(file: string, work: () => Promise<Result>): Promise<Result> {
  const lock = await lockInTurn(file, performance.now() + TURN_MS);
  try {
    return await work();
  } finally {
    lock.release();
  }
}

async function lockInTurn(file: string, until: number): Promise<FileLock> {
  for (;;) {
    try {
      return lockFile(file);
    } catch (error) {
      const isTaken = error instanceof EmbeddedEventStoreError && error.code === 'locked';
      if (!isTaken || performance.now() > until) throw error;
    }
    await sleep(LOOK_AGAIN_MS);
  }
}

/** The name of a file, which need not be there yet, that no link leads to. */
export function withoutLinks(file: string): string {
  const path = join(realpathSync(dirname(file)), basename(file));
  try {
    if (!lstatSync(path).isSymbolicLink()) return path;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return path;
    throw error;
  }
  // Not at once to its end: what the link names may not be there yet.
  return withoutLinks(resolve(dirname(path), readlinkSync(path)));
}

function ownerOf(database: DatabaseSync): string {
  try {
    const pid = database.prepare('SELECT pid FROM owner').get()?.pid;
    return pid === process.pid ? 'this process already' : `process ${pid}`;
  } catch {
    return 'another process';
  }
}

function notWritable(path: string, cause: unknown): EmbeddedEventStoreError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new EmbeddedEventStoreError('folder-not-writable', `Cannot write ${path}: ${reason}.`, { cause });
}
