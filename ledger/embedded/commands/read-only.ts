import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { EmbeddedEventStoreError, SQLITE, sqliteCode } from '../errors.ts';
import { requireLedger } from '../store/open.ts';

/** Opens a ledger for reading beside the process that owns it, which is not disturbed. */
export function openReadOnly(file: string): DatabaseSync {
  if (!existsSync(file)) throw new Error(`There is no ledger at ${file}; name it with --file FILE.`);
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5_000 });
  try {
    requireLedger(database, file);
    return database;
  } catch (error) {
    database.close();
    if (sqliteCode(error) !== SQLITE.NOTADB) throw error;
    throw new EmbeddedEventStoreError('not-a-ledger', `${file} is no ledger: it is not a SQLite database.`, {
      cause: error,
    });
  }
}
