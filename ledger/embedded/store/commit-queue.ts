import type { DatabaseSync } from 'node:sqlite';
import type { LogSync } from './log-sync.ts';

export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: unknown };

type Failure = { readonly error: unknown };
type Write = { run(): void; settle(failure: Failure | undefined): void };

export type CommitHooks = {
  /** Inside the transaction, after its writes. */
  beforeCommit(): void;
  /** Whether the transaction just committed changed anything. */
  hasWritten(): boolean;
  /** When the transaction is on disk, before its writers hear of it. */
  onDurable(): void;
  onRollback(): void;
};

/** Bounds how long one transaction keeps readers of the same thread waiting. */
const MAX_WRITES = 2_048;

/**
 * Group commit: writes that arrive while the previous transaction is on its way to the disk share the next
 * one. Nobody is told of success before it is there; if the commit fails, all of its writes fail. If the
 * disk fails to sync, nobody can know what it holds, and the node stops.
 */
export class CommitQueue {
  private readonly database: DatabaseSync;
  private readonly sync: LogSync;
  private readonly hooks: CommitHooks;
  private queue: Write[] = [];
  private scheduled = false;
  private closed = false;
  private syncing: PromiseWithResolvers<void> | undefined;

  constructor(database: DatabaseSync, sync: LogSync, hooks: CommitHooks) {
    this.database = database;
    this.sync = sync;
    this.hooks = hooks;
  }

  /** Runs `write` inside the next transaction and hands its result to `settle` once that is durable. */
  submit<T>(write: () => T, settle: (outcome: Outcome<T>) => void): void {
    if (this.closed) {
      settle({ ok: false, error: new Error('the node is shutting down') });
      return;
    }
    let value: T;
    this.queue.push({
      run: () => {
        value = write();
      },
      settle: (failure) => settle(failure ? { ok: false, error: failure.error } : { ok: true, value }),
    });
    this.schedule();
  }

  /** Takes nothing more; resolves when all that waited is durable. */
  async close(): Promise<void> {
    this.closed = true;
    while (this.syncing || this.queue.length > 0) {
      if (this.syncing) await this.syncing.promise;
      else this.flush();
    }
  }

  private schedule(): void {
    if (this.scheduled || this.syncing || this.queue.length === 0) return;
    this.scheduled = true;
    setImmediate(() => {
      this.scheduled = false;
      this.flush();
    });
  }

  private flush(): void {
    if (this.syncing || this.queue.length === 0) return;
    const writes = this.queue.splice(0, MAX_WRITES);
    const failure = this.commit(writes);
    if (failure || !this.hooks.hasWritten()) {
      this.finish(writes, failure);
      return;
    }
    // For a lone writer the way to another thread and back would take longer than the sync.
    if (writes.length === 1) {
      this.sync.now();
      this.finish(writes, undefined);
      return;
    }
    this.syncing = Promise.withResolvers();
    this.sync.later((error) => {
      if (error) throw new Error('The disk failed to store the ledger; the node stops.', { cause: error });
      const done = this.syncing;
      this.syncing = undefined;
      this.finish(writes, undefined);
      done?.resolve();
    });
  }

  private commit(writes: readonly Write[]): Failure | undefined {
    try {
      this.database.exec('BEGIN IMMEDIATE');
      for (const write of writes) write.run();
      this.hooks.beforeCommit();
      this.database.exec('COMMIT');
      return undefined;
    } catch (error) {
      if (this.database.isTransaction) this.database.exec('ROLLBACK');
      this.hooks.onRollback();
      return { error };
    }
  }

  private finish(writes: readonly Write[], failure: Failure | undefined): void {
    if (!failure) this.hooks.onDurable();
    for (const write of writes) write.settle(failure);
    this.schedule();
  }
}
