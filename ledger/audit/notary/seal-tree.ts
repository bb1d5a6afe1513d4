import type { SealEvent } from '../../../contracts/events/seals.ts';
import { comparePositions, formatPosition, type LedgerPosition } from '../../../contracts/ledger-position.ts';
import { LedgerCorrupt } from '../../domain-error.ts';
import { type StoredEvent, storedHash } from '../../envelope.ts';
import type { LedgerMark } from '../../following/same-ledger.ts';
import { bytesToHex } from '../../proof/bytes.ts';
import {
  appendEntries,
  appendEntry,
  type CompactRange,
  emptyRange,
  rangeRoot,
} from '../../proof/compact-range.ts';
import { EVENT_HASH } from '../../proof/event-hash.ts';
import { SEALS_STREAM, type SealsState, sealFault, seals } from './seals.ts';

const ENTRY_BYTES = 32;
/** Entries after which the range is kept while it grows: a seal is compared by no more hashes than these need. */
const MARK_EVERY = 1_000;

/** The ledger is not what was sealed: nothing may be signed on it. */
export class InconsistentLedger extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'InconsistentLedger';
  }
}

/** Where a tree goes on from: what a seal holds, and the stream of seals up to it. */
export type TreeStart = {
  readonly range: CompactRange;
  /** Of the last event under the range; undefined where there is none. */
  readonly position: LedgerPosition | undefined;
  readonly seals: SealsState;
  /** Of the last event of the stream that `seals` holds; -1n before the first. */
  readonly sealsRevision: bigint;
};

export const FROM_NOTHING: TreeStart = {
  range: emptyRange,
  position: undefined,
  seals: seals.initialState,
  sealsRevision: -1n,
};

/**
 * The tree over the ledger's events, made from the events themselves in their order. Each seal that is met on the way
 * is compared with the root that the events before it have. Of what is sealed only the compact range is kept, of what is
 * not the entries.
 */
export class SealTree {
  #sealed: CompactRange;
  #seals: SealsState;
  #sealsRevision: bigint;
  #head: CompactRange;
  /** Ranges between the last seal and the head, in their order. */
  #marks: CompactRange[] = [];
  #entries = new Uint8Array(MARK_EVERY * ENTRY_BYTES);
  #lastEntry: LedgerPosition | undefined;
  #position: LedgerPosition | undefined;
  #eventId: string | undefined;

  constructor({ range, position, seals: state, sealsRevision }: TreeStart = FROM_NOTHING) {
    this.#sealed = range;
    this.#head = range;
    this.#seals = state;
    this.#sealsRevision = sealsRevision;
    this.#lastEntry = position;
    this.#position = position;
  }

  /** Of the last event that was told, a seal included. */
  get position(): LedgerPosition | undefined {
    return this.#position;
  }

  /** The same event, by which the ledger is known again. */
  get mark(): LedgerMark | undefined {
    return this.#position && { position: this.#position, eventId: this.#eventId, first: undefined };
  }

  get size(): number {
    return this.#head.size;
  }

  /** Up to the last seal. */
  get sealed(): CompactRange {
    return this.#sealed;
  }

  get seals(): SealsState {
    return this.#seals;
  }

  /**
   * Takes the next event. One that was told before is passed over: counted once more, what was signed would be the root
   * of another ledger.
   * @throws InconsistentLedger when a seal is not that of the events before it, or cannot follow the one before; when an
   *   event is told behind one that stands after it
   */
  add(event: StoredEvent): void {
    const order = this.#position ? comparePositions(event.position, this.#position) : 1;
    if (order === 0) return;
    if (order < 0) {
      throw new InconsistentLedger(
        `the event at ${formatPosition(event.position)} was told behind one that stands after it`,
      );
    }
    if (event.stream === SEALS_STREAM) this.#meetSeal(event);
    else this.#push(event);
    this.#position = event.position;
    this.#eventId = event.id;
  }

  /** What there is to seal: all that was told. */
  head(): {
    readonly range: CompactRange;
    readonly root: string;
    readonly position: LedgerPosition | undefined;
  } {
    return { range: this.#head, root: bytesToHex(rangeRoot(this.#head)), position: this.#lastEntry };
  }

  /** The entries after the last seal, 32 bytes each. */
  unsealed(): Uint8Array {
    return this.#entries.slice(0, this.#waiting * ENTRY_BYTES);
  }

  #push(event: StoredEvent): void {
    const hash = storedHash(event);
    if (!hash.startsWith(`${EVENT_HASH}:`)) throw new LedgerCorrupt(`${event.id} has a hash of another kind`);
    const entry = Uint8Array.from(Buffer.from(hash.slice(EVENT_HASH.length + 1), 'hex'));
    const at = this.#waiting * ENTRY_BYTES;
    if (at + ENTRY_BYTES > this.#entries.length) {
      const larger = new Uint8Array((at + ENTRY_BYTES) * 2);
      larger.set(this.#entries);
      this.#entries = larger;
    }
    this.#entries.set(entry, at);
    this.#head = appendEntry(this.#head, entry);
    if (this.size % MARK_EVERY === 0) this.#marks.push(this.#head);
    this.#lastEntry = event.position;
  }

  #meetSeal(stored: StoredEvent): void {
    if (stored.revision <= this.#sealsRevision) return;
    const place = `the event ${stored.revision} of ${SEALS_STREAM} at ${formatPosition(stored.position)}`;
    if (stored.revision !== this.#sealsRevision + 1n)
      throw new InconsistentLedger(`before ${place} one is missing`);
    // A removal of an admin may take a revision of any stream.
    if (stored.type !== 'RevisionTaken') this.#judge(stored, place);
    this.#sealsRevision = stored.revision;
  }

  #judge(stored: StoredEvent, place: string): void {
    // The stream holds these alone: reading checked each against the schema of its type.
    const event = stored as StoredEvent as StoredEvent & SealEvent;
    if (event.type !== 'NotaryKeySet' && event.type !== 'LedgerSealed') {
      throw new InconsistentLedger(`${place} is none of the notary`);
    }
    const fault = sealFault(this.#seals, event);
    if (fault !== undefined) throw new InconsistentLedger(`${place} cannot stand there: ${fault}`);
    if (event.type === 'LedgerSealed') this.#advance(event.data.size, event.data.root);
    this.#seals = seals.evolve(this.#seals, event);
  }

  #advance(size: number, root: string): void {
    if (size > this.size) {
      throw new InconsistentLedger(`${size} events were sealed, and ${this.size} stand before that seal`);
    }
    const range = this.#rangeAt(size);
    const found = bytesToHex(rangeRoot(range));
    if (found !== root) {
      throw new InconsistentLedger(
        `the first ${size} events were sealed under the root ${root}, and now have the root ${found}: an event from number ${this.#sealed.size} on was changed, or the seal`,
      );
    }
    this.#entries = this.#entries.slice((size - this.#sealed.size) * ENTRY_BYTES);
    this.#marks = this.#marks.filter((mark) => mark.size > size);
    this.#sealed = range;
  }

  get #waiting(): number {
    return this.#head.size - this.#sealed.size;
  }

  #rangeAt(size: number): CompactRange {
    const before = this.#marks.findLast((mark) => mark.size <= size) ?? this.#sealed;
    return appendEntries(before, this.#between(before.size, size));
  }

  *#between(from: number, to: number): Generator<Uint8Array> {
    for (let n = from - this.#sealed.size; n < to - this.#sealed.size; n++) {
      yield this.#entries.subarray(n * ENTRY_BYTES, (n + 1) * ENTRY_BYTES);
    }
  }
}
