import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { EmbeddedEventStoreError, hasNoRoomForIndex, SQLITE, sqliteCode } from '../errors.ts';
import { withoutLinks } from '../lock.ts';
import { createPrivateFile, makePrivate } from '../private-file.ts';
import { FileEnd } from './file-end.ts';
import { eventsProblem, indexProblem, pagesProblem, tailFrom } from './soundness.ts';
import { addChecksums, FORMAT_WITHOUT_CHECKSUMS, type Upgrade } from './upgrade.ts';

/** "EvoL": marks the file as ours, so that another program's database is never written to. */
const APPLICATION_ID = 0x45766f4c;
const FORMAT = 2;

/** Up to this size every page is checked at each start; above it that would take seconds. */
const FULL_CHECK_BYTES = 64 * 1024 * 1024;
/** No fewer than a start reads to remember their ids. */
const TAIL_CHECK_EVENTS = 5_000;

/**
 * `frame` holds a whole event as clients receive it (wire/frame.ts); the other columns only find it.
 * Positions are given out without holes; a tombstone has no revision. `sum` is the file's checksum at the event
 * (checksum.ts; null in no row of this format), `file_end` the newest one (file-end.ts). The index of streams follows
 * behind (stream-index.ts): it is complete up to the position in `progress`.
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
  frame BLOB NOT NULL,
  sum BLOB
) STRICT;
CREATE TABLE file_end (position INTEGER NOT NULL, sum BLOB NOT NULL) STRICT;
INSERT INTO file_end VALUES (0, zeroblob(32));
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
  /** Told when a file of before checksums has got them. */
  readonly onUpgrade?: (upgrade: Upgrade) => void;
};

/** Opens or creates the ledger file, or says in a typed error why it will not. */
export function openDatabase(file: string, options: OpenOptions = {}): DatabaseSync {
  requireOwnLog(file);
  requireWritable(file);
  requireOneName(file);
  let database: DatabaseSync | undefined;
  try {
    const isVerified = hasLog(file) && verifyWithLog(file);
    database = new DatabaseSync(file, { timeout: 5_000 });
    const format = requireLedger(database, file, 'or-older-or-empty');
    for (const path of [file, `${file}-wal`, `${file}-shm`]) makePrivate(path);
    // FULL syncs the log at every commit: what a client was told is stored survives a power cut.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
    database.exec('PRAGMA cache_size = -65536; PRAGMA temp_store = MEMORY');
    // Mapped, the file would count as the program's memory, and is read no faster.
    database.exec('PRAGMA mmap_size = 0');
    database.exec('PRAGMA wal_autocheckpoint = 4000; PRAGMA journal_size_limit = 67108864');
    if (options.maxPages) database.exec(`PRAGMA max_page_count = ${options.maxPages}`);
    if (format === 0) createSchema(database);
    if (format === FORMAT_WITHOUT_CHECKSUMS) {
      requireSound(file, pagesProblem(database));
      const upgrade = addChecksums(database, FORMAT);
      requireSound(file, upgrade.problem);
      options.onUpgrade?.(upgrade);
    }
    if (!isVerified) verify(database, file);
    return database;
  } catch (error) {
    database?.close();
    throw refusal(error, file);
  }
}

/**
 * After a kill the newest events of a ledger may stand in its log alone. Where that was moved away without it, SQLite would
 * throw it away beside a new file, and write it over another ledger.
 * @throws EmbeddedEventStoreError where there is a log and no ledger
 */
export function requireOwnLog(file: string): void {
  if (existsSync(file) || !existsSync(dirname(file))) return;
  const log = logOf(file);
  if (!existsSync(log)) return;
  const message = `${log} belongs to a ledger that was moved away without it, and may hold its newest events: move it there, too.`;
  throw new EmbeddedEventStoreError('damaged', message);
}

/** It lies beside the file itself, whichever links lead there. */
const logOf = (file: string): string => `${withoutLinks(file)}-wal`;

/** Whether something stands in its log, as after a kill. */
const hasLog = (file: string): boolean => (statSync(logOf(file), { throwIfNoEntry: false })?.size ?? 0) > 0;

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

/**
 * Its lock and its log lie beside a file: under a second name in another folder, or of another kind, it has others.
 * https://sqlite.org/howtocorrupt.html#_multiple_links_to_the_same_file
 */
function requireOneName(file: string): void {
  const found = statSync(file);
  if (!found.isFile() || found.nlink <= 1) return;
  const message = `${file} has ${found.nlink} names (hard links): under each it would have a log of its own, and each log a part of the events. Remove the others, or copy the file.`;
  throw new EmbeddedEventStoreError('several-names', message);
}

