import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { openReadOnly } from '../commands/read-only.ts';
import { temporaryFolder } from '../testing/temporary-store.ts';
import { createSchema, openDatabase } from './open.ts';

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

test('who reads a ledger beside the program that owns it can change nothing in it', async () => {
  const folder = await temporaryFolder();
  const file = join(folder, 'ledger.sqlite');
  openDatabase(file).close();
  const database = openReadOnly(file);
  try {
    expect(() => database.exec('DELETE FROM events')).toThrow('readonly');
  } finally {
    database.close();
    await rm(folder, { recursive: true });
  }
});

test.each([
  ['two streams of one name', "INSERT INTO streams (name) VALUES ('s')", 'UNIQUE'],
  ['a stream without a name', 'INSERT INTO streams (name) VALUES (NULL)', 'NOT NULL'],
  ['a name that is no text', "INSERT INTO streams (name) VALUES (x'00')", 'cannot store BLOB'],
  ['two events at one place', "INSERT INTO events VALUES (1, 1, 1, x'00', x'00')", 'UNIQUE'],
  ['an event of no stream', "INSERT INTO events VALUES (2, NULL, 1, x'00', x'00')", 'NOT NULL'],
  [
    'an event of a stream that is not there',
    "INSERT INTO events VALUES (2, 7, 1, x'00', x'00')",
    'FOREIGN KEY',
  ],
  ['an event without its bytes', "INSERT INTO events VALUES (2, 1, 1, NULL, x'00')", 'NOT NULL'],
  ['an event that is a text', "INSERT INTO events VALUES (2, 1, 1, 'event', x'00')", 'cannot store TEXT'],
  ['two events at one revision', 'INSERT INTO stream_index VALUES (1, 0, 2)', 'UNIQUE'],
  ['an entry of no stream', 'INSERT INTO stream_index VALUES (NULL, 1, 1)', 'NOT NULL'],
  ['an entry of no revision', 'INSERT INTO stream_index VALUES (1, NULL, 1)', 'NOT NULL'],
  ['an entry that leads nowhere', 'INSERT INTO stream_index VALUES (1, 1, NULL)', 'NOT NULL'],
  ['an entry that leads to a word', "INSERT INTO stream_index VALUES (1, 1, 'here')", 'cannot store TEXT'],
  ['an end that is nowhere', 'UPDATE file_end SET position = NULL', 'NOT NULL'],
  ['an end without its checksum', 'UPDATE file_end SET sum = NULL', 'NOT NULL'],
  ['a progress of nothing', 'UPDATE progress SET indexed_to = NULL', 'NOT NULL'],
])('a ledger file does not take %s', (_, change, refusal) => {
  const database = new DatabaseSync(':memory:');
  createSchema(database);
  database.exec(`INSERT INTO streams (name) VALUES ('s');
    INSERT INTO events VALUES (1, 1, 0, x'00', x'00'); INSERT INTO stream_index VALUES (1, 0, 1)`);
  expect(() => database.exec(change)).toThrow(refusal);
  database.close();
});
