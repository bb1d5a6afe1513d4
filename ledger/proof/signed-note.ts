import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { base64Of, bytesOfBase64 } from './base64.ts';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from './bytes.ts';

/** A text with signatures under it, as C2SP signed-note (https://c2sp.org/signed-note) writes it. */
export type SignedNote = {
  /** Ends with a newline. */
  readonly text: string;
  readonly signatures: readonly NoteSignature[];
};

export type NoteSignature = {
  readonly name: string;
  /** 8 hex digits. Short on purpose: it finds a key and proves nothing. */
  readonly keyId: string;
  /** What follows the key id: 64 bytes of Ed25519 for a key of type 0x01. */
  readonly signature: Uint8Array;
};

/** A signer's public key with its name and the kind of its signatures. */
export type VerifierKey = {
  readonly name: string;
  readonly keyId: string;
  readonly type: number;
  /** 32 bytes. */
  readonly publicKey: Uint8Array;
};

/** Signature types of C2SP signed-note: Ed25519 over the text, and a witness's cosignature with its time. */
export const ED25519 = 0x01;
export const COSIGNATURE_V1 = 0x04;

/** More than this is not read; the standard asks for 16 at least. */
export const MAX_SIGNATURES = 64;
const MAX_NOTE = 64 * 1024;

/** Undefined for what is no signed note. Says nothing about whose signatures these are: see `verifyNote`. */
export function parseNote(note: string): SignedNote | undefined {
  const split = note.lastIndexOf('\n\n');
  if (note.length > MAX_NOTE || split < 0 || !note.endsWith('\n') || !isNoteText(note)) return undefined;
  const lines = note.slice(split + 2, -1).split('\n');
  if (lines.length > MAX_SIGNATURES) return undefined;
  const signatures = lines.map(parseSignatureLine).filter((signature) => signature !== undefined);
  return signatures.length === lines.length ? { text: note.slice(0, split + 1), signatures } : undefined;
}

/** One signature line without its newline. */
export function parseSignatureLine(line: string): NoteSignature | undefined {
  const [dash, name, encoded, ...more] = line.split(' ');
  if (dash !== '—' || !name || !encoded || more.length > 0 || !isKeyName(name)) return undefined;
  const bytes = bytesOfBase64(encoded);
  if (!bytes || bytes.length < 5) return undefined;
  return { name, keyId: bytesToHex(bytes.slice(0, 4)), signature: bytes.slice(4) };
}

/**
 * @throws RangeError when the text or a name cannot stand in a note, or nobody signs
 */
export function formatNote({ text, signatures }: SignedNote): string {
  if (!text.endsWith('\n') || !isNoteText(text)) throw new RangeError('this text cannot be signed as a note');
  if (signatures.length === 0) throw new RangeError('nobody signs this note');
  return `${text}\n${signatures.map(signatureLine).join('')}`;
}

/** With its newline. */
export function signatureLine({ name, keyId, signature }: NoteSignature): string {
  if (!isKeyName(name)) throw new RangeError(`${JSON.stringify(name)} is no name of a key`);
  return `— ${name} ${base64Of(concatBytes(hexToBytes(keyId), signature))}\n`;
}

/**
 * `<name>+<key id>+<base64(type || public key)>`, the text that people pin.
 * @param type of its signatures: `ED25519` unless it says otherwise
 */
export function verifierKeyOf(name: string, publicKey: Uint8Array, type: number = ED25519): string {
  if (!isKeyName(name)) throw new RangeError(`${JSON.stringify(name)} is no name of a key`);
  const key = concatBytes(Uint8Array.of(type), publicKey);
  return `${name}+${keyIdOf(name, key)}+${base64Of(key)}`;
}

/** Undefined unless it is a key of a known type whose id is its own. */
export function parseVerifierKey(text: string): VerifierKey | undefined {
  const [, name, keyId, encoded] = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/.exec(text) ?? [];
  const key = bytesOfBase64(encoded ?? '');
  if (!name || !keyId || !key || key.length !== 33 || !isKeyName(name)) return undefined;
  const [type] = key;
  if ((type !== ED25519 && type !== COSIGNATURE_V1) || keyIdOf(name, key) !== keyId) return undefined;
  return { name, keyId, type, publicKey: key.slice(1) };
}

/**
 * The keys of type 0x01 among `verifierKeys` that signed the note. None when nobody known signed, or when a known key's
 * signature is false: then, as the standard says, the whole note is refused. Signatures of others are passed over.
 */
export function verifyNote(note: SignedNote, verifierKeys: readonly VerifierKey[]): readonly VerifierKey[] {
  const verified = new Set<VerifierKey>();
  for (const { name, keyId, signature } of note.signatures) {
    const key = verifierKeys.find((known) => known.name === name && known.keyId === keyId);
    if (key?.type !== ED25519) continue;
    if (!isSignedBy(key.publicKey, utf8ToBytes(note.text), signature)) return [];
    verified.add(key);
  }
  return [...verified];
}

/** Signs a text with an Ed25519 key. @param secretKey the seed, 32 bytes */
export function signText(text: string, name: string, secretKey: Uint8Array): NoteSignature {
  const key = concatBytes(Uint8Array.of(ED25519), ed25519.getPublicKey(secretKey));
  return { name, keyId: keyIdOf(name, key), signature: ed25519.sign(utf8ToBytes(text), secretKey) };
}

/** Ed25519 as RFC 8032 verifies it; false for what is no key or no signature at all. */
export function isSignedBy(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  if (signature.length !== 64 || publicKey.length !== 32) return false;
  try {
    return ed25519.verify(signature, message, publicKey, { zip215: false });
  } catch {
    // Bytes that are no point of the curve.
    return false;
  }
}

/** @param key the type and the public key */
export function keyIdOf(name: string, key: Uint8Array): string {
  return bytesToHex(sha256(concatBytes(utf8ToBytes(`${name}\n`), key)).slice(0, 4));
}

/** Whether a name may stand in a note: no Unicode spaces, no plus, no control characters. */
export const isKeyName = (name: string): boolean =>
  name !== '' && isNoteText(name) && !/[\s\u0085+]/u.test(name);

/** Well-formed Unicode without control characters but the newline. */
function isNoteText(text: string): boolean {
  if (!text.isWellFormed()) return false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x20 && code !== 0x0a) return false;
  }
  return true;
}
