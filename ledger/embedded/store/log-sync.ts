import { closeSync, fdatasync, fdatasyncSync, openSync } from 'node:fs';

/** Puts SQLite's write-ahead log on disk, which is what makes a committed transaction durable. */
export type LogSync = {
  /** Holds up the thread until it is done. Throws when the disk fails. */
  now(): void;
  /** Lets the thread go on; `done` hears when it is done, or that the disk failed. */
  later(done: (error: Error | null) => void): void;
  close(): void;
};

/**
 * `PRAGMA synchronous = FULL` would do the same at every commit and hold up the thread meanwhile. With NORMAL
 * SQLite leaves this sync to us and does all others itself, those around checkpoints above all.
 * https://sqlite.org/pragma.html#pragma_synchronous
 */
export function openLogSync(databaseFile: string): LogSync {
  const descriptor = openSync(`${databaseFile}-wal`, 'r+');
  return {
    now: () => fdatasyncSync(descriptor),
    later: (done) => fdatasync(descriptor, done),
    close: () => closeSync(descriptor),
  };
}
