import { chmodSync, closeSync, existsSync, openSync } from 'node:fs';
import { codeOf } from '../../contracts/error-code.ts';

/** Read and written by its owner only. */
const PRIVATE_FILE = 0o600;

/**
 * Makes an empty file that only its owner reads, where there is none. SQLite would make one that every user of the
 * machine reads; the files that it puts beside a database (`-wal`, `-shm`, `-journal`) have the database's own mode.
 *
 * One that is there is not touched: whoever closes a file gives up all locks of its process on it, SQLite's among them
 * (https://sqlite.org/howtocorrupt.html#_posix_advisory_locks_canceled_by_a_separate_thread_doing_close_).
 */
export function createPrivateFile(path: string): void {
  if (existsSync(path)) return;
  closeSync(openSync(path, 'a', PRIVATE_FILE));
}

/** Takes an existing file away from other users. Nothing where there is none, or where it is another's to close. */
export function makePrivate(path: string): void {
  try {
    chmodSync(path, PRIVATE_FILE);
  } catch (error) {
    const code = codeOf(error);
    if (code !== 'ENOENT' && code !== 'EPERM') throw error;
  }
}
