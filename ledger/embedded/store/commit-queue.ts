import type { DatabaseSync } from 'node:sqlite';

export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: unknown };

type Write = { run(): void; settle(failure: { error: unknown } | undefined): void };

export type CommitHooks = {
  /** Inside the transaction, after its writes. */
  beforeCommit(): void;
  /** When the transaction is durable, before its writers hear of it. */
  onCommit(): void;
  onRollback(): void;
};

/** Bounds how long one transaction keeps readers of the same thread waiting. */
const MAX_WRITES = 2_048;

/**
 * Group commit: writes that arrive while the thread is busy, above all with the fsync of the previous
 * transaction, share the next one. Nobody is told of success before the commit is on disk; if it fails, all
 * of its writes fail.
 */
export class CommitQueue {
  private readonly database: DatabaseSync;
  private readonly hooks: CommitHooks;
  private queue: Write[] = [];
  private scheduled = false;
  private closed = false;

  constructor(database: DatabaseSync, hooks: CommitHooks) {
    this.database = database;
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
    if (this.scheduled) return;
    this.scheduled = true;
    setImmediate(() => this.flush());
  }

  /** Commits all that waits, now, and takes nothing more. */
  close(): void {
    while (this.queue.length > 0) this.flush();
    this.closed = true;
  }

  private flush(): void {
    const writes = this.queue.length > MAX_WRITES ? this.queue.splice(0, MAX_WRITES) : this.queue;
    if (writes === this.queue) this.queue = [];
    this.scheduled = this.queue.length > 0;
    if (this.scheduled) setImmediate(() => this.flush());
    if (writes.length === 0) return;
    const failure = this.commit(writes);
    for (const write of writes) write.settle(failure);
  }

  private commit(writes: readonly Write[]): { error: unknown } | undefined {
    try {
      this.database.exec('BEGIN IMMEDIATE');
      for (const write of writes) write.run();
      this.hooks.beforeCommit();
      this.database.exec('COMMIT');
    } catch (error) {
      if (this.database.isTransaction) this.database.exec('ROLLBACK');
      this.hooks.onRollback();
      return { error };
    }
    this.hooks.onCommit();
    return undefined;
  }
}
