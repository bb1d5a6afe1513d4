import type { DatabaseSync } from 'node:sqlite';
import { DamagedEvent } from '../errors.ts';
import { type Frame, framePlace } from '../wire/frame.ts';
import { BEFORE_FIRST, checksumAt } from './checksum.ts';

/** A row of `events` with its checksum and the one before it. */
export type EventRow = Readonly<Record<string, unknown>>;

/** What a statement over `events` has to select for `frameOf`. */
export const EVENT_COLUMNS = `
  events.position, events.frame, events.sum,
  (SELECT sum FROM events AS before WHERE before.position = events.position - 1) AS before`;

/** The same for rows that come one after the other: what is before each is known. */
export const FOLLOWING_COLUMNS = 'events.position, events.frame, events.sum';

/**
 * The event of a row, which must be the one at the position.
 * @param before the checksum of the event before it
 * @throws DamagedEvent when its bytes are not those that were written there
 */
export function frameOf(
  database: DatabaseSync,
  row: EventRow,
  position: number,
  before: unknown = row.before,
): Frame {
  const problem = rowProblem(row, position, before);
  if (problem) throw new DamagedEvent(problem, { position, stream: streamOf(database, position) });
  // A sound row holds bytes.
  return row.frame as Frame;
}

/** Undefined when the row holds what was written at the position. */
export function rowProblem(
  row: EventRow,
  position: number,
  before: unknown = row.before,
): string | undefined {
  const { frame, sum } = row;
  if (row.position !== position) return 'it is missing';
  if (!(frame instanceof Uint8Array)) return 'it is no event';
  if (!(sum instanceof Uint8Array)) return 'its checksum is missing';
  const start = position === 1 ? BEFORE_FIRST : before;
  if (!(start instanceof Uint8Array)) return 'the checksum of the event before it is missing';
  return checksumAt(start, frame).equals(sum) ? undefined : 'its bytes are not those that were written';
}

/** The stream and revision that the event itself names; undefined when its bytes say none. */
export function placeOf(frame: Frame): ReturnType<typeof framePlace> | undefined {
  try {
    return framePlace(frame);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** For an error: the name by which the event at a position is found, else the one in its bytes. */
export function streamOf(database: DatabaseSync, position: number): string | undefined {
  const { name, frame } =
    database
      .prepare('SELECT name, frame FROM events LEFT JOIN streams ON streams.id = stream WHERE position = ?')
      .get(position) ?? {};
  if (typeof name === 'string') return name;
  return frame instanceof Uint8Array ? placeOf(frame)?.stream : undefined;
}
