import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { DamagedEvent } from '../errors.ts';
import { decodeFrame, type Frame } from '../wire/frame.ts';
import { EVENT_COLUMNS, FOLLOWING_COLUMNS, frameOf } from './event-rows.ts';
import type { StreamFrames } from './stream-frames.ts';
import { lowestShown, oldestShown } from './stream-metadata.ts';
import type { Streams } from './streams.ts';
import type { Tail } from './tail.ts';

export type Direction = 'forwards' | 'backwards';

export type Page = {
  readonly frames: readonly Frame[];
  /** Where the next page starts. */
  readonly next: number;
  readonly isEnd: boolean;
};

export type LivePage = Page & { readonly tombstone: Frame | undefined };

export type StreamPage = Page | { readonly missing: 'not-found' | 'deleted' };

/** A page stops at either bound, so that neither many small nor few huge events fill the memory. */
const MAX_EVENTS = 256;
const MAX_BYTES = 1024 * 1024;

/** Reads the file in pages; nothing is held between two of them. What is damaged is thrown as DamagedEvent. */
export class Pages {
  private readonly database: DatabaseSync;
  private readonly tail: Tail;
  private readonly streams: Streams;
  private readonly frames: StreamFrames;
  private readonly all: Record<Direction, StatementSync>;
  private readonly sumAt: StatementSync;

  constructor(
    database: DatabaseSync,
    { streams, frames, tail }: { streams: Streams; frames: StreamFrames; tail: Tail },
  ) {
    this.database = database;
    this.tail = tail;
    this.streams = streams;
    this.frames = frames;
    this.all = {
      forwards: database.prepare(
        `SELECT ${FOLLOWING_COLUMNS} FROM events WHERE position >= ? ORDER BY position`,
      ),
      backwards: database.prepare(
        `SELECT ${EVENT_COLUMNS} FROM events WHERE position <= ? ORDER BY position DESC`,
      ),
    };
    this.sumAt = database.prepare('SELECT sum FROM events WHERE position = ?');
  }

  /** Events of one stream from a revision on, itself included, as its metadata lets them be seen. */
  ofStream(name: string, from: number, direction: Direction, limit: number): StreamPage {
    const stream = this.streams.get(name);
    if (this.streams.isTombstoned(stream)) return { missing: 'deleted' };
    const metadata = this.streams.metadataOf(stream);
    if (stream.last < 0 || metadata.softDeleted) return { missing: 'not-found' };
    const lowest = lowestShown(metadata, stream.last);
    const start = direction === 'forwards' ? Math.max(from, lowest) : Math.min(from, stream.last);
    const [low, high] = direction === 'forwards' ? [start, stream.last] : [lowest, start];
    const page = collect(this.frames.between(stream, low, high, direction), direction, start, limit);
    const oldest = oldestShown(metadata);
    return oldest === undefined ? page : withoutOlderThan(page, oldest);
  }

  /**
   * Events of one stream from a revision on as they were appended, whatever its metadata hides, and last its
   * tombstone: what a live subscription is given.
   */
  appendedTo(name: string, from: number, limit: number): LivePage {
    const stream = this.streams.get(name);
    const page = collect(this.frames.between(stream, from, stream.last, 'forwards'), 'forwards', from, limit);
    const at = page.isEnd ? stream.tombstonedAt : undefined;
    return { ...page, tombstone: at === undefined ? undefined : this.ofAll(at, 'forwards', 1).frames[0] };
  }

  /** All events from a position on, itself included. */
  ofAll(from: number, direction: Direction, limit: number): Page {
    return collect(this.framesFrom(from, direction), direction, from, limit);
  }

  /** Positions have no holes: from the first to the newest, each has its event. */
  private *framesFrom(from: number, direction: Direction): Generator<Frame> {
    const { head } = this.tail;
    if (direction === 'forwards') {
      let position = Math.max(from, 1);
      let before = this.sumAt.get(position - 1)?.sum;
      for (const row of this.all.forwards.iterate(position)) {
        yield frameOf(this.database, row, position, before);
        before = row.sum;
        position++;
      }
      if (position <= head) throw new DamagedEvent('it is missing', { position });
      return;
    }
    let position = Math.min(from, head);
    for (const row of this.all.backwards.iterate(position)) {
      yield frameOf(this.database, row, position);
      position--;
    }
    if (position >= 1) throw new DamagedEvent('it is missing', { position });
  }
}

/** Neither revisions nor positions have holes, so the next start follows from the count. */
function collect(source: Iterable<Frame>, direction: Direction, from: number, limit: number): Page {
  const count = Math.min(limit, MAX_EVENTS);
  const frames: Frame[] = [];
  let bytes = 0;
  let isEnd = true;
  for (const frame of source) {
    frames.push(frame);
    bytes += frame.length;
    isEnd = false;
    if (frames.length >= count || bytes >= MAX_BYTES) break;
    isEnd = true;
  }
  const step = direction === 'forwards' ? frames.length : -frames.length;
  return { frames, next: from + step, isEnd };
}

function withoutOlderThan(page: Page, threshold: number): Page {
  const frames = page.frames.filter((frame) => decodeFrame(frame).created / 10_000 >= threshold);
  return { ...page, frames };
}
