import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { countBelow } from './count-below.ts';
import { openTemporary, writeTemporary } from './temporary-database.ts';

/** Of those that are written and read at once. */
const BLOCK = 1_024;
/** Blocks that are at hand: those that were told or asked for last. */
const AT_HAND = 64;

/**
 * Numbers of 64 bits that only grow, any number of them in little memory: those that were told or asked for last are at hand, the
 * others lie in a temporary file, 8 bytes each.
 */
export class AscendingPositions {
  /** The first number of each block, the one that is being filled included. */
  #firsts = new BigUint64Array(BLOCK);
  #count = 0;
  #filling = new BigUint64Array(BLOCK);
  /** Those that are full, the one that was asked for last at the end. */
  readonly #atHand = new Map<number, BigUint64Array>();
  #file:
    | { readonly database: DatabaseSync; readonly put: StatementSync; readonly one: StatementSync }
    | undefined;

  /** @param position greater than all before it @throws CannotRead where the temporary file has no room */
  add(position: bigint): void {
    const [block, place] = [Math.floor(this.#count / BLOCK), this.#count % BLOCK];
    if (place === 0) {
      if (block > 0) this.#keep(block - 1, this.#filling);
      this.#filling = new BigUint64Array(BLOCK);
      this.#begin(block, position);
    }
    this.#filling[place] = position;
    this.#count += 1;
  }

  has(position: bigint): boolean {
    const blocks = Math.ceil(this.#count / BLOCK);
    const block = countBelow(this.#firsts, blocks, position + 1n) - 1;
    if (block < 0) return false;
    const isLast = block === blocks - 1;
    const numbers = isLast ? this.#filling : this.#blockOf(block);
    const length = isLast ? this.#count - block * BLOCK : BLOCK;
    const place = countBelow(numbers, length, position);
    return place < length && numbers[place] === position;
  }

  #begin(block: number, position: bigint): void {
    if (block === this.#firsts.length) {
      const more = new BigUint64Array(block * 2);
      more.set(this.#firsts);
      this.#firsts = more;
    }
    this.#firsts[block] = position;
  }

  #blockOf(block: number): BigUint64Array {
    const known = this.#atHand.get(block);
    // This class alone writes there.
    const numbers =
      known ?? new BigUint64Array(Uint8Array.from(this.#file?.one.get(block)?.numbers as Uint8Array).buffer);
    this.#atHand.delete(block);
    this.#atHand.set(block, numbers);
    this.#trim();
    return numbers;
  }

  #keep(block: number, numbers: BigUint64Array): void {
    writeTemporary(() => {
      this.#file ??= openFile();
      this.#file.put.run(block, new Uint8Array(numbers.buffer));
    });
    this.#atHand.set(block, numbers);
    this.#trim();
  }

  #trim(): void {
    if (this.#atHand.size <= AT_HAND) return;
    for (const oldest of this.#atHand.keys()) return void this.#atHand.delete(oldest);
  }
}

function openFile() {
  const schema = 'create table blocks (block integer primary key, numbers blob not null)';
  const database = openTemporary(schema, 500);
  return {
    database,
    put: database.prepare('insert into blocks (block, numbers) values (?, ?)'),
    one: database.prepare('select numbers from blocks where block = ?'),
  };
}
