import { bytesOfBase64 } from './base64.ts';
import { equalBytes, utf8ToBytes } from './bytes.ts';
import {
  ED25519,
  isSignedBy,
  parseVerifierKey,
  type SignedNote,
  type VerifierKey,
  verifyNote,
} from './signed-note.ts';

/** A key of the notary as the ledger's `NotaryKeySet` has it: the first stands by itself. */
export type NotaryKey = {
  readonly verifierKey: string;
  readonly replaces: { readonly verifierKey: string; readonly signature: string } | null;
};

/** What the key of before signs when it hands over. */
export const successionText = (verifierKey: string): string => `evo-rewards notary key\n${verifierKey}\n`;

/**
 * Why a key cannot follow the one before; undefined when it does.
 * @param before null for the first key of a ledger
 */
export function successionFault(
  before: string | null,
  { verifierKey, replaces }: NotaryKey,
): string | undefined {
  const next = parseVerifierKey(verifierKey);
  if (next?.type !== ED25519) return `${verifierKey} is no Ed25519 key`;
  if (before === null) return replaces === null ? undefined : 'the first key replaces one that is not there';
  if (replaces?.verifierKey !== before) return `${verifierKey} does not replace ${before}`;
  if (before === verifierKey) return 'a key cannot replace itself';
  const old = parseVerifierKey(before);
  const signature = bytesOfBase64(replaces.signature);
  if (!old || !signature) return 'its signature cannot be read';
  if (old.name !== next.name) return `${verifierKey} has another name than ${before}`;
  const isSigned = isSignedBy(old.publicKey, utf8ToBytes(successionText(verifierKey)), signature);
  return isSigned ? undefined : `${before} did not sign ${verifierKey}`;
}

/** Why these are not the keys of one notary, oldest first; undefined when they are. */
export function keysFault(keys: readonly NotaryKey[]): string | undefined {
  if (keys.length === 0) return 'there is no key';
  for (const [index, key] of keys.entries()) {
    const fault = successionFault(keys[index - 1]?.verifierKey ?? null, key);
    if (fault) return fault;
  }
  return undefined;
}

/**
 * The keys that may speak for the notary: all of them, or where one is pinned, that one and those that it handed over
 * to. What stands before a pinned key does not follow from it: anybody can make a key and sign a known one with it.
 */
export function keysFrom(keys: readonly NotaryKey[], pinned: string | undefined): readonly VerifierKey[] {
  const first = pinned === undefined ? 0 : keys.findIndex(({ verifierKey }) => verifierKey === pinned);
  if (first < 0) return [];
  return keys
    .slice(first)
    .map(({ verifierKey }) => parseVerifierKey(verifierKey))
    .filter((key) => key !== undefined);
}

/**
 * Of the notary's keys, oldest first, the one that signed a note and those behind it: nothing newer is signed by one that
 * was replaced before, which somebody else may have. Of a key that came back the last time counts: what stands between was
 * replaced by it. None where none of them has signed the note.
 */
export function keysSince(keys: readonly VerifierKey[], note: SignedNote): readonly VerifierKey[] {
  const signers = verifyNote(note, keys);
  const signer = keys.findLastIndex((key) => signers.some((one) => isSameKey(one, key)));
  return signer < 0 ? [] : keys.slice(signer);
}

const isSameKey = (a: VerifierKey, b: VerifierKey): boolean =>
  a.name === b.name && equalBytes(a.publicKey, b.publicKey);
