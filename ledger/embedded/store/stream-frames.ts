import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { DamagedEvent } from '../errors.ts';
import type { Frame } from '../wire/frame.ts';
import { EVENT_COLUMNS, type EventRow, placeOf, rowProblem } from './event-rows.ts';
import type { StreamIndex } from './stream-index.ts';

type Direction = 'forwards' | 'backwards';
type NamedStream = { readonly id: number; readonly name: string; readonly last: number };

/**
 * Reads frames by the stream's revisions, from the file and from what waits beside it. What is not what was written
 * there is thrown as DamagedEvent.
 */
export class StreamFrames {
  private readonly index: StreamIndex;
  private readonly statements: Record<Direction, StatementSync>;
  private readonly byPosition: StatementSync;

  constructor(database: DatabaseSync, index: StreamIndex) {
    this.index = index;
    const ofStream = `
      SELECT stream_index.revision AS at, stream_index.position AS place, ${EVENT_COLUMNS}
      FROM stream_index LEFT JOIN events ON events.position = stream_index.position
      WHERE stream_index.stream = ? AND stream_index.revision BETWEEN ? AND ? ORDER BY stream_index.revision`;
    this.statements = {
      forwards: database.prepare(ofStream),
      backwards: database.prepare(`${ofStream} DESC`),
    };
    this.byPosition = database.prepare(`SELECT ${EVENT_COLUMNS} FROM events WHERE position = ?`);
  }

  /** The event at one revision, undefined beyond the stream's last. */
  at(stream: NamedStream, revision: number): Frame | undefined {
    if (revision > stream.last) return undefined;
    const position = this.index.positionOf(stream.id, revision);
    if (position === undefined) throw unindexed(stream, revision);
    const row = this.byPosition.get(position) ?? {};
    return this.checked(stream, revision, position, row);
  }

  /** The frames of the revisions `low` to `high`, both included. Stop early if you have enough. */
  *between(stream: NamedStream, low: number, high: number, direction: Direction): Generator<Frame> {
    const border = this.index.firstPending(stream.id);
    if (direction === 'forwards') {
      if (low < border) yield* this.fromFile(stream, low, Math.min(high, border - 1), direction);
      for (let revision = Math.max(low, border); revision <= high; revision++)
        yield* this.single(stream, revision);
    } else {
      for (let revision = high; revision >= Math.max(low, border); revision--)
        yield* this.single(stream, revision);
      if (low < border) yield* this.fromFile(stream, low, Math.min(high, border - 1), direction);
    }
  }

  /** Neither may a revision be missing between the two. */
  private *fromFile(stream: NamedStream, low: number, high: number, direction: Direction): Generator<Frame> {
    const step = direction === 'forwards' ? 1 : -1;
    let expected = direction === 'forwards' ? low : high;
    for (const row of this.statements[direction].iterate(stream.id, low, high)) {
      if (row.at !== expected) throw unindexed(stream, expected);
      yield this.checked(stream, expected, Number(row.place), row);
      expected += step;
    }
    if (expected >= low && expected <= high) throw unindexed(stream, expected);
  }

  private *single(stream: NamedStream, revision: number): Generator<Frame> {
    const frame = this.at(stream, revision);
    if (frame) yield frame;
  }

  /** The row's event, which must be the stream's at the revision. */
  private checked({ name }: NamedStream, revision: number, position: number, row: EventRow): Frame {
    const problem = rowProblem(row, position);
    if (problem) throw new DamagedEvent(problem, { position, stream: name });
    // A sound row holds bytes.
    const frame = row.frame as Frame;
    const place = placeOf(frame);
    if (place?.stream === name && place.revision === revision) return frame;
    throw new DamagedEvent(`it is found as revision ${revision} and is another event`, {
      position,
      stream: name,
    });
  }
}

function unindexed({ name }: NamedStream, revision: number): DamagedEvent {
  return new DamagedEvent(`revision ${revision} is in no index`, { stream: name });
}
