import type * as z from 'zod/mini';
import { sealEvents } from '../../../contracts/events/seals.ts';
import type { LedgerPosition } from '../../../contracts/ledger-position.ts';
import { bytesOfBase64 } from '../base64.ts';
import { bytesToHex, utf8ToBytes } from '../bytes.ts';
import { checkpointText, parseCheckpoint } from '../checkpoint.ts';
import { keysFrom, keysSince, type NotaryKey, successionFault } from '../notary-keys.ts';
import {
  type NoteSignature,
  parseNote,
  parseVerifierKey,
  type SignedNote,
  verifyNote,
} from '../signed-note.ts';
import type { ExportedEvent } from './exported-event.ts';
import { type AuditFault, type Place, Unsound } from './fault.ts';
import { type Bytes, growingTree } from './growing-tree.ts';
import type { Primitives } from './primitives.ts';
import { Unsealed } from './unsealed.ts';

export const SEALS_STREAM = 'seals';

/** A root that somebody holds from an earlier day: of a receipt, a checkpoint, or what a witness cosigned. */
export type KnownRoot = {
  /** What holds it, for people: the name of a file. */
  readonly from: string;
  readonly size: number;
  /** Lower-case hex. */
  readonly root: string;
  /** The signed checkpoint that it stands in: a key that was replaced by then signs nothing newer. */
  readonly note?: SignedNote;
  /** Whether it may be of a later day than what is audited: a ledger that ends before it is no shorter one then. */
  readonly mayBeLater?: boolean;
};

export type SealsOptions = {
  readonly primitives: Primitives;
  readonly knownRoots: readonly KnownRoot[];
  /** A key of the notary that is known from elsewhere (C2SP verifier key). */
  readonly verifierKey?: string | undefined;
  /** Whether what is audited may be of a day before the first seal: then that key has signed nothing of it. */
  readonly mayBeUnsealed?: boolean;
  readonly origin?: string | undefined;
  /** False where the ledger was moved to another store: what its events say of positions is of the one before. */
  readonly hasOwnPositions: boolean;
};

/** The newest root that the notary has signed. */
export type Seal = {
  readonly size: number;
  /** Lower-case hex. */
  readonly root: string;
  readonly origin: string;
  /** By whom: the note that the seal stands for, C2SP signed-note. */
  readonly signature: NoteSignature;
};

/** The tree over all events but the seals, each seal against it, and the keys that sign. */
export class Seals {
  readonly #options: SealsOptions;
  readonly #tree;
  readonly #unsealed = new Unsealed();
  readonly #known: KnownRoot[];
  readonly keys: NotaryKey[] = [];
  newest: Seal | undefined;
  count = 0;
  /** The number of the first event that no seal holds: all before it is what was sealed. */
  unprovenFrom = 0;
  /** Whether a seal names another position than its last event has: of the store that the ledger was moved from. */
  namesOtherPositions = false;
  /** The number of the key that signed the newest seal; -1 while there is none. */
  #signer = -1;
  #index = 0;

  constructor(options: SealsOptions) {
    this.#options = options;
    this.#tree = growingTree(options.primitives);
    this.#known = options.knownRoots.toSorted((a, b) => a.size - b.size);
    this.#checkKnown();
  }

  /** How many events the tree holds or will hold. */
  get events(): number {
    return this.#index;
  }

  /** Of the events that no seal holds yet, how many. */
  get unsealed(): number {
    return this.#index - (this.newest?.size ?? 0);
  }

  /** Whether a known key, or one that it handed over to, has signed the newest seal. */
  isSealedBy(verifierKey: string): boolean {
    const number = this.keys.findIndex((key) => key.verifierKey === verifierKey);
    return number >= 0 && this.#signer >= number;
  }

  /** An event of any other stream. @param number among all events @param leaf the hash of its leaf */
  add(leaf: Bytes, number: number, position: LedgerPosition): void {
    this.#unsealed.push(leaf, number, position);
    this.#index += 1;
  }

