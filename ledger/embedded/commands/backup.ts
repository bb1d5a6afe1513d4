import { eventsProblem, indexProblem, pagesProblem } from '../store/soundness.ts';
import { openReadOnly } from './read-only.ts';
import { writeWhole } from './whole-file.ts';

/**
 * Copies the ledger as it is at this moment, also while a node writes to it. The copy is checked and on disk
 * before it gets its name, so a file of that name is always a whole backup.
 */
export async function backup(file: string, target: string): Promise<string> {
  const events = await writeWhole(target, async (draft) => {
    copy(file, draft);
    return check(draft);
  });
  return `${target} holds ${events} events.`;
}

function copy(file: string, draft: string): void {
  const database = openReadOnly(file);
  try {
    // One read transaction: unlike SQLite's page-wise backup it needs no restart when a writer is busy.
    database.prepare('VACUUM INTO ?').run(draft);
  } finally {
    database.close();
  }
}

function check(copy: string): number {
  const database = openReadOnly(copy);
  try {
    const problem = pagesProblem(database) ?? eventsProblem(database, 1) ?? indexProblem(database);
    if (problem)
      throw new Error(
        `The copy is damaged (${problem.replace(/\.$/, '')}), and so the ledger may be. Run verify on it.`,
      );
    return Number(database.prepare('SELECT count(*) AS events FROM events').get()?.events);
  } finally {
    database.close();
  }
}
