import { performance } from 'node:perf_hooks';
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
  const ids = manyIds(100_000);
  const begun = performance.eventLoopUtilization();
  const { count } = await freezer.freeze(raffleId, ids);
  // On this thread it would be all of the time, however slow the machine is.
  expect(performance.eventLoopUtilization(begun).utilization).toBeLessThan(0.5);
  expect(count).toBe(100_000);
  await freezer.stop();
});
