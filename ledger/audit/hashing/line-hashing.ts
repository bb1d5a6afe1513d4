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
    hash: async (bytes) => ({ bytes, lines: hasher.hash(textsOf(bytes)) }),
    close: () => undefined,
  };
}

/** Bytes of one text at the most, unless a line is longer: the engine gives a greater one memory of its own, which costs more than decoding it. */
const MOST_BYTES = 64 * 1024;
const LINE_FEED = 0x0a;

/** Whole lines as texts, each with its line feed. What is no UTF-8 is read as U+FFFD. */
export function textsOf(bytes: Uint8Array): string[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const texts: string[] = [];
  for (let from = 0, to = 0; from < buffer.length; from = to) {
    const last = buffer.subarray(from, from + MOST_BYTES).lastIndexOf(LINE_FEED);
    to = (last < 0 ? buffer.indexOf(LINE_FEED, from) : from + last) + 1;
    texts.push(textOf(buffer.subarray(from, to)));
  }
  return texts;
}

function textOf(bytes: Buffer): string {
  // Nearly all is plain ASCII, of which the same text is made much faster.
  return isAscii(bytes) ? bytes.toString('latin1') : bytes.toString();
}
