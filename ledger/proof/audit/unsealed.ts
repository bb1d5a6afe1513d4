import { formatPosition, type LedgerPosition } from '../../../contracts/ledger-position.ts';
import type { Bytes } from './growing-tree.ts';

const HASH_BYTES = 32;

/**
 * The entries behind the newest seal, oldest first: they wait here for the seal that says of which size it is. 56 bytes
 * each; what is sealed makes room.
 */
export class Unsealed {
  #bytes = new Uint8Array(1024 * HASH_BYTES);
  #numbers = new Float64Array(1024);
  /** Commit and prepare. */
  #positions = new BigUint64Array(2 * 1024);
  #from = 0;
  #until = 0;

  get length(): number {
    return this.#until - this.#from;
  }

  /** The number of the oldest among all events; undefined when none waits. */
  get oldest(): number | undefined {
    return this.length > 0 ? this.#numbers[this.#from] : undefined;
  }

  /** @param leaf the hash of the entry's leaf */
  push({ bytes, at }: Bytes, number: number, { commit, prepare }: LedgerPosition): void {
    if (this.#until === this.#numbers.length) this.#makeRoom();
    for (let n = 0; n < HASH_BYTES; n++) this.#bytes[this.#until * HASH_BYTES + n] = bytes[at + n] ?? 0;
    this.#numbers[this.#until] = number;
    this.#positions[this.#until * 2] = commit;
    this.#positions[this.#until * 2 + 1] = prepare;
    this.#until += 1;
  }

  /** The oldest, good until the next is pushed; undefined when none waits. */
  shift(): Waiting | undefined {
    if (this.length === 0) return undefined;
    const at = this.#from;
    this.#from += 1;
    const [bytes, positions] = [this.#bytes, this.#positions];
    return {
      leaf: { bytes, at: at * HASH_BYTES },
      number: this.#numbers[at] ?? 0,
      position: () =>
        formatPosition({ commit: positions[at * 2] ?? 0n, prepare: positions[at * 2 + 1] ?? 0n }),
    };
  }

  #makeRoom(): void {
    const { length } = this;
    const room = length * 2 > this.#numbers.length ? this.#numbers.length * 2 : this.#numbers.length;
    const [from, until] = [this.#from, this.#until];
    const bytes = new Uint8Array(room * HASH_BYTES);
    bytes.set(this.#bytes.subarray(from * HASH_BYTES, until * HASH_BYTES));
    const numbers = new Float64Array(room);
    numbers.set(this.#numbers.subarray(from, until));
    const positions = new BigUint64Array(room * 2);
    positions.set(this.#positions.subarray(from * 2, until * 2));
    this.#bytes = bytes;
    this.#numbers = numbers;
    this.#positions = positions;
    this.#from = 0;
    this.#until = length;
  }
}

/** An entry: the number of its event among all, and where that stands. */
export type Waiting = {
  readonly leaf: Bytes;
  readonly number: number;
  readonly position: () => string;
};
