import { DatabaseSync } from 'node:sqlite';

/** Milliseconds that somebody is waited for who reads an older state of the file. */
const READERS_MS = 5_000;

/**
 * Puts what stands in a ledger's log alone into the file itself, which may then be known by another name. A node that
 * ends does that too, but not while somebody else has the file open, nor on a full disk, and says nothing of it.
 * https://sqlite.org/pragma.html#pragma_wal_checkpoint
 * @returns false where somebody still reads the file as it was before
 * @throws Error of SQLite where the file cannot be written
 */
export function mergeLog(file: string, { patience = READERS_MS } = {}): boolean {
  const database = new DatabaseSync(file, { timeout: patience });
  try {
    const { busy, log, checkpointed } = database.prepare('PRAGMA wal_checkpoint(FULL)').get() ?? {};
    return busy === 0 && log === checkpointed;
  } finally {
    database.close();
  }
}
