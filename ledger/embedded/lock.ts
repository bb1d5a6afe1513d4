import { DatabaseSync } from 'node:sqlite';
import { EmbeddedEventStoreError, SQLITE, sqliteCode } from './errors.ts';
import { createPrivateFile, makePrivate } from './private-file.ts';

export type FileLock = { release(): void };

/**
 * Makes this process the only one that owns `file`, until it releases the lock or dies.
 *
 * The lock is an open write transaction on a small SQLite file beside it: the operating system drops it with
 * the process, however that ends, so a crash never leaves a lock behind. Readers still see who holds it.
 */
export function lockFile(file: string): FileLock {
  const path = `${file}.lock`;
  let database: DatabaseSync;
  try {
    createPrivateFile(path);
    makePrivate(path);
    database = new DatabaseSync(path, { timeout: 0 });
  } catch (error) {
    throw notWritable(path, error);
  }
  try {
    database.exec('PRAGMA journal_mode = DELETE; PRAGMA synchronous = OFF');
    database.exec('BEGIN IMMEDIATE');
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
