import { createHash } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';
import { cosign } from '../proof/cosignature.ts';
import {
  COSIGNATURE_V1,
  formatNote,
  parseVerifierKey,
  type SignedNote,
  signatureLine,
  type VerifierKey,
  verifierKeyOf,
  verifyNote,
} from '../proof/signed-note.ts';
import { type AddCheckpoint, parseAddCheckpoint, SIZE_TYPE } from './add-checkpoint.ts';
import { isContradiction, judge, type Known, ownKeys, type Verdict } from './judge.ts';
import { type KeptCheckpoint, openKeptCheckpoint } from './kept-checkpoint.ts';

export type WitnessAnswer = { readonly status: number; readonly type: string; readonly body: string };

/** A witness of one log (C2SP tlog-witness). */
export type RunningWitness = {
  readonly verifierKey: string;
  /** The body of `POST /add-checkpoint`, and what is answered. One after the other: each sees what was kept before. */
  add(body: string): Promise<WitnessAnswer>;
  newest(): (Known & { readonly note: SignedNote }) | undefined;
  close(): Promise<void>;
};

export type WitnessOptions = {
  readonly folder: string;
  /** Of the witness, a URL without a scheme. */
  readonly name: string;
  readonly seed: Uint8Array;
  /** Keys of the log, each behind the one that it replaces; their name is its origin. */
  readonly logKeys: readonly VerifierKey[];
  /** Whether its folder says what it has cosigned, be it nothing: without that it does not start. */
  readonly isBegun?: boolean;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** Told of each checkpoint that was refused although the log itself has signed it. */
  readonly onContradiction?: (why: string, file: string) => void;
};

const TEXT = 'text/plain; charset=utf-8';

/** @throws Error when the folder is another process's, what was kept in it cannot be read, or there is more than one log */
export async function openWitness(options: WitnessOptions): Promise<RunningWitness> {
  const { folder, name, seed, logKeys, isBegun = false } = options;
  const verifierKey = verifierKeyOf(name, ed25519.getPublicKey(seed), COSIGNATURE_V1);
  const own = parseVerifierKey(verifierKey);
  if (!own) throw new RangeError(`${name} cannot be the name of a key`);
  const kept = await openKeptCheckpoint(folder, own, originOf(logKeys), isBegun);
  let turn: Promise<unknown> = Promise.resolve();
  return {
    verifierKey,
    newest: () => {
      const known = kept.newest();
      return known && { ...known.checkpoint, note: known.note };
    },
    add(body) {
      const answer = turn.then(() => addCheckpoint(options, kept, logKeys, body));
      turn = answer.catch(() => undefined);
      return answer;
    },
    async close() {
      await turn;
      kept.close();
    },
  };
}

/** Of the one log: what it holds says nothing of another one, and would look like its other history. */
function originOf(logKeys: readonly VerifierKey[]): string {
  const [origin, another] = new Set(logKeys.map(({ name }) => name));
  if (origin === undefined) throw new RangeError('a witness has a log');
  if (another === undefined) return origin;
  throw new Error(
    `${origin} and ${another} are two ledgers, and a witness is of one: run another one in a folder of its own.`,
  );
}

async function addCheckpoint(
  options: WitnessOptions,
  kept: KeptCheckpoint,
  logKeys: readonly VerifierKey[],
  body: string,
): Promise<WitnessAnswer> {
  const request = parseAddCheckpoint(body);
  if (!request) return { status: 400, type: TEXT, body: 'this is no add-checkpoint request\n' };
  const newest = kept.newest();
  const verdict = judge(request, logKeys, newest && { ...newest.checkpoint, note: newest.note });
  if (verdict.status !== 200) {
    await keepContradiction(options, kept, logKeys, request, verdict);
    return verdict.status === 409
      ? { status: 409, type: SIZE_TYPE, body: `${verdict.size}\n` }
      : { status: verdict.status, type: TEXT, body: `${verdict.why}\n` };
  }
  const { text, signatures } = asSigned(request, logKeys);
  // A cosignature says that nothing newer was known then: of a larger tree and an earlier time it would belie the one before.
  const at = Math.max(Math.floor((options.now ?? Date.now)() / 1_000), newest?.at ?? 0);
  const cosignature = cosign(text, options.name, options.seed, at);
  // Before anybody hears of it: a witness that forgot would cosign another history.
  await kept.keep({ text, signatures: [...signatures, cosignature] });
  // It goes on from all that was known: who had sent it with another proof has shown nothing.
  await kept.dropEvidence(evidenceOf(request));
  return { status: 200, type: TEXT, body: signatureLine(cosignature) };
}

/** The note with one line by each key of the log: whoever asks may add lines, and one that has too many could not be read again. */
function asSigned({ note, checkpoint }: AddCheckpoint, logKeys: readonly VerifierKey[]): SignedNote {
  const { text, signatures } = note;
  const ofLog = verifyNote(note, ownKeys(logKeys, checkpoint)).flatMap(
    (key) => signatures.find(({ name, keyId }) => name === key.name && keyId === key.keyId) ?? [],
  );
  return { text, signatures: ofLog };
}

/** The name of the file of what a checkpoint shows. */
function evidenceOf({ note, checkpoint }: AddCheckpoint): string {
  const digest = createHash('sha256').update(note.text).digest('hex').slice(0, 16);
  return `contradiction-${checkpoint.size}-${digest}.txt`;
}

/**
 * A checkpoint that the log has signed, and that does not follow from one that it signed before, shows that the log has
 * two histories. Both are kept in one file, for everybody to see.
 */
async function keepContradiction(
  { onContradiction }: WitnessOptions,
  kept: KeptCheckpoint,
  logKeys: readonly VerifierKey[],
  request: AddCheckpoint,
  verdict: Exclude<Verdict, { status: 200 }>,
): Promise<void> {
  const newest = kept.newest();
  if (!newest) return;
  const { checkpoint } = request;
  const isShown = verdict.status === 409 && isContradiction(checkpoint, newest.checkpoint);
  // A false proof alone is no evidence, least of all for what was cosigned here, but two roots of one size are, and a
  // tree that does not go on may be.
  const mayBe = verdict.status === 422 && checkpoint.size > newest.checkpoint.size;
  if (!isShown && !mayBe) return;
  const text = `${verdict.why}\n\n${formatNote(newest.note)}\n${formatNote(asSigned(request, logKeys))}`;
  const file = await kept.keepEvidence(evidenceOf(request), text);
  onContradiction?.(verdict.why, file);
}
