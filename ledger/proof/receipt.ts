import * as z from 'zod/mini';
import { type Receipt, receipt as receiptSchema } from '../../contracts/api/ledger-seals.ts';
import { fenceEvents } from '../../contracts/events/fence.ts';
import { sealEvents } from '../../contracts/events/seals.ts';
import { visibleLine } from '../../contracts/visible-text.ts';
import { bytesOfBase64 } from './base64.ts';
import { bytesOfHex, bytesToHex } from './bytes.ts';
import { NotCanonical } from './canonical-json.ts';
import { type Checkpoint, checkpointText, isOrigin, parseCheckpoint } from './checkpoint.ts';
import { cosignaturesOf } from './cosignature.ts';
import { EVENT_HASH, eventHash } from './event-hash.ts';
import { verifyInclusion } from './merkle.ts';
import { keysFault, keysFrom } from './notary-keys.ts';
import type { ProofStep } from './raffle-proof.ts';
import {
  parseNote,
  parseVerifierKey,
  type SignedNote,
  type VerifierKey,
  verifierKeyOf,
  verifyNote,
} from './signed-note.ts';

/** What whoever checks a receipt knows from elsewhere. Without any of it the receipt only fits itself. */
export type Trusted = {
  /** A key of the notary (C2SP verifier key): what it handed over to counts, too. */
  readonly verifierKey?: string;
  readonly origin?: string;
  /** C2SP verifier keys of type 0x04, of which one has to have cosigned. */
  readonly witnesses?: readonly string[];
};

export type ReceiptCheck = {
  /**
   * `signed by the notary`: a word of the notary's own, which no tree holds, now or later. `not sealed yet`: what there is
   * fits, and no signed root holds the event so far. Anybody can write a receipt of that.
   */
  readonly verdict: 'in the ledger' | 'signed by the notary' | 'not sealed yet' | 'does not hold';
  /** All of them, failed or not; only the first where the receipt cannot be read. */
  readonly steps: readonly ProofStep[];
  /** What this receipt cannot show, in words for people. */
  readonly cannotShow: readonly string[];
  /**
   * The event that was checked, where it has its hash: the file may hold another one beside it, also under the same name,
   * of which a reader sees the first and the check the last.
   */
  readonly event: Receipt['event'] | undefined;
};

/**
 * Checks a receipt (`evo-rewards-receipt/1`) from itself alone, offline: the content against its hash, the hash against
 * the signed root, the signature against the notary's keys, and the cosignatures of known witnesses.
 * @param given what was read as JSON, from anybody
 */
export function verifyReceipt(given: unknown, trusted: Trusted = {}): ReceiptCheck {
  const read = z.safeParse(receiptSchema, given);
  if (!read.success) {
    const fault = z.prettifyError(read.error);
    const steps = [{ name: 'Form', shows: 'This is a receipt of a known format', fault }];
    return { verdict: 'does not hold', steps, cannotShow: [], event: undefined };
  }
  const receipt = read.data;
  const form: ProofStep = { name: 'Form', shows: 'This is a receipt of a known format', fault: undefined };
  const content = step('Content', 'The event has the hash of its content', contentFault(receipt));
  const keys = step(
    'Keys',
    "Each of the notary's keys was signed with the one before it",
    keysStep(receipt, trusted),
  );
  const steps = [form, content, keys, ...notarySteps(receipt, trusted), ...sealSteps(receipt, trusted)];
  return {
    verdict: verdictOf(receipt, steps),
    steps,
    cannotShow: limitsOf(receipt, trusted),
    event: content.fault === undefined ? receipt.event : undefined,
  };
}

/** @param fault may name a key as the receipt has it, which may hold anything */
const step = (name: string, shows: string, fault: string | undefined): ProofStep => ({
  name,
  shows,
  fault: fault && visibleLine(fault),
});

