import type { DatabaseSync } from 'node:sqlite';
import { decodeFrame } from '../wire/frame.ts';

/** Ids of the last 100,000 to 200,000 events; EventStoreDB's own memory is bounded too. */
const GENERATION = 100_000;
const WARM_UP = 5_000;

type Where = { readonly stream: string; readonly revision: number };

/**
 * Which event went where first, lately: an append with ANY is idempotent as long as this remembers. An id that comes
 * again, in whatever stream, stands for its first place, as in EventStoreDB.
 */
export class RecentIds {
  private young = new Map<string, Where>();
  private old = new Map<string, Where>();

  /** Remembers the newest events of the file, so that a retry right after a crash is recognised. */
  warmUp(database: DatabaseSync): void {
    const newest = 'SELECT frame FROM (SELECT position, frame FROM events ORDER BY position DESC LIMIT ?)';
    for (const row of database.prepare(`${newest} ORDER BY position`).iterate(WARM_UP)) {
      if (!(row.frame instanceof Uint8Array)) continue;
      const { id, stream, revision } = decodeFrame(row.frame);
      if (typeof revision === 'number') this.add(id, stream, revision);
    }
  }

  add(id: string, stream: string, revision: number): void {
    if (this.young.has(id) || this.old.has(id)) return;
    if (this.young.size >= GENERATION) {
      this.old = this.young;
      this.young = new Map();
    }
    this.young.set(id, { stream, revision });
  }

  revisionOf(id: string, stream: string): number | undefined {
    const where = this.young.get(id) ?? this.old.get(id);
    return where?.stream === stream ? where.revision : undefined;
  }

  forget(): void {
    this.young.clear();
    this.old.clear();
  }
}
