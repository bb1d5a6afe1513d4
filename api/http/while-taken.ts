import { Readable } from 'node:stream';

/** Milliseconds after which who takes nothing of an export is let go. */
const PATIENCE = 60_000;

/**
 * An export that is made while it is sent: not a piece of it before its receiver has taken the one before. Who takes
 * nothing for a while (a download that is paused, a machine that sleeps) is let go, and leaves what the export holds to
 * others.
 * @param patience milliseconds, for tests
 */
export function whileTaken(pieces: AsyncIterable<string>, patience = PATIENCE): Readable {
  const readable = Readable.from(inTurn(), { objectMode: false });
  async function* inTurn() {
    for await (const piece of pieces) {
      const letGo = setTimeout(() => readable.destroy(new Error('nobody takes the export')), patience);
      try {
        yield piece;
      } finally {
        clearTimeout(letGo);
      }
    }
  }
  return readable;
}
