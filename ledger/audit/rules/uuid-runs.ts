import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { countBelow } from './count-below.ts';
import { openTemporary, writeTemporary } from './temporary-database.ts';

/** 32-bit words of a member: the 128 bits of its id, and one more than the number of what it is an id in. */
export const WORDS = 5;

/** Bits of a filter, for the 175,000 members of a run at the most: of others one in 1,700 seems to be there. */
const FILTER_BITS = 2 ** 22;
const PROBES = 4;
/** Members that are read at once: a page of the file. */
const BLOCK = 200;

type Run = {
  /** Of which bits each member has set some (Bloom). */
  readonly filter: Uint32Array;
  /** The hash of the first member of each block. */
  readonly firsts: Uint32Array;
};

/** Members that are not at hand: runs in the order of their hashes, in a temporary file, and what tells next to all others from them. */
export class UuidRuns {
  readonly #runs: Run[] = [];
  readonly #file: DatabaseSync;
  readonly #put: StatementSync;
  readonly #one: StatementSync;

  /** @throws CannotRead where there can be no temporary file */
  constructor() {
    const schema =
      'create table runs (run integer, block integer, members blob not null, primary key (run, block)) without rowid';
    this.#file = writeTemporary(() => openTemporary(schema, 1_000));
    this.#put = this.#file.prepare('insert into runs (run, block, members) values (?, ?, ?)');
    this.#one = this.#file.prepare('select members from runs where run = ? and block = ?');
  }

  /** @param hash of the member, as `hashOf` has it */
  has(member: Uint32Array, hash: number): boolean {
    const other = otherHashOf(member, 0);
    return this.#runs.some(
      (run, number) => mayHold(run.filter, hash, other) && this.#holds(number, run, member, hash),
    );
  }

  /**
   * @param places members, and free places whose last word is 0
   * @param count of the members
   * @throws CannotRead where the temporary file has no room
   */
  add(places: Uint32Array, count: number): void {
    const filter = new Uint32Array(FILTER_BITS / 32);
    // Numbers are put in order as they are: the hash, and where the member stands.
    const order = new Float64Array(count);
    let next = 0;
    for (let at = 0; at < places.length; at += WORDS) {
      if (places[at + WORDS - 1] === 0) continue;
      const hash = hashOf(places, at);
      mark(filter, hash, otherHashOf(places, at));
      order[next] = hash * PLACES + at / WORDS;
      next += 1;
    }
    order.sort();
    const run = this.#runs.length;
    const firsts = new Uint32Array(Math.ceil(count / BLOCK));
    writeTemporary(() => {
      this.#file.exec('begin');
      for (let block = 0; block < firsts.length; block++) {
        const members = order.subarray(block * BLOCK, (block + 1) * BLOCK);
        firsts[block] = Math.floor((members[0] ?? 0) / PLACES);
        this.#put.run(run, block, bytesOf(places, members));
      }
      this.#file.exec('commit');
    });
    this.#runs.push({ filter, firsts });
  }

  #holds(run: number, { firsts }: Run, member: Uint32Array, hash: number): boolean {
    // Those of one hash may lie in several blocks, which begin in the last one whose first is smaller.
    for (
      let block = Math.max(0, countBelow(firsts, firsts.length, hash) - 1);
      block < firsts.length;
      block++
    ) {
      if ((firsts[block] ?? 0) > hash) return false;
      const members = this.#blockOf(run, block);
      for (let at = 0; at < members.length; at += WORDS) if (isSame(members, at, member, 0)) return true;
    }
    return false;
  }

  #blockOf(run: number, block: number): Uint32Array {
    const { members } = this.#one.get(run, block) ?? {};
    // This class alone writes there.
    return new Uint32Array(Uint8Array.from(members as Uint8Array).buffer);
  }
}

/** More than a set has places at hand: a hash of 31 bits and a place are a whole number that a double holds. */
const PLACES = 2 ** 22;

function bytesOf(places: Uint32Array, members: Float64Array): Uint8Array {
  const words = new Uint32Array(members.length * WORDS);
  for (const [n, member] of members.entries()) {
    const at = (member % PLACES) * WORDS;
    for (let word = 0; word < WORDS; word++) words[n * WORDS + word] = places[at + word] ?? 0;
  }
  return new Uint8Array(words.buffer);
}

export function isSame(a: Uint32Array, atA: number, b: Uint32Array, atB: number): boolean {
  for (let word = 0; word < WORDS; word++) if (a[atA + word] !== b[atB + word]) return false;
  return true;
}

function mayHold(filter: Uint32Array, hash: number, other: number): boolean {
  for (let probe = 0; probe < PROBES; probe++) {
    const bit = bitOf(hash, other, probe);
    if (((filter[bit >>> 5] ?? 0) & (1 << (bit & 31))) === 0) return false;
  }
  return true;
}

function mark(filter: Uint32Array, hash: number, other: number): void {
  for (let probe = 0; probe < PROBES; probe++) {
    const bit = bitOf(hash, other, probe);
    filter[bit >>> 5] = (filter[bit >>> 5] ?? 0) | (1 << (bit & 31));
  }
}

/** Two hashes give as many bits as are wanted (Kirsch and Mitzenmacher). */
const bitOf = (hash: number, other: number, probe: number) =>
  (hash + Math.imul(probe, other | 1)) & (FILTER_BITS - 1);

/** Of other programs, and of the next one, other numbers: nobody who writes a ledger knows which members have one hash. */
const [FACTORS, OTHER_FACTORS] = [0, 1].map(() => crypto.getRandomValues(new Uint32Array(2 * WORDS))) as [
  Uint32Array,
  Uint32Array,
];
/** 2³¹ − 1, a prime. */
const MERSENNE = 0x7fff_ffff;

/** Of 31 bits (Carter and Wegman): any two members have the same one as seldom as by chance. @param at where the member begins */
export const hashOf = (words: Uint32Array, at: number) => multilinear(words, at, FACTORS);
const otherHashOf = (words: Uint32Array, at: number) => multilinear(words, at, OTHER_FACTORS);

/** The sum of products of 16 and 32 bits is one that a double holds. */
function multilinear(words: Uint32Array, at: number, factors: Uint32Array): number {
  let sum = 0;
  for (let word = 0; word < WORDS; word++) {
    const value = words[at + word] ?? 0;
    sum += (value & 0xffff) * (factors[2 * word] ?? 0) + (value >>> 16) * (factors[2 * word + 1] ?? 0);
  }
  return sum % MERSENNE;
}