/**
 * Its format, 0 for a database that holds nothing yet. Throws unless the file is a ledger of this format, or with
 * 'or-older-or-empty' one that can be made it.
 */
export function requireLedger(database: DatabaseSync, file: string, others?: 'or-older-or-empty'): number {
  const application = pragma(database, 'application_id');
  const format = pragma(database, 'user_version');
  const tables = database.prepare('SELECT count(*) AS count FROM sqlite_schema').get()?.count;
  if (others && application === 0 && format === 0 && tables === 0) return 0;
  if (application !== APPLICATION_ID) {
    throw new EmbeddedEventStoreError('not-a-ledger', `${file} is a SQLite database of another program.`);
  }
  if (format === FORMAT) return format;
  if (format === FORMAT_WITHOUT_CHECKSUMS) {
    if (others) return format;
    const message = `${file} has no checksums yet: start this version with it once, which adds them.`;
    throw new EmbeddedEventStoreError('older-format', message);
  }
  const message = `${file} has format ${format}; this version reads format ${FORMAT}. Use the version that wrote it.`;
  throw new EmbeddedEventStoreError('newer-format', message);
}

/**
 * Checks a ledger together with its log before either can be changed: whoever opens a file to write puts the log into it, at
 * the latest when he closes it again because it is damaged. A log that was left beside a backup which was put in the place of its
 * own file would be written over that.
 * @returns false where there is no ledger of this format yet, which is checked once it is one
 */
function verifyWithLog(file: string): boolean {
  const end = endWithoutLog(file);
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5_000 });
  try {
    if (requireLedger(database, file, 'or-older-or-empty') !== FORMAT) return false;
    if (end && !isSum(sumAt(database, end.position), end.sum)) {
      const message = `${logOf(file)} belongs to another ledger than ${file}, and would be written over it. Both were left as they are: move away the one that is not wanted.`;
      throw new EmbeddedEventStoreError('damaged', message);
    }
    verify(database, file, end?.position);
    return true;
  } finally {
    database.close();
  }
}

/**
 * Where the file ended before what stands in its log; undefined where that cannot be told, as when it was killed while it put
 * some of the log into the file.
 */
function endWithoutLog(file: string): ReturnType<FileEnd['read']> | undefined {
  // https://sqlite.org/uri.html#uriimmutable: as if there were no log.
  const url = pathToFileURL(file);
  url.searchParams.set('immutable', '1');
  const alone = new DatabaseSync(url, { readOnly: true });
  try {
    const end = new FileEnd(alone).read();
    return isSum(sumAt(alone, end.position), end.sum) ? end : undefined;
  } catch (error) {
    // What it was about to become is judged together with the log.
    if (sqliteCode(error) === undefined && !(error instanceof EmbeddedEventStoreError)) throw error;
    return undefined;
  } finally {
    alone.close();
  }
}

const sumAt = (database: DatabaseSync, position: number): unknown =>
  database.prepare('SELECT sum FROM events WHERE position = ?').get(position)?.sum;

const isSum = (found: unknown, sum: Uint8Array): boolean =>
  found instanceof Uint8Array && Buffer.compare(found, sum) === 0;

/**
 * What a start checks: all of a file up to a size, of a larger one what was written last.
 * @param from the first position that is checked in any case
 */
function verify(database: DatabaseSync, file: string, from = Number.POSITIVE_INFINITY): void {
  if (isLarge(database)) {
    const newest = tailFrom(database, TAIL_CHECK_EVENTS);
    requireSound(file, eventsProblem(database, Math.min(newest, from)));
    return;
  }
  requireSound(file, pagesProblem(database) ?? eventsProblem(database, 1) ?? indexProblem(database));
}

/** Whether the file is too large to be checked as a whole before it is served. */
export function isLarge(database: DatabaseSync): boolean {
  return pragma(database, 'page_count') * pragma(database, 'page_size') > FULL_CHECK_BYTES;
}

function requireSound(file: string, problem: string | undefined): void {
  if (problem) throw damaged(file, problem);
}

function pragma(database: DatabaseSync, name: string): number {
  const value = database.prepare(`PRAGMA ${name}`).get()?.[name];
  return typeof value === 'number' ? value : Number.NaN;
}

function damaged(file: string, detail: string, cause?: unknown): EmbeddedEventStoreError {
  const message = `${file} is damaged (${detail.replace(/\.$/, '')}). It was left as it is; restore a backup, or export what can be read.`;
  return new EmbeddedEventStoreError('damaged', message, { cause });
}

function refusal(error: unknown, file: string): unknown {
  const detail = error instanceof Error ? error.message : String(error);
  switch (hasNoRoomForIndex(error) ? SQLITE.FULL : sqliteCode(error)) {
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
