import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { deserialize, serialize } from 'node:v8';
import { openTemporary, writeTemporary } from './temporary-database.ts';

export type ShelfOptions<Value> = {
  /** What `v8.serialize` can write, and back; as it is unless given. */
  readonly pack?: (value: Value) => unknown;
  readonly unpack?: (packed: never) => Value;
  /** At the most twice as many are at hand as they are. */
  readonly atHand?: number | undefined;
};

type Entry<Value> = { value: Value; isWritten: boolean };

/**
 * Values by key, any number of them in the memory of some: those that were asked for last are at hand as they are, the others are
 * bytes in a temporary file, SQLite's own, which no other process sees and which is gone with this one.
 */
export class Shelf<Key extends string | number, Value> {
  readonly #pack: (value: Value) => unknown;
  readonly #unpack: (packed: never) => Value;
  readonly #atHand: number;
  #young = new Map<Key, Entry<Value>>();
  /** Those that were asked for before the young ones; the next to be written. */
  #old = new Map<Key, Entry<Value>>();
  #file: File | undefined;

  constructor({
    pack = (value) => value,
    unpack = (packed) => packed,
    atHand = 4_096,
  }: ShelfOptions<Value> = {}) {
    this.#pack = pack;
    this.#unpack = unpack;
    this.#atHand = atHand;
  }

  /** What is changed in it by its holder counts once `keep` or `set` was called. */
  get(key: Key): Value | undefined {
    return this.#entry(key)?.value;
  }

  set(key: Key, value: Value): void {
    const known = this.#young.get(key);
    if (known) {
      known.value = value;
      known.isWritten = false;
      return;
    }
    this.#old.delete(key);
    this.#young.set(key, { value, isWritten: false });
  }

  delete(key: Key): void {
    this.#young.delete(key);
    this.#old.delete(key);
    this.#file?.remove.run(key);
  }

  /** Of all, without bringing any of them to hand. Nothing may be written meanwhile. */
  *values(): Generator<Value> {
    for (const [, { value }] of this.#young) yield value;
    for (const [, { value }] of this.#old) yield value;
    for (const { key, value } of this.#file?.all.iterate() ?? []) {
      const isNewer = this.#young.has(key as Key) || this.#old.has(key as Key);
      if (!isNewer) yield this.#read(value);
    }
  }

  /** Writes what was not asked for lately. Whoever holds a value has it from no call before this one. */
  trim(): void {
    if (this.#young.size < this.#atHand) return;
    const unwritten = this.#old.entries().filter(([, { isWritten }]) => !isWritten);
    this.#write(unwritten.map(([key, { value }]) => [key, serialize(this.#pack(value))]));
    this.#old = this.#young;
    this.#young = new Map();
  }

  #entry(key: Key): Entry<Value> | undefined {
    const young = this.#young.get(key);
    if (young) return young;
    const entry = this.#old.get(key) ?? this.#written(key);
    if (!entry) return undefined;
    this.#old.delete(key);
    this.#young.set(key, entry);
    return entry;
  }

  #written(key: Key): Entry<Value> | undefined {
    const row = this.#file?.one.get(key);
    return row && { value: this.#read(row.value), isWritten: true };
  }

  #read(bytes: unknown): Value {
    // Nobody else writes there.
    return this.#unpack(deserialize(bytes as Uint8Array) as never);
  }

  /** @throws CannotRead where the temporary file has no room */
  #write(rows: Iterable<readonly [Key, Uint8Array]>): void {
    writeTemporary(() => {
      for (const [key, bytes] of rows) {
        this.#file ??= openFile(typeof key === 'number' ? 'integer' : 'text');
        if (!this.#file.database.isTransaction) this.#file.database.exec('begin');
        this.#file.put.run(key, bytes);
      }
      if (this.#file?.database.isTransaction) this.#file.database.exec('commit');
    });
  }
}

type File = {
  readonly database: DatabaseSync;
  readonly put: StatementSync;
  readonly one: StatementSync;
  readonly all: StatementSync;
  readonly remove: StatementSync;
};

function openFile(key: 'integer' | 'text'): File {
  const schema = `create table shelf (key ${key} primary key, value blob not null)`;
  const database = openTemporary(schema, 4_000);
  return {
    database,
    put: database.prepare('insert or replace into shelf (key, value) values (?, ?)'),
    one: database.prepare('select value from shelf where key = ?'),
    all: database.prepare('select key, value from shelf'),
    remove: database.prepare('delete from shelf where key = ?'),
  };
}
