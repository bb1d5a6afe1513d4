import { randomUUID } from 'node:crypto';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { DamagedEvent } from '../errors.ts';
import type { TestSettings } from '../test-settings.ts';
import { decodeFrame, encodeFrame, type Frame, TOMBSTONE_REVISION } from '../wire/frame.ts';
import { decideAppend } from './append-rules.ts';
import { checksumAt } from './checksum.ts';
import { CommitQueue, type Outcome } from './commit-queue.ts';
import { FileEnd } from './file-end.ts';
import { RecentIds } from './recent-ids.ts';
import { StreamFrames } from './stream-frames.ts';
import { StreamIndex } from './stream-index.ts';
import {
  isMetastream,
  lowestShown,
  METADATA_TYPE,
  metastreamOf,
  oldestShown,
  originalOf,
  SOFT_DELETED,
  withTruncateBefore,
} from './stream-metadata.ts';
import { type Stream, Streams } from './streams.ts';
import { Tail, type TailEvent } from './tail.ts';

export type NewEvent = {
  readonly id: string;
  readonly type: string;
  readonly isJson: boolean;
  readonly metadata: Uint8Array;
  readonly data: Uint8Array;
};

export type WriteResult =
  /** `position` is undefined when an empty append wrote nothing. */
  | { readonly kind: 'written'; readonly revision: number; readonly position: number | undefined }
  | { readonly kind: 'wrong-version'; readonly current: number }
  | { readonly kind: 'deleted' }
  /** The append repeats one that is still under way, and was dropped; only where a test asks for that. */
  | { readonly kind: 'overlapping' }
  /** What had to be read for the append is damaged. */
  | { readonly kind: 'damaged'; readonly damage: DamagedEvent };

const NOTHING = Buffer.alloc(0);

/** The single writer of a ledger file. All events get their position, revision and bytes here. */
export class EventLog {
  readonly streams: Streams;
  readonly frames: StreamFrames;
  readonly tail: Tail;
  private readonly queue: CommitQueue;
  private readonly recentIds = new RecentIds();
  private readonly insert: StatementSync;
  private readonly index: StreamIndex;
  private readonly end: FileEnd;
  /** The file's checksum with what is not committed yet. */
  private sum: Uint8Array;
  private uncommitted: TailEvent[] = [];

  readonly positionStep: number;
  private readonly settings: TestSettings;

  constructor(database: DatabaseSync, settings: TestSettings = {}) {
    this.settings = settings;
    this.positionStep = settings.positionStep ?? 1;
    this.index = new StreamIndex(database);
    this.frames = new StreamFrames(database, this.index);
    this.end = new FileEnd(database);
    this.streams = new Streams(database, this.index, this.frames);
    this.insert = database.prepare(
      'INSERT INTO events (position, stream, revision, frame, sum) VALUES (?, ?, ?, ?, ?)',
    );
    const { position, sum } = this.end.read();
    this.tail = new Tail(position);
    this.sum = sum;
    this.recentIds.warmUp(database);
    this.queue = new CommitQueue(database, {
      beforeCommit: () => {
        this.index.advance(this.nextPosition() - 1);
        if (this.uncommitted.length > 0) this.end.write(this.nextPosition() - 1, this.sum);
      },
      onCommit: () => this.publish(),
      onRollback: () => {
        this.uncommitted = [];
        this.sum = this.end.read().sum;
        this.index.recover();
        this.streams.forget();
        this.recentIds.forget();
        this.recentIds.warmUp(database);
      },
    });
  }

  /** Appends `events` to the stream if `expected` holds; `settle` hears of it when it is durable. */
  append(
    stream: string,
    expected: number,
    events: readonly NewEvent[],
    settle: (outcome: Outcome<WriteResult>) => void,
  ): void {
    const { overlappingRetryFailsAfter: wait } = this.settings;
    this.queue.submit(
      () => this.told(this.write(this.streams.get(stream), expected, events)),
      (outcome) => {
        if (!outcome.ok || outcome.value.kind !== 'overlapping') return settle(outcome);
        setTimeout(() => settle(outcome), wait);
      },
    );
  }

