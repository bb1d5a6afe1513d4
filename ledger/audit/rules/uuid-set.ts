import { putHex } from './hex-words.ts';
import { hashOf, isSame, UuidRuns, WORDS } from './uuid-runs.ts';

/** Places of those that are at hand; no more than two thirds of them are taken. */
const [FEWEST_PLACES, MOST_PLACES] = [2 ** 10, 2 ** 18];

/**
 * A set of pairs of 128 bits, as a UUID, and a number, any number of them in little memory: 20 bytes each and half as much
 * again of room for the newest, at the most 175,000 of them; those before lie in a temporary file, of each of which some three bytes
 * stay.
 */
export class UuidSet {
  readonly #most: number;
  #words = new Uint32Array(FEWEST_PLACES * WORDS);
  /** At hand. */
  #young = 0;
  #size = 0;
  #runs: UuidRuns | undefined;
  readonly #member = new Uint32Array(WORDS);

  /** @param most places of those that are at hand, a power of two */
  constructor(most = MOST_PLACES) {
    this.#most = most;
  }

  get size(): number {
    return this.#size;
  }

  /** False when it was there. @param within from 0 @throws CannotRead where the temporary file has no room */
  add(uuid: string, within: number): boolean {
    if (this.#young * 3 > (this.#words.length / WORDS) * 2) this.#makeRoom();
    const hash = this.#askFor(uuid, within);
    const at = placeOf(this.#words, this.#member, 0, hash);
    if (!isFree(this.#words, at) || this.#isOlder(hash)) return false;
    copy(this.#member, 0, this.#words, at);
    this.#young += 1;
    this.#size += 1;
    return true;
  }

  /** @param within from 0 */
  has(uuid: string, within: number): boolean {
    const hash = this.#askFor(uuid, within);
    return !isFree(this.#words, placeOf(this.#words, this.#member, 0, hash)) || this.#isOlder(hash);
  }

  /** @returns the hash of the member that is asked for from here on */
  #askFor(uuid: string, within: number): number {
    putHex(uuid, this.#member, 0, 4);
    this.#member[4] = within + 1;
    return hashOf(this.#member, 0);
  }

  #isOlder(hash: number): boolean {
    return this.#runs?.has(this.#member, hash) ?? false;
  }

  #makeRoom(): void {
    const old = this.#words;
    if (old.length / WORDS >= this.#most) {
      this.#runs ??= new UuidRuns();
      this.#runs.add(old, this.#young);
      this.#words.fill(0);
      this.#young = 0;
      return;
    }
    const words = new Uint32Array(old.length * 2);
    for (let at = 0; at < old.length; at += WORDS)
      if (!isFree(old, at)) copy(old, at, words, placeOf(words, old, at, hashOf(old, at)));
    this.#words = words;
  }
}

/** The last word of a free place is 0. */
const isFree = (words: Uint32Array, at: number) => words[at + WORDS - 1] === 0;

function copy(from: Uint32Array, at: number, to: Uint32Array, place: number): void {
  for (let word = 0; word < WORDS; word++) to[place + word] = from[at + word] ?? 0;
}

/** Where the member stands, or would. Open addressing. @param from where it stands in `member` */
function placeOf(words: Uint32Array, member: Uint32Array, from: number, hash: number): number {
  const last = words.length / WORDS - 1;
  for (let place = hash & last; ; place = (place + 1) & last) {
    const at = place * WORDS;
    if (isFree(words, at) || isSame(words, at, member, from)) return at;
  }
}
