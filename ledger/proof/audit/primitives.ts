import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '../bytes.ts';
import { isSignedBy } from '../signed-note.ts';

/** The mathematics of an audit: the same everywhere, as fast as the place can. */
export type Primitives = {
  /** SHA-256 of the UTF-8 bytes of a text, lower-case hex. */
  readonly sha256OfText: (text: string) => string;
  /** SHA-256 of bytes, 32 bytes. */
  readonly sha256OfBytes: (bytes: Uint8Array) => Uint8Array;
  /** Ed25519 as RFC 8032 verifies it; false also for what is no key or no signature at all. */
  readonly isSignedBy: (publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array) => boolean;
};

/** In JavaScript alone: for the browser, and for tests of what is faster. */
export const portable: Primitives = {
  sha256OfText: (text) => bytesToHex(sha256(utf8ToBytes(text))),
  sha256OfBytes: (bytes) => sha256(bytes),
  isSignedBy,
};
