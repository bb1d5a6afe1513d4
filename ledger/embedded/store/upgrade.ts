import type { DatabaseSync } from 'node:sqlite';
import { DamagedEvent } from '../errors.ts';
import { brokenChain } from './chained-events.ts';
import { BEFORE_FIRST, checksumAt } from './checksum.ts';

export const FORMAT_WITHOUT_CHECKSUMS = 1;

export type Upgrade = {
  readonly events: number;
  /** Of how many of them a later event names the hash, so that they were compared with it. */
  readonly compared: number;
  /** Why the file was left without its new format. */
  readonly problem: string | undefined;
};

/** One transaction of the upgrade holds no more than so many bytes of events. */
const BATCH_BYTES = 8 * 1024 * 1024;
const BATCH_EVENTS = 10_000;

/**
 * Gives the events of a file of before their checksums. What stands there is taken as it is, but for events that carry
 * the hash of the one before them in their stream: those are compared first. It goes on where it was interrupted.
 */
export function addChecksums(database: DatabaseSync, format: number): Upgrade {
  const events = Number(database.prepare('SELECT count(*) AS events FROM events').get()?.events);
  const { problem, compared } = brokenChain(database);
  if (problem) return { events, compared, problem };
  const columns = database.prepare('PRAGMA table_info(events)').all();
  if (!columns.some(({ name }) => name === 'sum')) database.exec('ALTER TABLE events ADD COLUMN sum BLOB');
  const newest = database
    .prepare('SELECT position, sum FROM events WHERE sum IS NOT NULL ORDER BY position DESC LIMIT 1')
    .get();
  let sum = newest?.sum instanceof Uint8Array ? newest.sum : BEFORE_FIRST;
  let position = Number(newest?.position ?? 0);
  const next = database.prepare('SELECT position, frame FROM events WHERE position > ? ORDER BY position');
  const update = database.prepare('UPDATE events SET sum = ? WHERE position = ?');
  for (;;) {
    const batch = batchOf(next.iterate(position), position);
    if (typeof batch === 'string') return { events, compared, problem: batch };
    if (batch.length === 0) break;
    database.exec('BEGIN IMMEDIATE');
    for (const frame of batch) {
      sum = checksumAt(sum, frame);
      update.run(sum, ++position);
    }
    database.exec('COMMIT');
  }
  database.exec('BEGIN IMMEDIATE');
  database.exec('CREATE TABLE file_end (position INTEGER NOT NULL, sum BLOB NOT NULL) STRICT');
  database.prepare('INSERT INTO file_end VALUES (?, ?)').run(position, sum);
  database.exec(`PRAGMA user_version = ${format}; COMMIT`);
  return { events, compared, problem: undefined };
}

/** The next events, or what is wrong with one of them. */
function batchOf(rows: Iterable<Record<string, unknown>>, after: number): Uint8Array[] | string {
  const batch: Uint8Array[] = [];
  let bytes = 0;
  for (const { position, frame } of rows) {
    const expected = after + batch.length + 1;
    if (position !== expected) return new DamagedEvent('it is missing', { position: expected }).message;
    if (!(frame instanceof Uint8Array)) return `the row at position ${expected} holds no event`;
    batch.push(frame);
    bytes += frame.length;
    if (batch.length >= BATCH_EVENTS || bytes >= BATCH_BYTES) break;
  }
  return batch;
}
