import { putHex } from './hex-words.ts';

/** 32-bit words of a member: the 128 bits of its id, and what it is an id in. */
const WORDS = 5;

/** A set of pairs of 128 bits, as a UUID, and a number: 20 bytes each and half as much again of room, for millions of them. */
export class UuidSet {
  #words = new Uint32Array(1024 * WORDS);
  #size = 0;
  readonly #member = new Uint32Array(WORDS);

  get size(): number {
    return this.#size;
  }

  /** False when it was there. @param within from 0 */
  add(uuid: string, within: number): boolean {
    putHex(uuid, this.#member, 0, 4);
    return this.addWords(this.#member, within);
  }

  /** @param within from 0 */
  has(uuid: string, within: number): boolean {
    putHex(uuid, this.#member, 0, 4);
    this.#member[4] = within + 1;
    const place = placeOf(this.#words, this.#member, 0);
    return this.#words[place + WORDS - 1] !== 0;
  }

  /** As `add`. @param words of which the first four are the id */
  addWords(words: Uint32Array, within: number): boolean {
    if (this.#size * 3 > (this.#words.length / WORDS) * 2) this.#grow();
    const member = this.#member;
    for (let word = 0; word < 4; word++) member[word] = words[word] ?? 0;
    member[4] = within + 1;
    const isNew = put(this.#words, member, 0);
    if (isNew) this.#size += 1;
    return isNew;
  }

  #grow(): void {
    const words = new Uint32Array(this.#words.length * 2);
    for (let at = 0; at < this.#words.length; at += WORDS)
      if (this.#words[at + WORDS - 1] !== 0) put(words, this.#words, at);
    this.#words = words;
  }
}

/** False when it was there. @param from where the member stands in `member` */
function put(words: Uint32Array, member: Uint32Array, from: number): boolean {
  const at = placeOf(words, member, from);
  if (words[at + WORDS - 1] !== 0) return false;
  for (let word = 0; word < WORDS; word++) words[at + word] = member[from + word] ?? 0;
  return true;
}

/** Where the member stands, or would. Open addressing; the last word of a free place is 0. */
function placeOf(words: Uint32Array, member: Uint32Array, from: number): number {
  const places = words.length / WORDS;
  // Ids of version 5 are hashes; what somebody chose by hand is spread by the multiplication.
  let mixed = 0;
  for (let word = 0; word < WORDS; word++) mixed = (Math.imul(mixed, 31) + (member[from + word] ?? 0)) >>> 0;
  let place = (Math.imul(mixed, 0x9e3779b1) >>> 0) % places;
  for (;;) {
    const at = place * WORDS;
    if (words[at + WORDS - 1] === 0) return at;
    let isSame = true;
    for (let word = 0; isSame && word < WORDS; word++) isSame = words[at + word] === member[from + word];
    if (isSame) return at;
    place = (place + 1) % places;
  }
}
