import { accessSync, constants, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { EmbeddedEventStoreError, SQLITE, sqliteCode } from '../errors.ts';
import { createPrivateFile, makePrivate } from '../private-file.ts';
import { decodeFrame } from '../wire/frame.ts';

/** "EvoL": marks the file as ours, so that another program's database is never written to. */
const APPLICATION_ID = 0x45766f4c;
const FORMAT = 1;

/** Up to this size every page is checked at each start; above it that would take seconds. */
const FULL_CHECK_BYTES = 64 * 1024 * 1024;
const TAIL_CHECK_EVENTS = 2_000;

/**
 * `frame` holds a whole event as clients receive it (wire/frame.ts); the other columns only find it.
 * Positions are given out without holes; a tombstone has no revision. The index of streams follows behind
 * (stream-index.ts): it is complete up to the position in `progress`.
 */
const SCHEMA = `
CREATE TABLE streams (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  tombstone INTEGER
) STRICT;
CREATE TABLE events (
  position INTEGER PRIMARY KEY,
  stream INTEGER NOT NULL REFERENCES streams (id),
  revision INTEGER,
  frame BLOB NOT NULL
) STRICT;
CREATE TABLE stream_index (
  stream INTEGER NOT NULL,
  revision INTEGER NOT NULL,
  position INTEGER NOT NULL,
  PRIMARY KEY (stream, revision)
) STRICT, WITHOUT ROWID;
CREATE TABLE progress (indexed_to INTEGER NOT NULL) STRICT;
INSERT INTO progress VALUES (0);
PRAGMA application_id = ${APPLICATION_ID};
PRAGMA user_version = ${FORMAT};
`;

export type OpenOptions = {
  /** Refuses to grow beyond so many pages, as a full disk does; for tests. */
  readonly maxPages?: number;
};

/** Opens or creates the ledger file, or says in a typed error why it will not. */
export function openDatabase(file: string, options: OpenOptions = {}): DatabaseSync {
  requireWritable(file);
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { timeout: 5_000 });
    requireLedger(database, file, 'or-empty');
    for (const path of [file, `${file}-wal`, `${file}-shm`]) makePrivate(path);
    // FULL syncs the log at every commit: what a client was told is stored survives a power cut.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
    database.exec('PRAGMA cache_size = -65536; PRAGMA mmap_size = 268435456; PRAGMA temp_store = MEMORY');
    database.exec('PRAGMA wal_autocheckpoint = 4000; PRAGMA journal_size_limit = 67108864');
    if (options.maxPages) database.exec(`PRAGMA max_page_count = ${options.maxPages}`);
    if (pragma(database, 'user_version') === 0) createSchema(database);
    verify(database, file);
    return database;
  } catch (error) {
    database?.close();
    throw refusal(error, file);
  }
}

/** Makes an empty database a ledger. */
export function createSchema(database: DatabaseSync): void {
  database.exec(`BEGIN IMMEDIATE; ${SCHEMA} COMMIT;`);
}

function requireWritable(file: string): void {
  const folder = dirname(file);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK | constants.X_OK);
    if (statSync(file, { throwIfNoEntry: false })) accessSync(file, constants.R_OK | constants.W_OK);
    createPrivateFile(file);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new EmbeddedEventStoreError('folder-not-writable', `Cannot write in ${folder}: ${reason}.`, {
      cause: error,
    });
  }
}

/** Throws unless the file is a ledger of this format, or with 'or-empty' a database that holds nothing yet. */
export function requireLedger(database: DatabaseSync, file: string, empty?: 'or-empty'): void {
  const application = pragma(database, 'application_id');
  const format = pragma(database, 'user_version');
  const tables = database.prepare('SELECT count(*) AS count FROM sqlite_schema').get()?.count;
  if (empty && application === 0 && format === 0 && tables === 0) return;
  if (application !== APPLICATION_ID) {
    throw new EmbeddedEventStoreError('not-a-ledger', `${file} is a SQLite database of another program.`);
  }
  if (format !== FORMAT) {
    const message = `${file} has format ${format}; this version reads format ${FORMAT}. Use the version that wrote it.`;
    throw new EmbeddedEventStoreError('newer-format', message);
  }
}

function verify(database: DatabaseSync, file: string): void {
  const size = pragma(database, 'page_count') * pragma(database, 'page_size');
  const problem = (size <= FULL_CHECK_BYTES ? everyPage(database) : undefined) ?? tailProblem(database);
  if (problem) throw damaged(file, problem);
}

/** SQLite's own check of the whole file; undefined when it is sound. */
export function everyPage(database: DatabaseSync): string | undefined {
  const verdict = database.prepare('PRAGMA quick_check(1)').get()?.quick_check;
  return verdict === 'ok' ? undefined : String(verdict);
}

/** Decodes the newest events and compares them with the columns they are found by. */
function tailProblem(database: DatabaseSync): string | undefined {
  const rows = database.prepare(
    'SELECT position, revision, frame FROM events ORDER BY position DESC LIMIT ?',
  );
  let expected: number | undefined;
  for (const row of rows.iterate(TAIL_CHECK_EVENTS)) {
    const { position, revision, frame } = row;
    if (typeof position !== 'number' || !(frame instanceof Uint8Array))
      return 'an event row has a wrong type';
    if (expected !== undefined && position !== expected) return `position ${expected} is missing`;
    expected = position - 1;
    const problem = frameProblem(frame, position, revision);
    if (problem) return problem;
  }
  return undefined;
}

function frameProblem(frame: Uint8Array, position: number, revision: unknown): string | undefined {
  try {
    const event = decodeFrame(frame);
    const found = revision === null ? 'tombstone' : revision;
    if (event.position === position && event.revision === found) return undefined;
    return `the event at position ${position} is not the one that was written there`;
  } catch (error) {
    return `the event at position ${position} cannot be read: ${error instanceof Error ? error.message : error}`;
  }
}

function pragma(database: DatabaseSync, name: string): number {
  const value = database.prepare(`PRAGMA ${name}`).get()?.[name];
  return typeof value === 'number' ? value : Number.NaN;
}

function damaged(file: string, detail: string, cause?: unknown): EmbeddedEventStoreError {
  const message = `${file} is damaged (${detail}). It was left as it is; restore a backup, or export what can be read.`;
  return new EmbeddedEventStoreError('damaged', message, { cause });
}

function refusal(error: unknown, file: string): unknown {
  const detail = error instanceof Error ? error.message : String(error);
  switch (sqliteCode(error)) {
    case SQLITE.CORRUPT:
    case SQLITE.NOTADB:
    case SQLITE.IOERR:
      return damaged(file, detail, error);
    case SQLITE.FULL:
      return new EmbeddedEventStoreError('disk-full', `The disk is full: ${file} cannot be opened.`, {
        cause: error,
      });
    case SQLITE.CANTOPEN:
    case SQLITE.READONLY:
      return new EmbeddedEventStoreError('folder-not-writable', `Cannot write ${file}: ${detail}.`, {
        cause: error,
      });
    default:
      return error;
  }
}
