import { bytesToHex, utf8ToBytes } from '../bytes.ts';
import { isSignedBy } from '../signed-note.ts';
import { FastSha256 } from './fast-sha256.ts';

/** The mathematics of an audit: the same everywhere, as fast as the place can. */
export type Primitives = {
  /** SHA-256 of bytes, or of the UTF-8 bytes of a text, put into `into` from `at` on: 32 bytes. */
  readonly sha256Into: (of: string | Uint8Array, into: Uint8Array, at: number) => void;
  /** SHA-256 of what is told in pieces. */
  readonly running: () => RunningDigest;
  /** Ed25519 as RFC 8032 verifies it; false also for what is no key or no signature at all. */
  readonly isSignedBy: (publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array) => boolean;
};

export type RunningDigest = {
  readonly update: (bytes: Uint8Array) => void;
  /** Lower-case hex, of all that was told; nothing more can be told then. */
  readonly hex: () => string;
};

/** In JavaScript alone: for the browser, and for tests of what is faster. */
export const portable: Primitives = {
  sha256Into(of, into, at) {
    one.reset();
    one.update(typeof of === 'string' ? bytesOf(of) : of);
    one.digestInto(into, at);
  },
  running() {
    const digest = new FastSha256();
    const into = new Uint8Array(32);
    return {
      update: (bytes) => digest.update(bytes),
      hex() {
        digest.digestInto(into, 0);
        return bytesToHex(into);
      },
    };
  },
  isSignedBy,
};

const one = new FastSha256();

const encoder = new TextEncoder();
const room = new Uint8Array(16 * 1024);

/** Good until the next call. */
function bytesOf(text: string): Uint8Array {
  // A character of UTF-16 is three bytes at the most.
  if (text.length * 3 > room.length) return utf8ToBytes(text);
  return room.subarray(0, encoder.encodeInto(text, room).written);
}
