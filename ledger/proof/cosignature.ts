import { ed25519 } from '@noble/curves/ed25519.js';
import { concatBytes, utf8ToBytes } from './bytes.ts';
import {
  COSIGNATURE_V1,
  isSignedBy,
  keyIdOf,
  type NoteSignature,
  type SignedNote,
  type VerifierKey,
} from './signed-note.ts';

/**
 * A witness's word that this checkpoint follows from all that it saw of the log before, and was the newest at a time
 * (C2SP tlog-cosignature, cosignature/v1: https://c2sp.org/tlog-cosignature).
 */
export type Cosignature = {
  readonly key: VerifierKey;
  /** Seconds since 1970. */
  readonly at: number;
  readonly signature: NoteSignature;
};

const TIME_BYTES = 8;

/** @param secretKey the seed, 32 bytes @param at seconds since 1970 */
export function cosign(text: string, name: string, secretKey: Uint8Array, at: number): NoteSignature {
  const key = concatBytes(Uint8Array.of(COSIGNATURE_V1), ed25519.getPublicKey(secretKey));
  const time = new Uint8Array(TIME_BYTES);
  new DataView(time.buffer).setBigUint64(0, BigInt(at));
  const signature = concatBytes(time, ed25519.sign(signedMessage(text, BigInt(at)), secretKey));
  return { name, keyId: keyIdOf(name, key), signature };
}

/**
 * The cosignatures of known witnesses, one each. As with every note, those of others are passed over; a false one of a
 * known witness counts for nothing and is no reason to doubt the others, for who serves a checkpoint may add lines.
 */
export function cosignaturesOf(note: SignedNote, witnesses: readonly VerifierKey[]): Cosignature[] {
  const found = new Map<VerifierKey, Cosignature>();
  for (const signature of note.signatures) {
    const key = witnesses.find(({ name, keyId }) => name === signature.name && keyId === signature.keyId);
    if (!key) continue;
    const at = cosignedAt(note.text, signature, key);
    const before = found.get(key);
    if (at !== undefined && (!before || before.at < at)) found.set(key, { key, at, signature });
  }
  return [...found.values()];
}

/** When the key cosigned the text, in seconds since 1970; undefined when it did not. */
export function cosignedAt(
  text: string,
  { name, keyId, signature }: NoteSignature,
  key: VerifierKey,
): number | undefined {
  if (key.type !== COSIGNATURE_V1 || key.name !== name || key.keyId !== keyId) return undefined;
  if (signature.length !== TIME_BYTES + 64) return undefined;
  const time = new DataView(signature.buffer, signature.byteOffset).getBigUint64(0);
  if (time > BigInt(MAX_TIME)) return undefined;
  const isTrue = isSignedBy(key.publicKey, signedMessage(text, time), signature.slice(TIME_BYTES));
  return isTrue ? Number(time) : undefined;
}

/** The last second that RFC 3339 has a form for: whoever counts in milliseconds is beyond it by tens of thousands of years. */
const MAX_TIME = 253_402_300_799;

const signedMessage = (text: string, time: bigint): Uint8Array =>
  utf8ToBytes(`cosignature/v1\ntime ${time}\n${text}`);
