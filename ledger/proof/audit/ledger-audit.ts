import { comparePositions, type LedgerPosition, parsePosition } from '../../../contracts/ledger-position.ts';
import { hexToBytes } from '../bytes.ts';
import { NotCanonical } from '../canonical-json.ts';
import { checkpointText } from '../checkpoint.ts';
import type { NotaryKey } from '../notary-keys.ts';
import { formatNote } from '../signed-note.ts';
import { Chains } from './chains.ts';
import { type Digests, emptyDigests, LEAF_AT, ROW_BYTES } from './digests.ts';
import { EventForms, prevHashIn, type RecognisedEvent } from './event-forms.ts';
import { eventTexts, textOfPlain, textUnderHash } from './event-texts.ts';
import { type ExportEnd, type ExportedEvent, type ExportLine, parseExportLine } from './exported-event.ts';
import { type AuditFault, type Place, Unsound } from './fault.ts';
import { leafOf } from './growing-tree.ts';
import { type Primitives, portable } from './primitives.ts';
import { type KnownRoot, SEALS_STREAM, Seals } from './seals.ts';
import type { StreamNumbers } from './stream-numbers.ts';

export type LedgerAuditOptions = {
  /** What the browser has unless given. */
  readonly primitives?: Primitives;
  readonly knownRoots?: readonly KnownRoot[];
  /** A key of the notary that is known from elsewhere (C2SP verifier key). */
  readonly verifierKey?: string | undefined;
  /** Whether what is audited may be of a day before the first seal: then that key has signed nothing of it. */
  readonly mayBeUnsealed?: boolean;
  readonly origin?: string | undefined;
  /** Whether the ledger was imported: what its events say of positions is of the store before. */
  readonly isMoved?: boolean;
};

export type Progress = {
  readonly events: number;
  readonly streams: number;
  readonly seals: number;
  /** Events that a signed root holds. */
  readonly sealed: number;
};

/** What a sound ledger comes to. */
export type LedgerProof = Progress & {
  /** Of the tree over all events but the seals, signed or not. */
  readonly tree: { readonly size: number; readonly root: string };
  readonly keys: readonly NotaryKey[];
  /** The newest signed checkpoint, as the ledger's last seal makes it; null where there is none. */
  readonly checkpoint: string | null;
};

/**
 * Reads a ledger from its first event on, event by event, and stops at the first that breaks a rule: hashes, the chain
 * and revisions of each stream, the order of positions, the tree, each seal against it, the keys. What the events mean
 * is not looked at; `ledger/audit` does. It runs in Node and in the browser.
 */
export class LedgerAudit {
  readonly #primitives: Primitives;
  readonly #chains = new Chains();
  readonly #seals: Seals;
  /** Of the events that nobody else has hashed. */
  readonly #own = emptyDigests(1);
  readonly #forms = new EventForms();
  #number = 0;
  #last: LedgerPosition | undefined;
  #stream = 0;

  constructor(options: LedgerAuditOptions = {}) {
    const { primitives = portable, knownRoots = [], isMoved = false } = options;
    this.#primitives = primitives;
    this.#seals = new Seals({ ...options, primitives, knownRoots, hasOwnPositions: !isMoved });
  }

  get progress(): Progress {
    const { count, newest } = this.#seals;
    return {
      events: this.#number,
      streams: this.#chains.streams.size,
      seals: count,
      sealed: newest?.size ?? 0,
    };
  }

  /** Of the event that was added last. */
  get position(): LedgerPosition | undefined {
    return this.#last;
  }

  /** The numbers of all streams; for who keeps something of each, too. */
  get streams(): StreamNumbers {
    return this.#chains.streams;
  }

  /** The number of the stream of the event that was added last. */
  get stream(): number {
    return this.#stream;
  }

  /** And its name: one text for all its events. */
  get name(): string {
    return this.#chains.streams.nameOf(this.#stream);
  }

  /** The number of the first event that no seal holds: all before it is what was sealed. */
  get unprovenFrom(): number {
    return this.#seals.unprovenFrom;
  }

  /** Whether the notary of a known key, or of one that it handed over to, has signed the newest seal. */
  isSealedBy(verifierKey: string): boolean {
    return this.#seals.isSealedBy(verifierKey);
  }

  /** Whether a seal names another position than its last event has, where the ledger may be one that was moved. */
  get namesOtherPositions(): boolean {
    return this.#seals.namesOtherPositions;
  }

  /**
   * @param digests what a `LineHasher` made of all events of the ledger up to this one, which is at `row`; made here
   *   unless given. Either all events come with them or none.
   * @returns where the event stands
   * @throws Unsound
   */
  add(event: ExportedEvent, digests?: Digests, row = 0): Place {
    const place = this.#placeOf(event);
    const stands = this.#checkOrder(place);
    const { rows } = digests ?? this.#hashed(event, place);
    const at = digests ? row * ROW_BYTES : 0;
    this.#stream = this.#chains.add(place, prevHashOf(event), { bytes: rows, at }, this.#seals.unprovenFrom);
    if (place.index === null) this.#seals.addSeal(event, place);
    else this.#seals.add({ bytes: rows, at: at + LEAF_AT }, place.number, stands);
    this.#number += 1;
    return place;
  }