  /** An event of the stream `seals`. @throws Unsound */
  addSeal(event: ExportedEvent, place: Place): void {
    if (event.type === 'NotaryKeySet') this.#addKey(event, place);
    else if (event.type === 'LedgerSealed') this.#addRoot(event, place);
    // A removal of an admin may take a revision of any stream.
    else if (event.type !== 'RevisionTaken') {
      this.#fail('seal', place, {
        expected: 'NotaryKeySet or LedgerSealed in the stream seals',
        found: event.type,
        follows: 'Somebody else than the notary writes into its stream.',
      });
    }
  }

  /**
   * Once the last event was added: the tree with what no seal holds yet.
   * @param checkpoint that came with the ledger, a signed note
   * @throws Unsound
   */
  end(checkpoint: string | null): { readonly size: number; readonly root: string } {
    this.#growTo(this.#index, null);
    const missing = this.#known.find(({ mayBeLater = false }) => !mayBeLater);
    if (missing) {
      this.#fail('known-root', null, {
        expected: `at least ${missing.size} events, as ${missing.from} says`,
        found: `${this.#index} events`,
        follows: 'The end of the ledger was taken away after it was signed.',
      });
    }
    const { verifierKey } = this.#options;
    if (verifierKey !== undefined) this.#checkKnownKey(verifierKey);
    for (const known of this.#options.knownRoots) this.#checkSignedSince(known);
    const root = bytesToHex(this.#tree.root());
    if (checkpoint !== null) this.#checkCheckpoint(checkpoint);
    return { size: this.#tree.size(), root };
  }

  /**
   * What stands before a known key does not follow from it: anybody can make a key, seal what they like with it, and put a
   * known one behind it.
   */
  #checkKnownKey(verifierKey: string): void {
    const { mayBeUnsealed = false } = this.#options;
    const isKnown = this.keys.some((key) => key.verifierKey === verifierKey);
    if (!isKnown && !(mayBeUnsealed && this.keys.length === 0)) {
      this.#fail('notary-key', null, {
        expected: `the notary's key ${verifierKey}`,
        found: this.keys.map((key) => key.verifierKey).join(', ') || 'no key at all',
        follows: 'This ledger is not that notary’s: another one may have been put in its place.',
      });
    }
    if (this.isSealedBy(verifierKey) || (mayBeUnsealed && this.count === 0)) return;
    this.#fail('notary-key', null, {
      expected: `a newest seal that ${verifierKey} has signed, or a key that it handed over to`,
      found: this.keys[this.#signer]?.verifierKey ?? 'no seal at all',
      follows:
        'That notary has signed nothing of this ledger: its key may have been put behind another one’s.',
    });
  }

  /** Whoever has a key from before it was replaced could go on from what was signed with the next one. */
  #checkSignedSince({ from, size, note }: KnownRoot): void {
    const { newest, keys } = this;
    if (!note || !newest || newest.size < size) return;
    // Also one that stands before a known key: that may be of a later day.
    const since = keysSince(keysFrom(keys, undefined), note);
    if (since.length > 0 && this.#signer >= keys.length - since.length) return;
    this.#fail('notary-key', null, {
      expected: `a newest seal with the key that signed ${from}, or with one that it handed over to`,
      found: keys[this.#signer]?.verifierKey ?? 'no key at all',
      follows:
        'Its newest seal is signed with a key that the notary had replaced by then, or with another’s.',
    });
  }

  #addKey({ data }: ExportedEvent, place: Place): void {
    const key = this.#read(sealEvents.NotaryKeySet.data, data, place);
    const fault = successionFault(this.keys.at(-1)?.verifierKey ?? null, key);
    if (fault !== undefined) {
      this.#fail('notary-key', place, {
        expected: 'a key that the notary’s key before it has signed',
        found: fault,
        follows: 'Whoever signs from here on is not the notary of before.',
      });
    }
    this.keys.push(key);
  }

  #addRoot({ data }: ExportedEvent, place: Place): void {
    const seal = this.#read(sealEvents.LedgerSealed.data, data, place);
    const { size, root, previous } = seal;
    const before = this.newest;
    const isNext = before
      ? previous?.size === before.size && previous.root === before.root && size > before.size
      : previous === null && size > 0;
    if (!isNext) {
      this.#fail('seal-order', place, {
        expected: before ? `a seal that follows the one of ${before.size} events` : 'the first seal',
        found: previous
          ? `one of ${size} events that follows one of ${previous.size}, ${previous.root}`
          : `one of ${size} events that follows none`,
        follows: 'A seal was taken out, added or altered: the chain of seals is broken.',
      });
    }
    if (size > this.#index) {
      this.#fail('seal-size', place, {
        expected: `a seal over ${this.#index} events at the most, which stand before it`,
        found: `one over ${size}`,
        follows: 'Events that were sealed are missing before the seal.',
      });
    }
    const last = this.#growTo(size, place);
    const computed = bytesToHex(this.#tree.root());
    if (computed !== root) {
      this.#fail('seal-root', place, {
        expected: `the root ${computed} over the ${size} events before it`,
        found: root,
        follows:
          'One of the events that this seal covers and the one before does not is not what was sealed.',
      });
    }
    const isElsewhere = last !== undefined && seal.position !== last;
    if (isElsewhere && this.#options.hasOwnPositions) {
      this.#fail('seal-position', place, {
        expected: `the position ${last} of the last event under its root`,
        found: String(seal.position),
        follows:
          'The positions are not those of the store that was sealed; of a ledger that was imported say --moved.',
      });
    }
    this.namesOtherPositions ||= isElsewhere;
    this.newest = { size, root, origin: seal.origin, signature: this.#signatureOf(seal, place) };
    this.#signer = this.keys.length - 1;
    this.count += 1;
    this.unprovenFrom = this.#unsealed.oldest ?? place.number;
  }

  #signatureOf(
    { size, root, origin, verifierKey, signature }: z.infer<typeof sealEvents.LedgerSealed.data>,
    place: Place,
  ): NoteSignature {
    const current = this.keys.at(-1)?.verifierKey;
    const given = this.#options.origin ?? origin;
    const key = parseVerifierKey(verifierKey);
    const bytes = bytesOfBase64(signature);
    // The name of a key can be an origin; what else an event says may be none, of which there is no such text.
    const text = () => checkpointText({ origin, size, root: this.#tree.root() });
    const isTrue =
      key !== undefined &&
      bytes !== undefined &&
      current === verifierKey &&
      given === origin &&
      key.name === origin &&
      this.#options.primitives.isSignedBy(key.publicKey, utf8ToBytes(text()), bytes);
    if (isTrue) return { name: key.name, keyId: key.keyId, signature: bytes };
    return this.#fail('seal-signature', place, {
      expected: `a signature of the notary's key ${current ?? '(none is set)'} over ${given}, ${size} events, ${root}`,
      found: `for ${origin}, said to be of ${verifierKey}: ${signature}`,
      follows: 'The notary has not signed this root; nobody answers for it.',
    });
  }

  /**
   * Lets the tree grow, and compares it with what is known of it on the way.
   * @returns where the last entry stands, undefined when the tree has that size already
   */
  #growTo(size: number, place: Place | null): string | undefined {
    let last: string | undefined;
    while (this.#tree.size() < size) {
      const next = this.#unsealed.shift();
      if (!next) throw new RangeError(`the tree cannot grow to ${size}`);
      this.#tree.grow(next.leaf);
      if (this.#tree.size() === size) last = next.position();
      this.#checkKnown(place, next.number);
    }
    return last;
  }

  #checkKnown(place: Place | null = null, number = 0): void {
    for (; this.#known[0]?.size === this.#tree.size(); this.#known.shift()) {
      const [known] = this.#known;
      const computed = bytesToHex(this.#tree.root());
      if (known.root === computed) continue;
      throw new Unsound({
        rule: 'known-root',
        at: place,
        among: { from: 0, to: number },
        expected: `the root ${known.root} over the first ${known.size} events, as ${known.from} says`,
        found: `the root ${computed}`,
        follows: `There are two histories: the ledger that ${known.from} was given for, and this one.`,
      });
    }
  }

  #checkCheckpoint(checkpoint: string): void {
    const found = this.#checkpointFault(checkpoint);
    if (found === undefined) return;
    const { newest } = this;
    this.#fail('checkpoint', null, {
      expected: newest
        ? `the checkpoint of the newest seal, ${newest.size} events under ${newest.root}, signed by the notary`
        : 'no checkpoint, because there is no seal',
      found,
      follows: 'The checkpoint that came with the ledger is another one’s, or an old one.',
    });
  }

  #checkpointFault(checkpoint: string): string | undefined {
    const { newest } = this;
    const note = parseNote(checkpoint);
    const head = note && parseCheckpoint(note.text);
    if (!note || !head) return 'a text that is no checkpoint';
    const isNewest =
      head.size === newest?.size && bytesToHex(head.root) === newest.root && head.origin === newest.origin;
    if (!isNewest) return `${head.size} events of ${head.origin} under ${bytesToHex(head.root)}`;
    const signers = verifyNote(note, keysFrom(this.keys, this.#options.verifierKey));
    return signers.length > 0 ? undefined : 'a checkpoint that no known key of the notary has signed';
  }

  #read<Value>(schema: z.ZodMiniType<Value>, data: unknown, place: Place): Value {
    const parsed = schema.safeParse(data);
    if (parsed.success) return parsed.data;
    return this.#fail('schema', place, {
      expected: `the data of a ${place.type}`,
      found: parsed.error.issues[0]?.message ?? 'something else',
      follows: 'The program did not write this event.',
    });
  }

  #fail(rule: string, place: Place | null, words: Pick<AuditFault, 'expected' | 'found' | 'follows'>): never {
    const from = Math.min(this.unprovenFrom, place?.number ?? this.unprovenFrom);
    throw new Unsound({ rule, at: place, among: { from, to: place?.number ?? from }, ...words });
  }
}
