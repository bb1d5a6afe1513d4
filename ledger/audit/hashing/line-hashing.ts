import { isAscii } from 'node:buffer';
import { type HashedLines, LineHasher } from '../../proof/audit/line-hasher.ts';
import { nodePrimitives } from '../node-primitives.ts';
import { placeFinder } from '../own-id.ts';

/** What was hashed of lines, and their bytes. */
export type HashedBatch = { readonly bytes: Uint8Array<ArrayBuffer>; readonly lines: HashedLines };

/** Hashes the lines of one export, from its first on. */
export type LineHashing = {
  /** How many batches may be told before the first is answered. */
  readonly ahead: number;
  /** @param bytes whole lines with their line feeds, the whole of an array; given away until they come back */
  readonly hash: (bytes: Uint8Array<ArrayBuffer>) => Promise<HashedBatch>;
  readonly close: () => void;
};

/** A hasher with Node's own crypto, and the check of ids. */
export function nodeLineHasher(): LineHasher {
  return new LineHasher({ primitives: nodePrimitives, placeOf: placeFinder() });
}

/** In this very thread. */
export function hashHere(): LineHashing {
  const hasher = nodeLineHasher();
  return {
    ahead: 0,
    hash: async (bytes) => ({ bytes, lines: hasher.hash(textOf(bytes), bytes) }),
    close: () => undefined,
  };
}

/** What is no UTF-8 is read as U+FFFD. */
export function textOf(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // Nearly all is plain ASCII, of which the same text is made much faster.
  return isAscii(buffer) ? buffer.toString('latin1') : buffer.toString();
}
