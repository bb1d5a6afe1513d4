import { monitorEventLoopDelay } from 'node:perf_hooks';
import { expect, test } from 'vitest';
import { raffleIdOf } from '../proof/raffle-id.ts';
import { createFreezer } from './freezer.ts';

const raffleId = raffleIdOf(1);

/** Bytes of so many ids; one every 2,654,435,761 of 2^32, so that they differ. */
function manyIds(count: number): Uint8Array<ArrayBuffer> {
  const ids = new Uint8Array(count * 16);
  const view = new DataView(ids.buffer);
  for (let n = 0; n < count; n++) view.setUint32(n * 16 + 12, Math.imul(n, 2_654_435_761));
  return ids;
}

test('while a hundred thousand entries freeze this thread goes on', async () => {
  const freezer = createFreezer();
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const begun = performance.now();
  const { count } = await freezer.freeze(raffleId, manyIds(100_000));
  const took = performance.now() - begun;
  delay.disable();
  expect(count).toBe(100_000);
  // In nanoseconds. On this thread it would be all that it took.
  expect(delay.max / 1e6).toBeLessThan(took / 4);
  await freezer.stop();
});
