import { Readable } from 'node:stream';

/** Milliseconds for which a receiver may take nothing, at once or a little here and there. */
const PATIENCE = 60_000;
/** Bytes a second by which that comes back. A line of the nineties takes more, and gets them packed. */
const LEAST_RATE = 16 * 1024;

/**
 * An export that is made while it is sent: not a piece of it before its receiver has taken the one before. Who takes
 * nothing for a while (a download that is paused, a machine that sleeps), or so little that it would last for days, is
 * let go, and leaves what the export holds to others.
 * @param patience milliseconds, for tests
 */
export function whileTaken(pieces: AsyncIterable<string>, patience = PATIENCE): Readable {
  const readable = Readable.from(inTurn(), { objectMode: false });
  async function* inTurn() {
    let left = patience;
    for await (const piece of pieces) {
      const given = performance.now();
      const letGo = setTimeout(() => readable.destroy(new Error('nobody takes the export')), left);
      try {
        yield piece;
      } finally {
        clearTimeout(letGo);
      }
      const taken = (piece.length / LEAST_RATE) * 1_000;
      left = Math.min(patience, left - (performance.now() - given) + taken);
    }
  }
  return readable;
}
