import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { decodeFrame, type RecordedEvent } from '../wire/frame.ts';
import type { StreamFrames } from './stream-frames.ts';
import type { StreamIndex } from './stream-index.ts';
import {
  isMetastream,
  METASTREAM_METADATA,
  metastreamOf,
  NO_METADATA,
  originalOf,
  parseStreamMetadata,
  type StreamMetadata,
} from './stream-metadata.ts';

export type Stream = {
  readonly name: string;
  /** 0 until its first event is written. */
  id: number;
  /** Revision of the newest event, -1 when there is none. */
  last: number;
  /** Where the event stands that ended the stream for ever; undefined while it lives. */
  tombstonedAt: number | undefined;
  /** Undefined until asked for. */
  metadata: StreamMetadata | undefined;
};

/** Two generations of this many streams are kept in memory; the rest are looked up again. */
const GENERATION = 50_000;

/** What is known of each stream, read from the file once and then kept up by the single writer. */
export class Streams {
  private readonly find: StatementSync;
  private readonly insert: StatementSync;
  private readonly index: StreamIndex;
  private readonly frames: StreamFrames;
  private readonly markTombstone: StatementSync;
  private young = new Map<string, Stream>();
  private old = new Map<string, Stream>();

  constructor(database: DatabaseSync, index: StreamIndex, frames: StreamFrames) {
    this.index = index;
    this.frames = frames;
    this.find = database.prepare('SELECT id, tombstone FROM streams WHERE name = ?');
    this.insert = database.prepare('INSERT INTO streams (name) VALUES (?)');
    this.markTombstone = database.prepare('UPDATE streams SET tombstone = ? WHERE id = ?');
  }

  get(name: string): Stream {
    const young = this.young.get(name);
    if (young) return young;
    const stream = this.old.get(name) ?? this.load(name);
    if (this.young.size >= GENERATION) {
      this.old = this.young;
      this.young = new Map();
    }
    this.young.set(name, stream);
    return stream;
  }

  /** Gives the stream its row; call inside a transaction. */
  create(stream: Stream): void {
    stream.id = Number(this.insert.run(stream.name).lastInsertRowid);
  }

  tombstone(stream: Stream, position: number): void {
    this.markTombstone.run(position, stream.id);
    stream.tombstonedAt = position;
  }

  /** A metadata stream counts as tombstoned with the stream that it describes. */
  isTombstoned(stream: Stream): boolean {
    if (stream.tombstonedAt !== undefined) return true;
    return isMetastream(stream.name) && this.get(originalOf(stream.name)).tombstonedAt !== undefined;
  }

  metadataOf(stream: Stream): StreamMetadata {
    if (isMetastream(stream.name)) return METASTREAM_METADATA;
    if (!stream.metadata) {
      const event = this.metadataEvent(stream);
      // What is not said to be JSON is not read, even where it is.
      stream.metadata = event?.isJson ? parseStreamMetadata(event.data) : NO_METADATA;
    }
    return stream.metadata;
  }

  /** The newest event in the stream's metadata stream. */
  metadataEvent(stream: Stream): RecordedEvent | undefined {
    const metastream = this.get(metastreamOf(stream.name));
    if (metastream.last < 0) return undefined;
    const frame = this.frames.at(metastream, metastream.last);
    return frame && decodeFrame(frame);
  }

  /** Drops what was learnt in a transaction that was rolled back. */
  forget(): void {
    this.young.clear();
    this.old.clear();
  }

  private load(name: string): Stream {
    const row = this.find.get(name);
    const id = Number(row?.id ?? 0);
    return {
      name,
      id,
      last: id === 0 ? -1 : this.index.last(id),
      tombstonedAt: typeof row?.tombstone === 'number' ? row.tombstone : undefined,
      metadata: undefined,
    };
  }
}