  /** Soft-deletes the stream, or with `hard` tombstones it for ever. */
  delete(
    stream: string,
    expected: number,
    hard: boolean,
    settle: (outcome: Outcome<WriteResult>) => void,
  ): void {
    this.queue.submit(() => this.told(this.remove(this.streams.get(stream), expected, hard)), settle);
  }

  /** Commits what waits and takes nothing more. */
  close(): void {
    this.queue.close();
  }

  private publish(): void {
    const events = this.uncommitted;
    this.uncommitted = [];
    this.tail.publish(events);
  }

  private told(result: WriteResult): WriteResult {
    if (this.positionStep === 1 || result.kind !== 'written' || result.position === undefined) return result;
    return { ...result, position: result.position * this.positionStep };
  }

  private write(stream: Stream, expected: number, events: readonly NewEvent[]): WriteResult {
    const decision = this.decide(
      stream,
      expected,
      events.map((event) => event.id),
    );
    if (decision.kind === 'deleted' || decision.kind === 'damaged') return decision;
    if (decision.kind === 'wrong-version') return { kind: 'wrong-version', current: stream.last };
    if (decision.kind === 'already-appended') return this.repeated(stream, decision.lastRevision);
    const described = this.describedBy(stream);
    const describedWasDeleted = described !== undefined && this.streams.metadataOf(described).softDeleted;
    const revivedFrom = stream.last + 1;
    const position = events.reduce<number | undefined>((_, event) => this.put(stream, event), undefined);
    if (decision.revive) this.revive(stream, revivedFrom);
    if (described) described.metadata = undefined;
    const revision = stream.last;
    // Metadata written by hand for a soft-deleted stream revives it too, and what does so is the server's own event.
    if (described && describedWasDeleted) this.revive(described, described.last + 1);
    return { kind: 'written', revision, position };
  }

  private remove(stream: Stream, expected: number, hard: boolean): WriteResult {
    const decision = this.decide(stream, expected, [randomUUID()]);
    if (decision.kind === 'deleted' || decision.kind === 'damaged') return decision;
    const metastream = this.streams.get(metastreamOf(stream.name));
    const absent = !hard && stream.last < 0 && metastream.last < 0;
    if (decision.kind !== 'append' || absent) return { kind: 'wrong-version', current: stream.last };
    if (hard) return { kind: 'written', revision: stream.last, position: this.putTombstone(stream) };
    // The metadata stream is ended for ever by itself; EventStoreDB itself ends over this.
    if (metastream.tombstonedAt !== undefined) return { kind: 'deleted' };
    const position = this.put(metastream, metadataEvent(SOFT_DELETED));
    stream.metadata = undefined;
    return { kind: 'written', revision: stream.last, position };
  }

  private decide(stream: Stream, expected: number, ids: readonly string[]) {
    return orDamage(() => this.decideSound(stream, expected, ids));
  }

  private decideSound(stream: Stream, expected: number, ids: readonly string[]) {
    const described = this.describedBy(stream);
    // Known from here on: what is read while it is written must not be damaged.
    if (described) this.streams.metadataOf(described);
    const view = {
      last: stream.last,
      tombstoned: this.streams.isTombstoned(stream),
      softDeleted: this.streams.metadataOf(stream).softDeleted,
      hasMetadata: this.streams.get(metastreamOf(stream.name)).last >= 0,
    };
    return decideAppend(view, expected, ids, {
      idAt: (revision) => this.eventAt(stream, revision)?.id,
      revisionOf: (id) => this.recentIds.revisionOf(id, stream.name),
    });
  }

  /** The stream whose metadata are in this one. */
  private describedBy({ name }: Stream): Stream | undefined {
    return isMetastream(name) ? this.streams.get(originalOf(name)) : undefined;
  }

