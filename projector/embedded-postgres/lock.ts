import { DatabaseSync } from 'node:sqlite';
import { createPrivateFile, makePrivate } from '../../ledger/embedded/private-file.ts';

/** A folder that another process of this program uses: one that runs, or a command. */
export class FolderInUse extends Error {
  constructor(folder: string, cause: unknown) {
    super(
      `${folder} is in use by another process of this program: one that runs, or a command such as a backup. Stop it or let it end, or choose another folder.`,
      { cause },
    );
    this.name = 'FolderInUse';
  }
}

/**
 * Makes this process the only one that runs a Postgres on the folder. The lock is an open write transaction on a
 * small SQLite file: the operating system drops it with the process, however that ends.
 * @returns what releases it
 * @throws FolderInUse when another process holds it
 */
export function lockFolder(file: string, folder: string): () => void {
  createPrivateFile(file);
  makePrivate(file);
  // A process that was just killed may need a moment to be gone.
  const database = new DatabaseSync(file, { timeout: 1_000 });
  try {
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (cause) {
    database.close();
    throw new FolderInUse(folder, cause);
  }
  return () => {
    database.exec('ROLLBACK');
    database.close();
  };
}
