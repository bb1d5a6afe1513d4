import type { Database } from './database.ts';

/** What batches of one writer leave to each other. */
export type Carried = Map<object, unknown>;

/**
 * What a batch has written last, so that the next one need not ask for it: each question is a way to Postgres and back, and
 * has what was gathered until then sent before it.
 */
export type LastWritten<Value> = {
  /** What the batch before has left, or else what `read` finds: the two are the same. */
  before(db: Database, read: () => Promise<Value>): Promise<Value>;
  /** Says what `read` would find behind this batch. */
  leave(db: Database, value: Value): void;
};

const carriedBy = new WeakMap<Database, Carried>();

export function lastWritten<Value>(): LastWritten<Value> {
  const key = {};
  return {
    async before(db, read) {
      const carried = carriedBy.get(db);
      // Under its own key only it leaves anything.
      return carried?.has(key) ? (carried.get(key) as Value) : read();
    },
    leave(db, value) {
      carriedBy.get(db)?.set(key, value);
    },
  };
}

/** What is left through `db` goes into `carried`, and what is there counts as left before. */
export function carrying(db: Database, carried: Carried): void {
  carriedBy.set(db, carried);
}
