import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { openReadOnly } from '../commands/read-only.ts';
import { temporaryFolder } from '../testing/temporary-store.ts';
import { mergeLog } from './merge-log.ts';
import { openDatabase } from './open.ts';

test('what stands in the log alone is put into the file, once nobody reads what was there before', async () => {
  const folder = await temporaryFolder();
  const file = join(folder, 'ledger.sqlite');
  const writer = openDatabase(file);
  const reader = openReadOnly(file);
  try {
    reader.exec('BEGIN');
    reader.prepare('SELECT count(*) FROM streams').get();
    writer.exec("INSERT INTO streams (name) VALUES ('newest')");
    writer.close();
    expect(mergeLog(file, { patience: 0 })).toBe(false);
    // Who has the file open and reads nothing of it stands in nobody's way.
    reader.exec('COMMIT');
    expect(mergeLog(file)).toBe(true);
    await copyFile(file, join(folder, 'alone.sqlite'));
    const alone = new DatabaseSync(join(folder, 'alone.sqlite'));
    expect(alone.prepare('SELECT name FROM streams').all()).toEqual([{ name: 'newest' }]);
    alone.close();
  } finally {
    reader.close();
    await rm(folder, { recursive: true });
  }
});

test('a file that has no log any more is merged already', async () => {
  const folder = await temporaryFolder();
  const file = join(folder, 'ledger.sqlite');
  openDatabase(file).close();
  expect(mergeLog(file)).toBe(true);
  await rm(folder, { recursive: true });
});
