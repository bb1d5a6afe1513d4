import { cosignaturesOf } from '../proof/cosignature.ts';
import {
  type NoteSignature,
  parseSignatureLine,
  type SignedNote,
  type VerifierKey,
} from '../proof/signed-note.ts';
import { addCheckpointBody, MAX_ANSWER_BYTES, parseSize, SIZE_TYPE } from './add-checkpoint.ts';
import { boundedFetch } from './bounded-fetch.ts';

/** Somebody who keeps the newest checkpoint and cosigns what follows from it. */
export type Witness = {
  /** Of type 0x04. */
  readonly key: VerifierKey;
  /** Without a trailing slash; `/add-checkpoint` follows. */
  readonly url: string;
};

/** What a witness was asked, and what came of it. */
export type WitnessAnswer =
  | { readonly kind: 'cosigned'; readonly signature: NoteSignature; readonly at: number }
  /** It has seen as much already, or more than we have. */
  | { readonly kind: 'knows'; readonly size: number }
  | { readonly kind: 'refused'; readonly detail: string }
  | { readonly kind: 'silent'; readonly detail: string };

export type Question = {
  readonly note: SignedNote;
  /** Of the note's checkpoint. */
  readonly size: number;
  /** As far as is known. */
  readonly oldSize: number;
  readonly proofFrom: (oldSize: number) => Promise<readonly Uint8Array[]>;
};

/** Milliseconds for one call. */
const TIMEOUT = 10_000;
/** Its size may be another than was thought, and go on while it is asked. */
const TRIES = 3;

/** Asks a witness for its cosignature, again where it has seen another size than was thought. */
export async function askWitness(
  { key, url }: Witness,
  { note, size, oldSize: known, proofFrom }: Question,
  { signal, timeout = TIMEOUT }: { readonly signal?: AbortSignal; readonly timeout?: number } = {},
): Promise<WitnessAnswer> {
  let oldSize = known;
  for (let tries = 0; tries < TRIES; tries++) {
    const body = addCheckpointBody({ oldSize, proof: await proofFrom(oldSize), note });
    let answer: WitnessAnswer;
    try {
      const request = { body, maxBytes: MAX_ANSWER_BYTES, timeout, ...(signal && { signal }) };
      const { status, type, body: bytes } = await boundedFetch(`${url}/add-checkpoint`, request);
      answer = answerOf({ status, type, text: Buffer.from(bytes).toString('utf8') }, note, key);
    } catch (error) {
      return { kind: 'silent', detail: error instanceof Error ? error.message : String(error) };
    }
    if (answer.kind !== 'knows') return answer;
    if (answer.size > size) return answer;
    // It knows this very size, and did not cosign: under another root.
    if (answer.size === oldSize) return { kind: 'refused', detail: anotherHistory(oldSize) };
    oldSize = answer.size;
  }
  return { kind: 'silent', detail: 'it names another size each time' };
}

const anotherHistory = (size: number): string =>
  `it has seen another history: what it cosigned as the first ${size} events is not what this ledger holds`;

function answerOf(
  { status, type, text }: { readonly status: number; readonly type: string; readonly text: string },
  note: SignedNote,
  key: VerifierKey,
): WitnessAnswer {
  if (status === 200) return cosignatureIn(text, note, key);
  const size = type.startsWith(SIZE_TYPE) ? parseSize(text) : undefined;
  if (status === 409) {
    return size === undefined
      ? { kind: 'refused', detail: 'it has seen another history of as many events (409)' }
      : { kind: 'knows', size };
  }
  if (status === 422) {
    return { kind: 'refused', detail: 'it has seen another history: the proof does not lead to ours (422)' };
  }
  if (status === 403) return { kind: 'refused', detail: "it does not trust the notary's key (403)" };
  if (status === 404) return { kind: 'refused', detail: 'it does not know this ledger (404)' };
  if (status === 429 || status >= 500) return { kind: 'silent', detail: `it answers ${status}` };
  return { kind: 'refused', detail: `it answers ${status}` };
}

function cosignatureIn(text: string, { text: signed }: SignedNote, key: VerifierKey): WitnessAnswer {
  const lines = text.endsWith('\n') ? text.slice(0, -1).split('\n') : [];
  const signatures = lines.map(parseSignatureLine).filter((signature) => signature !== undefined);
  const [found] = cosignaturesOf({ text: signed, signatures }, [key]);
  if (!found) return { kind: 'refused', detail: 'its answer holds no cosignature by its key' };
  return { kind: 'cosigned', signature: found.signature, at: found.at };
}
