import { DatabaseSync } from 'node:sqlite';
import { CannotRead } from '../sources/source.ts';

/**
 * A temporary file, SQLite's own, which no other process sees and which is gone with this one.
 * @param cache kilobytes of it that are kept in memory
 */
export function openTemporary(schema: string, cache: number): DatabaseSync {
  // Without a name a database is a temporary file.
  const database = new DatabaseSync('');
  // What is lost with the process is nobody's.
  database.exec(`pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -${cache}`);
  database.exec(schema);
  return database;
}

/** @throws CannotRead where the temporary file has no room */
export function writeTemporary<Result>(write: () => Result): Result {
  try {
    return write();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new CannotRead(
      `What is known of the ledger does not go into a temporary file: ${why}. SQLITE_TMPDIR may name a folder that has more room.`,
      error,
    );
  }
}