function verdictOf({ event, inclusion }: Receipt, steps: readonly ProofStep[]): ReceiptCheck['verdict'] {
  if (steps.some(({ fault }) => fault !== undefined)) return 'does not hold';
  if (inclusion) return 'in the ledger';
  return isOfNotary(event) ? 'signed by the notary' : 'not sealed yet';
}

function contentFault({ event }: Receipt): string | undefined {
  try {
    const hash = eventHash({ ...event, revision: BigInt(event.revision) });
    return hash === event.hash ? undefined : `its content has the hash ${hash}`;
  } catch (error) {
    if (error instanceof NotCanonical) return error.message;
    throw error;
  }
}

function keysStep({ notaryKeys, inclusion }: Receipt, { verifierKey }: Trusted): string | undefined {
  // A ledger without a seal may have no key yet.
  if (notaryKeys.length === 0 && !inclusion) return undefined;
  const isKnown = verifierKey === undefined || notaryKeys.some((key) => key.verifierKey === verifierKey);
  return keysFault(notaryKeys) ?? (isKnown ? undefined : `${verifierKey} is none of them`);
}

/** Its own events are in no tree: what they say counts by the notary's signature alone. */
function notarySteps(receipt: Receipt, trusted: Trusted): ProofStep[] {
  if (!isOfNotary(receipt.event)) return [];
  return [step('Notary', 'The notary has signed what this event says', notaryFault(receipt, trusted))];
}

/** A removal of an admin may take a revision of any stream; of that the notary says nothing. */
const isOfNotary = ({ type, stream }: Pick<Receipt['event'], 'type' | 'stream'>): boolean =>
  stream === 'seals' && !Object.hasOwn(fenceEvents, type);

function notaryFault({ event, notaryKeys }: Receipt, trusted: Trusted): string | undefined {
  if (event.type === 'NotaryKeySet') return keySetFault(event, notaryKeys, trusted.verifierKey);
  const seal = event.type === 'LedgerSealed' && z.safeParse(sealEvents.LedgerSealed.data, event.data).data;
  if (!seal) return 'the notary writes no such event';
  const { origin, size, root, verifierKey } = seal;
  if ((trusted.origin ?? origin) !== origin) return `it is of ${origin}`;
  const [key, rootBytes, signature] = [
    parseVerifierKey(verifierKey),
    bytesOfHex(root, 32),
    bytesOfBase64(seal.signature),
  ];
  if (!key || !rootBytes || !signature || !isOrigin(origin))
    return 'its key, root or signature cannot be read';
  const text = checkpointText({ origin, size, root: rootBytes });
  const note = { text, signatures: [{ name: key.name, keyId: key.keyId, signature }] };
  const signers = verifyNote(note, keysFrom(notaryKeys, trusted.verifierKey));
  const isSigned = signers.some((signer) => signer.name === origin && textOf(signer) === verifierKey);
  return isSigned ? undefined : 'no known key of the notary signed it';
}

/** A key that stands before the known one does not follow from it: anybody can make one that hands over to it. */
function keySetFault(
  { data }: Receipt['event'],
  keys: Receipt['notaryKeys'],
  pinned: string | undefined,
): string | undefined {
  const set = z.safeParse(sealEvents.NotaryKeySet.data, data).data;
  const at = keys.findIndex(
    ({ verifierKey, replaces }) =>
      verifierKey === set?.verifierKey &&
      replaces?.verifierKey === set.replaces?.verifierKey &&
      replaces?.signature === set.replaces?.signature,
  );
  if (at < 0) return "its key is none of the notary's";
  const known = pinned === undefined ? 0 : keys.findIndex(({ verifierKey }) => verifierKey === pinned);
  const isHeir = at > known || (at === known && at === 0);
  return isHeir ? undefined : 'nothing shows that the known key came of it';
}

const textOf = ({ name, publicKey }: VerifierKey): string => verifierKeyOf(name, publicKey);

