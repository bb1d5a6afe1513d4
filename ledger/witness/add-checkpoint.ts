import { base64Of, bytesOfBase64 } from '../proof/base64.ts';
import { type Checkpoint, parseCheckpoint } from '../proof/checkpoint.ts';
import { formatNote, parseNote, type SignedNote } from '../proof/signed-note.ts';

/** What a log asks a witness for (C2SP tlog-witness, https://c2sp.org/tlog-witness): `POST <prefix>/add-checkpoint`. */
export type AddCheckpoint = {
  /** Of the checkpoint that the witness cosigned last, as far as the log knows; 0 for none. */
  readonly oldSize: number;
  readonly proof: readonly Uint8Array[];
  readonly note: SignedNote;
  readonly checkpoint: Checkpoint;
};

/** The standard's own bound. */
const MAX_PROOF = 63;
/** Bytes of a request that are read: a proof, and a checkpoint with its signatures. */
export const MAX_REQUEST_BYTES = 64 * 1024;
/** Of an answer: some signature lines, or a size. */
export const MAX_ANSWER_BYTES = 16 * 1024;
/** How a witness says the size that it has seen. */
export const SIZE_TYPE = 'text/x.tlog.size';

export function addCheckpointBody({ oldSize, proof, note }: Omit<AddCheckpoint, 'checkpoint'>): string {
  return `old ${oldSize}\n${proof.map((hash) => `${base64Of(hash)}\n`).join('')}\n${formatNote(note)}`;
}

/** Undefined for what is no such request. */
export function parseAddCheckpoint(body: string): AddCheckpoint | undefined {
  const end = body.indexOf('\n\n');
  const [first = '', ...lines] = body.slice(0, Math.max(0, end)).split('\n');
  const old = /^old (0|[1-9]\d{0,15})$/.exec(first)?.[1];
  if (end < 0 || old === undefined || !Number.isSafeInteger(Number(old)) || lines.length > MAX_PROOF) {
    return undefined;
  }
  const proof = lines.map(bytesOfBase64).filter((hash) => hash?.length === 32);
  const note = parseNote(body.slice(end + 2));
  const checkpoint = note && parseCheckpoint(note.text);
  if (!note || !checkpoint || proof.length !== lines.length) return undefined;
  return { oldSize: Number(old), proof: proof.filter((hash) => hash !== undefined), note, checkpoint };
}

/** The size in an answer 409; undefined when there is none. */
export function parseSize(body: string): number | undefined {
  const digits = /^(0|[1-9]\d{0,15})\n?$/.exec(body)?.[1];
  return digits !== undefined && Number.isSafeInteger(Number(digits)) ? Number(digits) : undefined;
}
