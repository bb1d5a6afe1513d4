import { EmbeddedEventStoreError, SQLITE, sqliteCode } from '../errors.ts';
import { eventsProblem, indexProblem, pagesProblem } from '../store/soundness.ts';
import { openReadOnly } from './read-only.ts';

/**
 * Reads the whole ledger: its pages, every event against its checksum and the columns by which it is found.
 * @throws EmbeddedEventStoreError 'damaged' for what is not sound; any other error says nothing about the file
 */
export async function verify(file: string): Promise<string> {
  try {
    return readWhole(file);
  } catch (error) {
    // SQLite's own word that this is not what it wrote.
    if (sqliteCode(error) !== SQLITE.CORRUPT) throw error;
    throw damaged(file, error instanceof Error ? error.message : String(error), error);
  }
}

function readWhole(file: string): string {
  const database = openReadOnly(file);
  try {
    // One moment of the file, also while a node writes to it.
    database.exec('BEGIN');
    const problem = pagesProblem(database) ?? eventsProblem(database, 1) ?? indexProblem(database);
    if (problem) throw damaged(file, problem);
    const { events, streams } =
      database
        .prepare(
          `SELECT (SELECT count(*) FROM events) AS events,
            (SELECT count(DISTINCT stream) FROM events WHERE revision IS NOT NULL) AS streams`,
        )
        .get() ?? {};
    return `${file} is sound: ${events} events in ${streams} streams.`;
  } finally {
    database.close();
  }
}

function damaged(file: string, problem: string, cause?: unknown): EmbeddedEventStoreError {
  const message = `${file} is damaged: ${problem.replace(/\.$/, '')}.`;
  return new EmbeddedEventStoreError('damaged', message, { cause });
}
