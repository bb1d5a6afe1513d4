import type { DatabaseSync } from 'node:sqlite';
import { DamagedEvent } from '../errors.ts';
import type { Frame } from '../wire/frame.ts';
import { EVENT_COLUMNS, placeOf, rowProblem, streamOf } from './event-rows.ts';
import { FileEnd } from './file-end.ts';

/** SQLite's own check of the whole file; undefined when it is sound. */
export function pagesProblem(database: DatabaseSync): string | undefined {
  const verdict = database.prepare('PRAGMA quick_check(1)').get()?.quick_check;
  return verdict === 'ok' ? undefined : String(verdict);
}

/**
 * Compares each event from a position on with its checksum and with the columns and names by which it is found, and the
 * last one with where the file is to end.
 * @param from 1 for all events, whose revisions are then counted, too
 */
export function eventsProblem(database: DatabaseSync, from: number): string | undefined {
  const end = new FileEnd(database).read();
  const rows = database.prepare(`
    SELECT ${EVENT_COLUMNS}, events.stream, events.revision, streams.name FROM events LEFT JOIN streams ON streams.id = events.stream
    WHERE events.position >= ? ORDER BY events.position`);
  const revisions = new Map<unknown, number>();
  let position = from;
  for (const row of rows.iterate(from)) {
    const { stream, revision, name } = row;
    const damaged = (problem: string) =>
      new DamagedEvent(problem, { position, stream: streamOf(database, position) }).message;
    const problem = rowProblem(row, position);
    if (problem) return damaged(problem);
    // A sound row holds bytes.
    const place = placeOf(row.frame as Frame);
    if (place?.stream !== name) return damaged('it is found under the name of another stream');
    const found = revision === null ? 'tombstone' : revision;
    if (place?.revision !== found) return damaged('it is found at another revision');
    if (from === 1 && typeof revision === 'number') {
      const expected = revisions.get(stream) ?? 0;
      if (revision !== expected) return damaged(`revision ${expected} should stand there`);
      revisions.set(stream, expected + 1);
    }
    position++;
  }
  if (position <= end.position) return new DamagedEvent('it is missing', { position }).message;
  if (position > end.position + 1) return `it goes on after position ${end.position}, where it is to end`;
  const last = database.prepare('SELECT sum FROM events WHERE position = ?').get(end.position)?.sum;
  const same = end.position === 0 || (last instanceof Uint8Array && Buffer.compare(last, end.sum) === 0);
  return same ? undefined : 'it does not end with the event that was written last';
}

/** Whether every event is found by its stream, and no stream by what is not its own. */
export function indexProblem(database: DatabaseSync): string | undefined {
  if (count(database, WRONG_ENTRIES) !== 0) return 'its index of streams is not that of its events';
  if (count(database, WRONG_TOMBSTONES) !== 0)
    return 'a stream is marked as ended that is not, or the reverse';
  if (count(database, EMPTY_STREAMS) !== 0) return 'it names a stream without an event';
  return undefined;
}

/** Every event up to `indexed_to` has its entry, and no entry names another event. */
const WRONG_ENTRIES = `
  SELECT
    (SELECT count(*) FROM stream_index AS entry LEFT JOIN events USING (position)
      WHERE events.stream IS NOT entry.stream OR events.revision IS NOT entry.revision)
    + abs((SELECT count(*) FROM events
        WHERE position <= (SELECT indexed_to FROM progress) AND revision IS NOT NULL)
      - (SELECT count(*) FROM stream_index WHERE position <= (SELECT indexed_to FROM progress))) AS wrong`;

const WRONG_TOMBSTONES = `
  SELECT
    (SELECT count(*) FROM streams LEFT JOIN events ON events.position = streams.tombstone
      WHERE streams.tombstone IS NOT NULL
        AND (events.stream IS NOT streams.id OR events.revision IS NOT NULL))
    + (SELECT count(*) FROM events JOIN streams ON streams.id = events.stream
      WHERE events.revision IS NULL AND streams.tombstone IS NOT events.position) AS wrong`;

const EMPTY_STREAMS = `
  SELECT count(*) AS wrong FROM streams
  WHERE tombstone IS NULL
    AND NOT EXISTS (SELECT 1 FROM stream_index WHERE stream_index.stream = streams.id)
    AND id NOT IN (SELECT stream FROM events WHERE position > (SELECT indexed_to FROM progress))`;

function count(database: DatabaseSync, sql: string): number {
  return Number(database.prepare(sql).get()?.wrong);
}

/** The first position from which on a start checks a file that is too large to be checked as a whole. */
export function tailFrom(database: DatabaseSync, events: number): number {
  const row = database
    .prepare('SELECT (SELECT indexed_to FROM progress) AS indexed, (SELECT position FROM file_end) AS end')
    .get();
  return Math.max(1, Math.min(Number(row?.indexed), Number(row?.end) - events) + 1);
}
