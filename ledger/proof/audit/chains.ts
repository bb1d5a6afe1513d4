import { hashText, isHashText } from './event-texts.ts';
import { type AuditFault, type Place, Unsound } from './fault.ts';
import type { Bytes } from './growing-tree.ts';
import { StreamNumbers, withRoom } from './stream-numbers.ts';

const HASH_BYTES = 32;

/**
 * Revisions without a gap, and each event naming the hash of the one before it in its stream. Of a stream it keeps the
 * name and 40 bytes.
 */
export class Chains {
  /** Of those that have an event, in the order of their first. */
  readonly streams = new StreamNumbers();
  /** By the stream's number: how many events it has, the number of its last one among all, and that one's hash. */
  #counts = new Uint32Array(1024);
  #lasts = new Uint32Array(1024);
  #hashes = new Uint8Array(1024 * HASH_BYTES);

  /**
   * @param named the hash of the one before it, as it says itself, whatever that is
   * @param hash of the event
   * @param unprovenFrom the number of the first event that no seal holds
   * @returns the number of its stream
   * @throws Unsound
   */
  add(place: Place, named: unknown, hash: Bytes, unprovenFrom: number): number {
    const { stream, revision } = place;
    const known = this.streams.find(stream);
    const next = known === undefined ? 0 : (this.#counts[known] ?? 0);
    if (revision !== next) {
      fail('revisions', place, this.#from(known, place, unprovenFrom), {
        expected: `revision ${next} of ${stream}`,
        found: `revision ${revision}`,
        follows:
          revision > next
            ? 'Events of this stream are missing: what they granted, claimed or took back is not counted.'
            : 'An event stands in this stream twice, or out of its order.',
      });
    }
    const isNext =
      known === undefined
        ? named === null
        : typeof named === 'string' && isHashText(named, this.#hashes, known * HASH_BYTES);
    if (!isNext) this.#failChain(place, named, known, unprovenFrom);
    const number = known ?? this.#begin(stream);
    this.#counts[number] = revision + 1;
    this.#lasts[number] = place.number;
    const at = number * HASH_BYTES;
    for (let n = 0; n < HASH_BYTES; n++) this.#hashes[at + n] = hash.bytes[hash.at + n] ?? 0;
    return number;
  }

  #begin(stream: string): number {
    const number = this.streams.of(stream);
    this.#counts = withRoom(this.#counts, number, 1);
    this.#lasts = withRoom(this.#lasts, number, 1);
    this.#hashes = withRoom(this.#hashes, number, HASH_BYTES);
    return number;
  }

  #from(known: number | undefined, place: Place, unprovenFrom: number): number {
    const last = known === undefined ? 0 : (this.#lasts[known] ?? 0);
    return Math.min(place.number, Math.max(last, unprovenFrom));
  }

  #failChain(place: Place, named: unknown, known: number | undefined, unprovenFrom: number): never {
    fail('chain', place, this.#from(known, place, unprovenFrom), {
      expected:
        known === undefined
          ? 'the first event of its stream, which names none before it'
          : hashText(this.#hashes, known * HASH_BYTES),
      found: named === null ? 'none: as if it were the first of its stream' : inWords(named),
      follows:
        known === undefined
          ? 'What stood before it in its stream is missing, or this event is not what was written.'
          : `Event ${this.#lasts[known]}, the one before it in ${place.stream}, or this one is not what was written.`,
    });
  }
}

/** An object says of itself how it is written, and one that comes from a file may say so of nothing. */
const inWords = (named: unknown): string =>
  typeof named === 'object' ? 'an object or a list, and no hash' : String(named);

function fail(
  rule: string,
  at: Place,
  from: number,
  words: Pick<AuditFault, 'expected' | 'found' | 'follows'>,
): never {
  throw new Unsound({ rule, at, among: { from, to: at.number }, ...words });
}
