import type { DatabaseSync, StatementSync } from 'node:sqlite';

/** The newest events of a stream whose index entries are not in the file yet: consecutive revisions. */
type Pending = { readonly first: number; readonly positions: number[] };

/** So many entries wait in memory before they go to the file. */
const WAITING = 8_192;

/**
 * Where the events of each stream are. An append must not write an index page for every stream that it
 * touches: that would be most of what a commit writes. So entries wait in memory and go to the file some at
 * a time, those of neighbouring streams together. After a crash they are found again in the events
 * themselves, from `indexed_to` on, up to which all have their entries.
 */
export class StreamIndex {
  private readonly database: DatabaseSync;
  private readonly insert: StatementSync;
  private readonly newest: StatementSync;
  private readonly position: StatementSync;
  private readonly saveProgress: StatementSync;
  private pending = new Map<number, Pending>();
  private waiting = 0;
  /** Streams that this round has yet to write, the lowest id last. */
  private round: number[] = [];
  /** The newest position when the round began: all up to here have entries when it ends. */
  private roundHead = 0;

  constructor(database: DatabaseSync) {
    this.database = database;
    this.insert = database.prepare('INSERT INTO stream_index (stream, revision, position) VALUES (?, ?, ?)');
    this.newest = database.prepare(
      'SELECT revision FROM stream_index WHERE stream = ? ORDER BY revision DESC LIMIT 1',
    );
    this.position = database.prepare('SELECT position FROM stream_index WHERE stream = ? AND revision = ?');
    this.saveProgress = database.prepare('UPDATE progress SET indexed_to = ?');
    this.recover();
  }

  /** Revision of the stream's newest event, -1 when there is none. */
  last(stream: number): number {
    const pending = this.pending.get(stream);
    if (pending) return pending.first + pending.positions.length - 1;
    return Number(this.newest.get(stream)?.revision ?? -1);
  }

  positionOf(stream: number, revision: number): number | undefined {
    const pending = this.pending.get(stream);
    if (pending && revision >= pending.first) return pending.positions[revision - pending.first];
    const position = this.position.get(stream, revision)?.position;
    return typeof position === 'number' ? position : undefined;
  }

  /** First revision of the stream that only this object knows of; infinite when the file knows all. */
  firstPending(stream: number): number {
    return this.pending.get(stream)?.first ?? Number.POSITIVE_INFINITY;
  }

  add(stream: number, revision: number, position: number): void {
    const pending = this.pending.get(stream);
    if (pending) pending.positions.push(position);
    else this.pending.set(stream, { first: revision, positions: [position] });
    this.waiting++;
  }

  /** Moves entries to the file while more than enough wait; call inside each transaction. */
  advance(head: number): void {
    while (this.waiting > WAITING) {
      const stream = this.round.pop();
      if (stream === undefined) this.beginRound(head);
      else this.write(stream);
    }
  }

  /** Finds the entries that are not in the file, at the start and after a rollback. */
  recover(): void {
    this.pending = new Map();
    this.waiting = 0;
    this.round = [];
    this.roundHead = 0;
    const rows = this.database.prepare(`
      SELECT position, stream, revision FROM events
      WHERE position > (SELECT indexed_to FROM progress) AND revision IS NOT NULL ORDER BY position`);
    const indexed = new Map<number, number>();
    for (const row of rows.iterate()) {
      const [position, stream, revision] = [Number(row.position), Number(row.stream), Number(row.revision)];
      const known = indexed.get(stream) ?? Number(this.newest.get(stream)?.revision ?? -1);
      indexed.set(stream, known);
      if (revision > known) this.add(stream, revision, position);
    }
  }

  private beginRound(head: number): void {
    if (this.roundHead > 0) this.saveProgress.run(this.roundHead);
    this.roundHead = head;
    this.round = [...this.pending.keys()].sort((a, b) => b - a);
  }

  private write(stream: number): void {
    const pending = this.pending.get(stream);
    if (!pending) return;
    for (const [index, position] of pending.positions.entries()) {
      this.insert.run(stream, pending.first + index, position);
    }
    this.pending.delete(stream);
    this.waiting -= pending.positions.length;
  }
}
