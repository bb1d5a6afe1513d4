import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { whileTaken } from './while-taken.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

/** More than a stream keeps, so that each waits for its receiver. */
const PIECE = 'x'.repeat(100 * 1024);

/** Pieces that a receiver has got, who takes one every so many milliseconds. */
async function takenEvery(milliseconds: number, pieces: number): Promise<number> {
  async function* made() {
    for (let made = 0; made < pieces; made += 1) yield PIECE;
  }
  const readable = whileTaken(made());
  let taken = 0;
  let isOver = false;
  readable
    .once('error', () => undefined)
    .once('close', () => {
      isOver = true;
    });
  while (!isOver) {
    readable.read();
    // What a stream does next, it does in turns of its own.
    await turn();
    await turn();
    taken += 1;
    vi.advanceTimersByTime(milliseconds);
    await turn();
    if (taken > pieces + 2) break;
  }
  return taken;
}

test('who takes a little now and then is let go, and who takes it slowly gets all of it', async () => {
  // 2 KB a second.
  expect(await takenEvery(50_000, 40)).toBeLessThan(5);
  // 20 KB a second.
  expect(await takenEvery(5_000, 40)).toBeGreaterThanOrEqual(40);
});