  /**
   * Reads a line of an export, and adds the event that it is. Most events are recognised without being parsed, by the
   * forms of those before.
   * @returns what the line is; undefined for an event
   * @throws Unsound, NotAnExportLine
   */
  addLine(text: string): Exclude<ExportLine, { kind: 'event' }> | undefined {
    const recognised = this.#forms.recognise(text);
    if (recognised && recognised.stream !== SEALS_STREAM) {
      this.#addRecognised(recognised);
      return undefined;
    }
    const line = parseExportLine(text);
    if (line.kind !== 'event') return line;
    this.add(line.event);
    return undefined;
  }

  #addRecognised(event: RecognisedEvent): void {
    const place = this.#placeOf(event);
    const stands = this.#checkOrder(place);
    const { rows } = this.#own;
    this.#primitives.sha256Into(textOfPlain(event, event.texts), rows, 0);
    leafOf(this.#primitives, { bytes: rows, at: 0 }, { bytes: rows, at: LEAF_AT });
    this.#chains.add(place, prevHashIn(event.texts), { bytes: rows, at: 0 }, this.#seals.unprovenFrom);
    this.#seals.add({ bytes: rows, at: LEAF_AT }, place.number, stands);
    this.#number += 1;
  }

  #placeOf({ position, id, type, stream, revision }: Omit<Place, 'number' | 'index'>): Place {
    const index = stream === SEALS_STREAM ? null : this.#seals.events;
    return { number: this.#number, index, position, id, type, stream, revision };
  }

  /**
   * Once there are no more events.
   * @param end the last line of the export, where there is one
   * @throws Unsound
   */
  end(end?: ExportEnd): LedgerProof {
    if (end && end.events !== this.#number) {
      throw new Unsound({
        rule: 'end',
        at: null,
        among: { from: 0, to: Math.max(0, this.#number - 1) },
        expected: `${end.events} events, as the last line says`,
        found: `${this.#number}`,
        follows: 'Events were taken out or added after the export.',
      });
    }
    const tree = this.#seals.end(end?.checkpoint ?? null);
    this.#checkKeys(end);
    return { ...this.progress, tree, keys: this.#seals.keys, checkpoint: this.#checkpoint() };
  }

  #checkpoint(): string | null {
    const { newest } = this.#seals;
    if (!newest) return null;
    const { origin, size, root, signature } = newest;
    const text = checkpointText({ origin, size, root: hexToBytes(root) });
    return formatNote({ text, signatures: [signature] });
  }

  #checkOrder(at: Place): LedgerPosition {
    const position = readPosition(at.position);
    const before = this.#last;
    if (!position || (before && comparePositions(position, before) <= 0)) {
      const from = Math.max(0, at.number - 1);
      throw new Unsound({
        rule: 'order',
        at,
        among: { from, to: at.number },
        expected: before ? `a position behind C:${before.commit}/P:${before.prepare}` : 'a position',
        found: at.position,
        follows: 'Events stand in another order than they were written in, or one of them twice.',
      });
    }
    this.#last = position;
    return position;
  }

  /** @throws Unsound */
  #hashed(event: ExportedEvent, at: Place): Digests {
    const { rows } = this.#own;
    try {
      const texts = eventTexts(event);
      if (texts.fits) this.#forms.learn(event);
      this.#primitives.sha256Into(textUnderHash(event, texts), rows, 0);
    } catch (error) {
      if (!(error instanceof NotCanonical)) throw error;
      throw new Unsound({
        rule: 'canonical',
        at,
        among: { from: at.number, to: at.number },
        expected: 'an event that has a canonical form (RFC 8785)',
        found: error.message,
        follows: 'The program did not write this event, and it has no hash.',
      });
    }
    if (at.index !== null) leafOf(this.#primitives, { bytes: rows, at: 0 }, { bytes: rows, at: LEAF_AT });
    return this.#own;
  }

  /** The keys at the end are told for who reads the end alone; they must be the ledger's own. */
  #checkKeys(end: ExportEnd | undefined): void {
    const { keys } = this.#seals;
    const told = end?.notaryKeys;
    if (!told || JSON.stringify(told.map(inOrder)) === JSON.stringify(keys.map(inOrder))) return;
    const fault: AuditFault = {
      rule: 'notary-key',
      at: null,
      among: { from: 0, to: Math.max(0, this.#number - 1) },
      expected: keys.map(({ verifierKey }) => verifierKey).join(', ') || 'no keys',
      found: told.map(({ verifierKey }) => verifierKey).join(', ') || 'no keys',
      follows: 'The keys that came with the ledger are not those that its events set.',
    };
    throw new Unsound(fault);
  }
}

/** As `parsePosition`, without a regular expression where both numbers are one, as the program's stores have it. */
function readPosition(text: string): LedgerPosition | undefined {
  const middle = text.indexOf('/P:');
  // So short a number is an exact one.
  if (middle < 3 || middle > 17 || !text.startsWith('C:') || text.length !== 2 * middle + 1)
    return parsePosition(text);
  let value = 0;
  for (let place = 2; place < middle; place++) {
    const digit = text.charCodeAt(place) - 48;
    if (digit < 0 || digit > 9 || text.charCodeAt(place + middle + 1) - 48 !== digit)
      return parsePosition(text);
    value = value * 10 + digit;
  }
  const commit = BigInt(value);
  return { commit, prepare: commit };
}

function prevHashOf({ metadata }: ExportedEvent): unknown {
  return typeof metadata === 'object' && metadata !== null ? Reflect.get(metadata, 'prevHash') : undefined;
}

const inOrder = ({ verifierKey, replaces }: NotaryKey) => [
  verifierKey,
  replaces && [replaces.verifierKey, replaces.signature],
];
