import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freezeEntries, packIds } from '../proof/frozen-entries.ts';
import { raffleIdOf } from '../proof/raffle-id.ts';
import { createFreezer, FreezerDied } from './freezer.ts';

const raffleId = raffleIdOf(1);

/** Bytes of so many ids; one every 2,654,435,761 of 2^32, so that they differ. */
function manyIds(count: number): Uint8Array<ArrayBuffer> {
  const ids = new Uint8Array(count * 16);
  const view = new DataView(ids.buffer);
  for (let n = 0; n < count; n++) view.setUint32(n * 16 + 12, Math.imul(n, 2_654_435_761));
  return ids;
}

test('a worker gives what this thread would', async () => {
  const ids = Array.from({ length: 50 }, () => crypto.randomUUID());
  const freezer = createFreezer();
  const [frozen, other] = await Promise.all([
    freezer.freeze(raffleId, packIds(ids)),
    freezer.freeze(raffleIdOf(2), packIds(ids)),
  ]);
  expect(frozen).toEqual(freezeEntries(raffleId, packIds(ids)));
  expect(other).toEqual(freezeEntries(raffleIdOf(2), packIds(ids)));
  await freezer.stop();
});

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

describe('a thread that dies', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'evo-freezer-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  test.each([
    ['throws', 'throw new Error("out of luck");', 'out of luck'],
    ['ends', 'process.exit(3);', 'its thread ended with 3'],
    ['says nothing', 'export {};', 'its thread ended with 0'],
  ])('%s: it is said, and another may try', async (name, code, reason) => {
    const file = join(folder, `${name.replace(' ', '-')}.mjs`);
    await writeFile(file, code);
    const freezing = createFreezer(pathToFileURL(file)).freeze(raffleId, manyIds(3));
    await expect(freezing).rejects.toThrow(FreezerDied);
    await expect(freezing).rejects.toThrow(reason);
  });

  test('the program stops: at once, and nothing is begun any more', async () => {
    const freezer = createFreezer();
    const freezing = freezer.freeze(raffleId, manyIds(1_000_000));
    const refused = expect(freezing).rejects.toThrow('the program stops');
    await freezer.stop();
    await refused;
    await expect(freezer.freeze(raffleId, manyIds(1))).rejects.toThrow(FreezerDied);
  });
});
