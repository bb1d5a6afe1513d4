import * as z from 'zod/mini';
import type { Receipt } from '../../../../../contracts/api/ledger-seals.ts';
import { bytesOfHex, bytesToHex, equalBytes } from '../../../../../ledger/proof/bytes.ts';
import { type Checkpoint, parseCheckpoint } from '../../../../../ledger/proof/checkpoint.ts';
import { verifyConsistency } from '../../../../../ledger/proof/consistency.ts';
import { keysFault, keysFrom, keysSince, type NotaryKey } from '../../../../../ledger/proof/notary-keys.ts';
import { parseNote, verifyNote } from '../../../../../ledger/proof/signed-note.ts';
import { count, eventsText } from './seal-standing.ts';

/** The newest seal that this browser has verified: with the notary's signature, so that it is evidence. */
export const rememberedSeal = z.object({
  /** The signed note, C2SP tlog-checkpoint. */
  checkpoint: z.string(),
  /** The first key of the notary that this browser saw; what it handed over to counts, too. */
  verifierKey: z.string(),
  /** Milliseconds since 1970. */
  at: z.number(),
});
export type RememberedSeal = z.infer<typeof rememberedSeal>;

/** What the program shows now. */
export type ShownSeal = {
  readonly checkpoint: string;
  readonly notaryKeys: Receipt['notaryKeys'];
  /** The RFC 6962 proof between two sizes, hex. */
  readonly consistency: (from: number, to: number) => Promise<readonly string[]>;
};

export type Continuity =
  | { readonly kind: 'first'; readonly size: number; readonly seal: RememberedSeal }
  | {
      readonly kind: 'continues';
      readonly size: number;
      readonly seal: RememberedSeal;
      /** What was remembered until now. */
      readonly before: { readonly size: number; readonly at: number };
    }
  /** What is shown does not follow from what this browser has seen, and what is remembered stays. */
  | { readonly kind: 'broken'; readonly why: string };

/**
 * Whether the newest seal follows from the one that this browser verified before: signed by the same notary, and with
 * everything under the old one unchanged. So a browser is a witness for itself.
 * @param before undefined where nothing is remembered
 * @param now milliseconds since 1970
 */
export async function checkContinuity(
  before: RememberedSeal | undefined,
  { checkpoint, notaryKeys, consistency }: ShownSeal,
  now: number,
): Promise<Continuity> {
  const head = signedHead(checkpoint, notaryKeys, before?.verifierKey);
  if (typeof head === 'string') return { kind: 'broken', why: head };
  const verifierKey = before?.verifierKey ?? notaryKeys[0]?.verifierKey ?? '';
  const seal = { checkpoint, verifierKey, at: now };
  const { size } = head;
  const old = before && headOf(before.checkpoint);
  if (!before || !old) return { kind: 'first', size, seal };
  const why = (await breach(old, head, consistency)) ?? replacedFault(checkpoint, notaryKeys, before);
  if (why !== undefined) return { kind: 'broken', why };
  return { kind: 'continues', size, seal, before: { size: old.size, at: before.at } };
}

/** The checkpoint, or why it cannot be believed. */
function signedHead(
  text: string,
  keys: Receipt['notaryKeys'],
  pinned: string | undefined,
): Checkpoint | string {
  const fault = keysFault(keys);
  if (fault !== undefined) return `The keys of the notary do not follow from each other: ${fault}.`;
  const note = parseNote(text);
  const head = note && parseCheckpoint(note.text);
  if (!note || !head) return 'The checkpoint cannot be read.';
  // A key of another name signs another log, where nobody looks who watches this one.
  const signers = verifyNote(note, keysFrom(keys, pinned));
  if (signers.some(({ name }) => name === head.origin)) return head;
  return pinned === undefined
    ? 'The notary has not signed the checkpoint.'
    : 'The checkpoint is not signed by the notary that this browser knows, nor by a key that it handed over to.';
}

/** Whoever has a key from before it was replaced could go on from what was seen sealed, too. */
function replacedFault(
  checkpoint: string,
  keys: Receipt['notaryKeys'],
  before: RememberedSeal,
): string | undefined {
  return isSignedSince(checkpoint, keys, before)
    ? undefined
    : 'The checkpoint is signed with a key that the notary had replaced before it signed what this browser has seen.';
}

/**
 * Whether a seal behind the remembered one, or that itself, is signed by the key that signed the remembered one, or by one
 * that this handed over to.
 * @param keys of the notary, oldest first, each signed with the one before
 */
export function isSignedSince(
  checkpoint: string,
  keys: readonly NotaryKey[],
  before: Pick<RememberedSeal, 'checkpoint' | 'verifierKey'>,
): boolean {
  const [seen, note] = [parseNote(before.checkpoint), parseNote(checkpoint)];
  if (!seen || !note) return false;
  return verifyNote(note, keysSince(keysFrom(keys, before.verifierKey), seen)).length > 0;
}

/**
 * Why a signed root is not of the ledger that this browser has seen; undefined where the two do not show that by
 * themselves, as of a seal with fewer events.
 * @param keys of the notary, oldest first
 */
export function contradiction(
  checkpoint: string,
  keys: Receipt['notaryKeys'],
  before: RememberedSeal,
): string | undefined {
  const [old, head] = [headOf(before.checkpoint), headOf(checkpoint)];
  if (!old || !head || head.size < old.size) return undefined;
  return anotherRoot(old, head) ?? replacedFault(checkpoint, keys, before);
}

/** Undefined for seals of two sizes. */
function anotherRoot(old: Checkpoint, head: Checkpoint): string | undefined {
  return head.size !== old.size || equalBytes(head.root, old.root)
    ? undefined
    : `There are two histories: another root over the same ${eventsText(old.size)} than this browser has seen.`;
}

function headOf(text: string): Checkpoint | undefined {
  const note = parseNote(text);
  return note && parseCheckpoint(note.text);
}

async function breach(
  old: Checkpoint,
  head: Checkpoint,
  consistency: ShownSeal['consistency'],
): Promise<string | undefined> {
  if (old.origin !== head.origin)
    return `This is the ledger of ${head.origin}, and was that of ${old.origin}.`;
  if (head.size < old.size) {
    return `The program shows a seal of ${eventsText(head.size)}, and this browser has seen one of ${count(old.size)}. If that lasts, the end of the ledger was taken away.`;
  }
  if (head.size === old.size) return anotherRoot(old, head);
  const proof = (await consistency(old.size, head.size)).map((hash) => bytesOfHex(hash, 32));
  const isWhole = proof.every((hash) => hash !== undefined);
  const claim = {
    from: old.size,
    to: head.size,
    fromRoot: old.root,
    toRoot: head.root,
    proof: proof.filter((hash) => hash !== undefined),
  };
  return isWhole && verifyConsistency(claim)
    ? undefined
    : `The first ${eventsText(old.size)} are not those that this browser has seen sealed.`;
}

/** The root of a remembered seal, for a check of a whole export against it; undefined where it cannot be read. */
export function rootOf({
  checkpoint,
}: RememberedSeal): { readonly size: number; readonly root: string } | undefined {
  const head = headOf(checkpoint);
  return head && { size: head.size, root: bytesToHex(head.root) };
}
