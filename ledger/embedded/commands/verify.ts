import { eventsProblem, indexProblem, pagesProblem } from '../store/soundness.ts';
import { openReadOnly } from './read-only.ts';

/** Reads the whole ledger: its pages, every event against its checksum and the columns by which it is found. */
export async function verify(file: string): Promise<string> {
  const database = openReadOnly(file);
  try {
    // One moment of the file, also while a node writes to it.
    database.exec('BEGIN');
    const problem = pagesProblem(database) ?? eventsProblem(database, 1) ?? indexProblem(database);
    if (problem) throw new Error(`${file} is damaged: ${problem.replace(/\.$/, '')}.`);
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
