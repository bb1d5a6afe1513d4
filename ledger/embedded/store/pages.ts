import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { decodeFrame, type Frame } from '../wire/frame.ts';
import type { Stream, Streams } from './streams.ts';

export type Direction = 'forwards' | 'backwards';

export type Page = {
  readonly frames: readonly Frame[];
  /** Where the next page starts. */
  readonly next: number;
  readonly isEnd: boolean;
};

export type StreamPage = Page | { readonly missing: 'not-found' | 'deleted' };

/** A page stops at either bound, so that neither many small nor few huge events fill the memory. */
const MAX_EVENTS = 256;
const MAX_BYTES = 1024 * 1024;

/** Reads the file in pages; nothing is held between two of them. */
export class Pages {
  private readonly streams: Streams;
  private readonly statements: Record<'stream' | 'all', Record<Direction, StatementSync>>;

  constructor(database: DatabaseSync, streams: Streams) {
    this.streams = streams;
    const prepare = (sql: string) => {
      const statement = database.prepare(sql);
      statement.setReturnArrays(true);
      return statement;
    };
    const ofStream = 'SELECT revision, frame FROM events WHERE stream = ? AND revision';
    this.statements = {
      stream: {
        forwards: prepare(`${ofStream} BETWEEN ? AND ? ORDER BY revision LIMIT ?`),
        backwards: prepare(`${ofStream} BETWEEN ? AND ? ORDER BY revision DESC LIMIT ?`),
      },
      all: {
        forwards: prepare('SELECT position, frame FROM events WHERE position >= ? ORDER BY position LIMIT ?'),
        backwards: prepare(
          'SELECT position, frame FROM events WHERE position <= ? ORDER BY position DESC LIMIT ?',
        ),
      },
    };
  }

  /** Events of one stream from a revision on, itself included, as its metadata lets them be seen. */
  ofStream(name: string, from: number, direction: Direction, limit: number): StreamPage {
    const stream = this.streams.get(name);
    if (this.streams.isTombstoned(stream)) return { missing: 'deleted' };
    const metadata = this.streams.metadataOf(stream);
    if (stream.last < 0 || metadata.softDeleted) return { missing: 'not-found' };
    const lowest = lowestVisible(stream, metadata);
    const forwards = direction === 'forwards';
    const start = forwards ? Math.max(from, lowest) : Math.min(from, stream.last);
    const bounds = forwards ? [start, stream.last] : [lowest, start];
    const count = Math.min(limit, MAX_EVENTS);
    const rows = this.statements.stream[direction].iterate(stream.id, ...bounds, count);
    const page = collect(rows, direction, start, count);
    return metadata.maxAge === undefined ? page : withoutOlderThan(page, Date.now() - metadata.maxAge);
  }

  /** All events from a position on, itself included. */
  ofAll(from: number, direction: Direction, limit: number): Page {
    const count = Math.min(limit, MAX_EVENTS);
    const rows = this.statements.all[direction].iterate(from, count);
    return collect(rows, direction, from, count);
  }
}

function lowestVisible(
  stream: Stream,
  metadata: { maxCount: number | undefined; truncateBefore: number },
): number {
  const byCount = metadata.maxCount === undefined ? 0 : stream.last - metadata.maxCount + 1;
  return Math.max(0, byCount, metadata.truncateBefore);
}

function collect(rows: Iterable<unknown>, direction: Direction, from: number, count: number): Page {
  const frames: Frame[] = [];
  const step = direction === 'forwards' ? 1 : -1;
  let next = from;
  let bytes = 0;
  for (const row of rows) {
    // `setReturnArrays` makes each row an array of its columns, here a number and a blob.
    const [at, frame] = row as [number, Uint8Array];
    frames.push(frame);
    next = at + step;
    bytes += frame.length;
    if (bytes >= MAX_BYTES) return { frames, next, isEnd: false };
  }
  return { frames, next, isEnd: frames.length < count };
}

function withoutOlderThan(page: Page, threshold: number): Page {
  const frames = page.frames.filter((frame) => decodeFrame(frame).created / 10_000 >= threshold);
  return { ...page, frames };
}
