import { visibleLine } from '../../contracts/visible-text.ts';
import { equalBytes } from '../proof/bytes.ts';
import type { Checkpoint } from '../proof/checkpoint.ts';
import { verifyConsistency } from '../proof/consistency.ts';
import { keysSince } from '../proof/notary-keys.ts';
import { type SignedNote, type VerifierKey, verifyNote } from '../proof/signed-note.ts';
import type { AddCheckpoint } from './add-checkpoint.ts';

/** What a witness answers, in the statuses of C2SP tlog-witness. */
export type Verdict =
  | { readonly status: 200 }
  | { readonly status: 400 | 403 | 404 | 422; readonly why: string }
  /** `size` is that of the newest checkpoint that it cosigned. */
  | { readonly status: 409; readonly size: number; readonly why: string };

export type Known = Pick<Checkpoint, 'size' | 'root'>;

/**
 * Whether a checkpoint follows from the newest that was cosigned. Pure: who cosigns has to keep it first.
 * @param keys of the log, whose name is its origin, in the order in which they replace each other
 * @param newest as it was cosigned; undefined before the first
 */
export function judge(
  { oldSize, proof, note, checkpoint }: AddCheckpoint,
  keys: readonly VerifierKey[],
  newest: (Known & { readonly note: SignedNote }) | undefined,
): Verdict {
  const own = ownKeys(keys, checkpoint);
  // A witness that follows says so in its operator's terminal.
  const origin = visibleLine(checkpoint.origin);
  if (own.length === 0) return { status: 404, why: `the log ${origin} is not known here` };
  if (verifyNote(note, own).length === 0) return { status: 403, why: 'no trusted key has signed it' };
  const { size, root } = checkpoint;
  if (oldSize > size) return { status: 400, why: `it goes from ${oldSize} back to ${size}` };
  const known = newest?.size ?? 0;
  // Whatever whoever sends it says of what is known here.
  if (newest && isContradiction(checkpoint, newest)) {
    return { status: 409, size: known, why: `two roots of ${size} entries: two histories of one log` };
  }
  if (oldSize !== known) return { status: 409, size: known, why: `the newest here has ${known} entries` };
  if (!newest) {
    return proof.length === 0 ? { status: 200 } : { status: 422, why: 'a proof from nothing is empty' };
  }
  const claim = { from: known, to: size, fromRoot: newest.root, toRoot: root, proof };
  if (!verifyConsistency(claim)) {
    return { status: 422, why: `the ${size} entries do not begin with the ${known} that were cosigned` };
  }
  return isReplaced(note, own, newest.note)
    ? { status: 403, why: 'the key that has signed it was replaced before the newest here was signed' }
    : { status: 200 };
}

/** Where no key is known any more that signed the newest, each comes after it. */
function isReplaced(note: SignedNote, keys: readonly VerifierKey[], newest: SignedNote): boolean {
  const since = keysSince(keys, newest);
  return since.length > 0 && verifyNote(note, since).length === 0;
}

/** Two roots of one size: both signed by a log, they show that it has two histories. */
export const isContradiction = (one: Known, other: Known): boolean =>
  one.size === other.size && !equalBytes(one.root, other.root);

/** Those that may sign a checkpoint: of its own log alone. */
export const ownKeys = (keys: readonly VerifierKey[], { origin }: Checkpoint): readonly VerifierKey[] =>
  keys.filter(({ name }) => name === origin);
