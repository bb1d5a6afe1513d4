import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../testing/temporary-store.ts';
import { openDatabase } from './open.ts';

test('what a client was told is stored is on the disk: the log is synced at every commit', async () => {
  const folder = await temporaryFolder();
  const database = openDatabase(join(folder, 'ledger.sqlite'));
  try {
    // FULL, https://www.sqlite.org/pragma.html#pragma_synchronous; power-cut.int.test.ts looks at the disk itself.
    expect(database.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 2 });
    expect(database.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
  } finally {
    database.close();
    await rm(folder, { recursive: true });
  }
});
