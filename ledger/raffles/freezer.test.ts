import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freezeEntries, packIds } from '../proof/frozen-entries.ts';
import { raffleIdOf } from '../proof/raffle-id.ts';
import { createFreezer, FreezerDied } from './freezer.ts';

const raffleId = raffleIdOf(1);

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
    const freezing = createFreezer(pathToFileURL(file)).freeze(raffleId, packIds([crypto.randomUUID()]));
    await expect(freezing).rejects.toThrow(FreezerDied);
    await expect(freezing).rejects.toThrow(reason);
  });

  test('the program stops: at once, and nothing is begun any more', async () => {
    const freezer = createFreezer();
    const freezing = freezer.freeze(raffleId, new Uint8Array(16 * 200_000));
    const refused = expect(freezing).rejects.toThrow('the program stops');
    await freezer.stop();
    await refused;
    await expect(freezer.freeze(raffleId, packIds([crypto.randomUUID()]))).rejects.toThrow(FreezerDied);
  });
});
