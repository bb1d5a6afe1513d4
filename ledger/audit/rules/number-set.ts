import { withRoom } from '../../proof/audit/stream-numbers.ts';

/** A set of small whole numbers, as those of streams: a bit for each up to the greatest. */
export class NumberSet {
  #bits = new Uint8Array(128);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** False when it was there. */
  add(number: number): boolean {
    if (this.has(number)) return false;
    const byte = number >>> 3;
    this.#bits = withRoom(this.#bits, byte, 1);
    this.#bits[byte] = (this.#bits[byte] ?? 0) | (1 << (number & 7));
    this.#size += 1;
    return true;
  }

  has(number: number): boolean {
    return ((this.#bits[number >>> 3] ?? 0) & (1 << (number & 7))) !== 0;
  }
}
