/** 32-bit words of a stream: the slab that its name stands in, where, how long it is, and its hash. */
const [SLAB, OFFSET, LENGTH, HASH, WORDS] = [0, 1, 2, 3, 4];
const SLAB_BYTES = 2 ** 20;

/** How many names are at hand as texts: those that came last, one of each remainder. */
const AT_HAND = 2 ** 13;

/**
 * Streams in the order in which they first came, from 0: what is kept of each stands in plain arrays at its number. Names
 * are kept as bytes, of each some 28 more than it has letters, so that a ledger may have as many as the memory holds.
 */
export class StreamNumbers {
  #size = 0;
  #kept = new Uint32Array(1024 * WORDS);
  /** By the hash of the name, its number and one more, at the first free place from there on. */
  #table = new Uint32Array(2048);
  readonly #slabs: Uint8Array[] = [];
  /** Of the last slab. */
  #used = SLAB_BYTES;
  /** The program gives no stream a name with letters outside ASCII. */
  readonly #others = new Map<string, number>();
  readonly #otherNames = new Map<number, string>();
  readonly #names: string[] = new Array(AT_HAND).fill('');
  readonly #namesOf = new Int32Array(AT_HAND).fill(-1);

  get size(): number {
    return this.#size;
  }

  of(stream: string): number {
    const hash = plainHash(stream);
    if (hash === undefined) return this.#others.get(stream) ?? this.#addOther(stream);
    const place = this.#placeOf(stream, hash);
    const known = this.#table[place] ?? 0;
    return known > 0 ? known - 1 : this.#add(stream, hash, place);
  }

  /** Undefined for one that has not come. */
  find(stream: string): number | undefined {
    const hash = plainHash(stream);
    if (hash === undefined) return this.#others.get(stream);
    const known = this.#table[this.#placeOf(stream, hash)] ?? 0;
    return known > 0 ? known - 1 : undefined;
  }

  /** The same text for all who keep it for a while. */
  nameOf(number: number): string {
    const place = number & (AT_HAND - 1);
    if (this.#namesOf[place] === number) return this.#names[place] ?? '';
    if (number < 0 || number >= this.#size) return '';
    const name = this.#otherNames.get(number) ?? ASCII.decode(this.#bytesOf(number));
    this.#names[place] = name;
    this.#namesOf[place] = number;
    return name;
  }

  #placeOf(stream: string, hash: number): number {
    const table = this.#table;
    const last = table.length - 1;
    for (let place = hash & last; ; place = (place + 1) & last) {
      const known = table[place] ?? 0;
      if (known === 0 || this.#isNamed(known - 1, stream, hash)) return place;
    }
  }

  #isNamed(number: number, stream: string, hash: number): boolean {
    const at = number * WORDS;
    if (this.#kept[at + HASH] !== hash || this.#kept[at + LENGTH] !== stream.length) return false;
    const hand = number & (AT_HAND - 1);
    if (this.#namesOf[hand] === number) return this.#names[hand] === stream;
    const bytes = this.#slabs[this.#kept[at + SLAB] ?? 0];
    const from = this.#kept[at + OFFSET] ?? 0;
    for (let n = 0; n < stream.length; n++) if (bytes?.[from + n] !== stream.charCodeAt(n)) return false;
    return true;
  }

  #bytesOf(number: number): Uint8Array {
    const at = number * WORDS;
    const [slab = 0, from = 0, length = 0] = this.#kept.subarray(at, at + HASH);
    return this.#slabs[slab]?.subarray(from, from + length) ?? new Uint8Array();
  }

  #add(stream: string, hash: number, place: number): number {
    const number = this.#size;
    if (this.#used + stream.length > SLAB_BYTES) {
      this.#slabs.push(new Uint8Array(Math.max(SLAB_BYTES, stream.length)));
      this.#used = 0;
    }
    const slab = this.#slabs.length - 1;
    const bytes = this.#slabs[slab];
    for (let n = 0; bytes && n < stream.length; n++) bytes[this.#used + n] = stream.charCodeAt(n);
    this.#kept = withRoom(this.#kept, number, WORDS);
    this.#kept.set([slab, this.#used, stream.length, hash], number * WORDS);
    this.#used += stream.length;
    this.#size += 1;
    this.#table[place] = number + 1;
    if (this.#size * 2 > this.#table.length) this.#spread();
    return number;
  }

  #addOther(stream: string): number {
    const number = this.#size;
    const name = ownText(stream);
    this.#others.set(name, number);
    this.#otherNames.set(number, name);
    this.#kept = withRoom(this.#kept, number, WORDS);
    this.#size += 1;
    return number;
  }

  /** Twice as many places. */
  #spread(): void {
    const table = new Uint32Array(this.#table.length * 2);
    const last = table.length - 1;
    for (const known of this.#table) {
      if (known === 0) continue;
      let place = (this.#kept[(known - 1) * WORDS + HASH] ?? 0) & last;
      while (table[place] !== 0) place = (place + 1) & last;
      table[place] = known;
    }
    this.#table = table;
  }
}

const ASCII = new TextDecoder();

/** Nobody who writes a ledger knows which names have one hash. */
const SEED = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;

/** Of 32 bits, after FNV-1a; undefined where a letter is outside ASCII. */
function plainHash(text: string): number | undefined {
  let [mixed, all] = [SEED, 0];
  for (let n = 0; n < text.length; n++) {
    const code = text.charCodeAt(n);
    all |= code;
    mixed = Math.imul(mixed ^ code, 0x01000193);
  }
  if (all > 127) return undefined;
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  return (mixed ^ (mixed >>> 13)) >>> 0;
}

/** The same text by itself: a part of a longer text keeps the whole of it in memory. */
export function ownText(text: string): string {
  return JSON.parse(JSON.stringify(text));
}

/** The same numbers with room for one more place of `width` at least; twice as much when it was full. */
export function withRoom<Numbers extends Uint8Array<ArrayBuffer> | Uint32Array<ArrayBuffer>>(
  numbers: Numbers,
  place: number,
  width: number,
): Numbers {
  if ((place + 1) * width <= numbers.length) return numbers;
  // An array of numbers makes more of its own kind.
  const OfTheKind = numbers.constructor as new (length: number) => Numbers;
  const more = new OfTheKind(Math.max(numbers.length * 2, (place + 1) * width));
  more.set(numbers);
  return more;
}