function sealSteps(receipt: Receipt, trusted: Trusted): ProofStep[] {
  const { inclusion } = receipt;
  if (!inclusion) return [];
  const note = parseNote(inclusion.checkpoint);
  const head = note && parseCheckpoint(note.text);
  if (!note || !head) return [step('Checkpoint', CHECKPOINT, 'it cannot be read')];
  return [
    step('Checkpoint', CHECKPOINT, checkpointFault(receipt, note, head, trusted)),
    step('Inclusion', 'The event is in the tree of that root, at its number', inclusionFault(receipt, head)),
    ...witnessSteps(note, trusted),
  ];
}

const CHECKPOINT = 'The notary signed the root and the number of events under it';

function checkpointFault(
  { notaryKeys, inclusion }: Receipt,
  note: SignedNote,
  { origin, size, root }: Checkpoint,
  trusted: Trusted,
): string | undefined {
  if (trusted.origin !== undefined && trusted.origin !== origin) return `it is the one of ${origin}`;
  if (size !== inclusion?.size || bytesToHex(root) !== inclusion.root) return 'it has another root or size';
  const signers = verifyNote(note, keysFrom(notaryKeys, trusted.verifierKey));
  // A key of another name signs another log, where nobody looks who watches this one.
  return signers.some(({ name }) => name === origin) ? undefined : 'no known key of the notary signed it';
}

function inclusionFault({ event, inclusion }: Receipt, { size, root }: Checkpoint): string | undefined {
  if (event.stream === 'seals') return 'no tree holds events of the stream seals';
  const entry = event.hash.startsWith(`${EVENT_HASH}:`)
    ? bytesOfHex(event.hash.slice(EVENT_HASH.length + 1), 32)
    : undefined;
  const path = inclusion?.path.map((hash) => bytesOfHex(hash, 32)).filter((hash) => hash !== undefined) ?? [];
  if (!entry || !inclusion || path.length !== inclusion.path.length) return 'hash or path is not hex';
  return verifyInclusion(entry, inclusion.index, size, path, root)
    ? undefined
    : `it is not number ${inclusion.index} of the ${size} events under the root`;
}

function witnessSteps(note: SignedNote, { witnesses = [] }: Trusted): ProofStep[] {
  if (witnesses.length === 0) return [];
  const keys = witnesses.map(parseVerifierKey).filter((key) => key !== undefined);
  const found = cosignaturesOf(note, keys);
  const names = found.map(({ key, at }) => `${key.name} at ${new Date(at * 1000).toISOString()}`);
  const shows =
    names.length === 0 ? 'A known witness saw this root' : `Witnesses saw it: ${names.join(', ')}`;
  return [step('Witnesses', shows, found.length > 0 ? undefined : 'no known witness cosigned it')];
}

function limitsOf({ event, inclusion, notaryKeys }: Receipt, trusted: Trusted): string[] {
  const isSigned = inclusion !== null || isOfNotary(event);
  const written = isSigned ? ': only that it was written, in these words' : '';
  const limits = [
    `That what the event says is true, or was right to do${written}. An audit of the whole ledger checks the rules.`,
  ];
  if (event.stream === 'seals') limits.push('A place in the tree: no tree holds the seals themselves.');
  if (!isSigned) {
    limits.push(
      event.stream === 'seals'
        ? 'That the event is in the ledger: the notary signs no such event, and anybody can write such a receipt.'
        : 'That the event is in the ledger: no signed root holds it yet, and anybody can write such a receipt. Ask again after the next seal.',
    );
  }
  if (trusted.verifierKey === undefined && notaryKeys.length > 0) {
    limits.push(
      "That these are the program's own keys: compare the first with what you know of it from elsewhere.",
    );
  }
  if (inclusion && (trusted.witnesses ?? []).length === 0) {
    limits.push('That everybody is shown the same ledger: a cosignature of a witness that you trust would.');
  }
  if (inclusion) limits.push('What became of the ledger after this root was signed.');
  return limits;
}