  /** An append of which the stream has all events already. */
  private repeated(stream: Stream, revision: number): WriteResult {
    return orDamage((): WriteResult => {
      if (this.isOverlapping(stream, revision)) return { kind: 'overlapping' };
      return { kind: 'written', revision, position: this.shownPosition(stream, revision) };
    });
  }

  private eventAt(stream: Stream, revision: number) {
    const frame = this.frames.at(stream, revision);
    return frame && decodeFrame(frame);
  }

  /** The event that an append repeats is not committed yet, and such an append is to be dropped. */
  private isOverlapping(stream: Stream, revision: number): boolean {
    if (this.settings.overlappingRetryFailsAfter === undefined) return false;
    const position = this.eventAt(stream, revision)?.position;
    return position !== undefined && position > this.tail.head;
  }

  /** Of an event that a read would show: EventStoreDB looks the position of a repeated append up by reading. */
  private shownPosition(stream: Stream, revision: number): number | undefined {
    const metadata = this.streams.metadataOf(stream);
    if (revision < lowestShown(metadata, stream.last)) return undefined;
    const event = this.eventAt(stream, revision);
    const oldest = oldestShown(metadata);
    const isTooOld = event !== undefined && oldest !== undefined && event.created / 10_000 < oldest;
    return isTooOld ? undefined : event?.position;
  }

  private put(stream: Stream, event: NewEvent): number {
    if (stream.id === 0) this.streams.create(stream);
    const position = this.nextPosition();
    const revision = stream.last + 1;
    const frame = encodeFrame({ ...event, stream: stream.name, revision, position, created: ticks() });
    this.insertFrame(position, stream, revision, frame);
    this.index.add(stream.id, revision, position);
    stream.last = revision;
    this.recentIds.add(event.id, stream.name, revision);
    this.uncommitted.push({ position, stream: stream.name, frame });
    return position;
  }

  private putTombstone(stream: Stream): number {
    if (stream.id === 0) this.streams.create(stream);
    const position = this.nextPosition();
    const frame = encodeFrame({
      id: randomUUID(),
      stream: stream.name,
      revision: TOMBSTONE_REVISION,
      position,
      type: '$streamDeleted',
      isJson: false,
      created: ticks(),
      metadata: NOTHING,
      data: NOTHING,
    });
    this.insertFrame(position, stream, null, frame);
    this.streams.tombstone(stream, position);
    this.uncommitted.push({ position, stream: stream.name, frame });
    return position;
  }

  private insertFrame(position: number, stream: Stream, revision: number | null, frame: Frame): void {
    this.sum = checksumAt(this.sum, frame);
    this.insert.run(position, stream.id, revision, frame, this.sum);
  }

  private nextPosition(): number {
    return this.tail.head + this.uncommitted.length + 1;
  }

  /** An append to a soft-deleted stream hides the old events and lets the stream live on. */
  private revive(stream: Stream, truncateBefore: number): void {
    const metastream = this.streams.get(metastreamOf(stream.name));
    // Ended by itself: nothing is written there any more.
    if (metastream.tombstonedAt !== undefined) return;
    const event = this.streams.metadataEvent(stream);
    const revived = event && withTruncateBefore(event.data, truncateBefore);
    if (revived) this.put(metastream, metadataEvent(revived));
    stream.metadata = undefined;
  }
}

/** Damage is an answer to one append alone: thrown, it would fail all that share its transaction. */
function orDamage<Result>(
  read: () => Result,
): Result | { readonly kind: 'damaged'; readonly damage: DamagedEvent } {
  try {
    return read();
  } catch (damage) {
    if (damage instanceof DamagedEvent) return { kind: 'damaged', damage };
    throw damage;
  }
}

function metadataEvent(data: Uint8Array): NewEvent {
  return { id: randomUUID(), type: METADATA_TYPE, isJson: true, metadata: NOTHING, data };
}

/**
 * Now, in EventStoreDB's unit: 100 ns since 1970. By the clock itself, which may have been put right since the start, or have
 * gone on while the machine slept.
 */
function ticks(): number {
  return Date.now() * 10_000;
}
