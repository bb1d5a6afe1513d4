import { open } from 'node:fs/promises';
import { openFile } from './file-source.ts';
import { CannotRead, type LedgerSource } from './source.ts';
import { openSqlite } from './sqlite-source.ts';
import { openStore } from './store-source.ts';

/**
 * A ledger by its name: the address of an event store, the file of an embedded one, or an export. Files are told apart
 * by what they begin with, not by how they are called.
 * @throws CannotRead
 */
export async function openLedger(name: string): Promise<LedgerSource> {
  if (/^esdb(\+discover)?:\/\//.test(name)) return openStore(name);
  return (await beginsAsSqlite(name)) ? openSqlite(name) : openFile(name);
}

const SQLITE = 'SQLite format 3\0';

async function beginsAsSqlite(file: string): Promise<boolean> {
  try {
    const handle = await open(file);
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(SQLITE.length), 0, SQLITE.length, 0);
      return buffer.toString('latin1', 0, bytesRead) === SQLITE;
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw new CannotRead(`${file} cannot be read: ${error instanceof Error ? error.message : error}`, error);
  }
}
