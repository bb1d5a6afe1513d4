import type { CacheUse } from '../cache-use.ts';
import { MEMBER_BYTES } from '../rough-bytes.ts';

/** A map that forgets what was used longest ago when it holds more than `limit` entries. */
export class RecentMap<Key, Value> {
  readonly #limit: number;
  readonly #entryBytes: number;
  readonly #entries = new Map<Key, Value>();

  /** @param entryBytes of heap that an entry takes, about */
  constructor(limit: number, entryBytes = MEMBER_BYTES) {
    this.#limit = limit;
    this.#entryBytes = entryBytes;
  }

  use(): CacheUse {
    const bytes = (entries: number) => entries * this.#entryBytes;
    const { size } = this.#entries;
    return { entries: size, bytes: bytes(size), mostBytes: bytes(this.#limit) };
  }

  get(key: Key): Value | undefined {
    const value = this.#entries.get(key);
    if (value !== undefined) this.set(key, value);
    return value;
  }

  set(key: Key, value: Value): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size <= this.#limit) return;
    const oldest = this.#entries.keys().next();
    if (!oldest.done) this.#entries.delete(oldest.value);
  }
}
