import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { backUpKeys } from './keys.ts';
import { readManifest } from './manifest.ts';
import { type Folders, type Installation, install, restore } from './testing/installation.ts';
import { ownStores } from './testing/own-stores.ts';

const { place, newDatabase } = ownStores();

const installed = async (name: string) => install(place(name), await newDatabase());
const keyOf = (of: string, name: string) => readFile(join(of, name), 'utf8');

/** Resolves once so many wait for it. */
function meeting(count: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let here = 0;
  return async () => {
    here += 1;
    if (here === count) resolve();
    await promise;
  };
}

/** Each of them comes to its keys at the same moment. */
async function backUpAtOnce(all: readonly [Installation, Folders][]) {
  const meet = meeting(all.length);
  return Promise.allSettled(
    all.map(([{ backUp }, into]) => backUp(into, async (step) => (step === 'the keys' ? meet() : undefined))),
  );
}

test('of two installations whose backups come to one folder of keys at once one has it, and the other is refused', async () => {
  const installations = [await installed('one'), await installed('other')];
  for (let round = 0; round < 8; round += 1) {
    const keys = place(`keys-${round}`);
    const into = installations.map((_, index) => ({ folder: place(`of-${index}-${round}`), keys }));
    const ends = await backUpAtOnce(installations.map((one, index) => [one, into[index] ?? never()]));
    const done = ends.findIndex(({ status }) => status === 'fulfilled');
    const reasons = ends.flatMap((end) => (end.status === 'rejected' ? [String(end.reason)] : []));
    expect(reasons).toEqual([expect.stringMatching(/vault\.key holds a key .* name another folder/)]);
    const [own, other] = [installations[done] ?? never(), into[1 - done] ?? never()];
    for (const name of ['vault.key', 'notary.key'])
      expect(await keyOf(keys, name)).toBe(await keyOf(own.dataDir, name));
    expect((await readdir(keys)).toSorted()).toEqual(['notary.key', 'vault.key']);
    expect(await readdir(other.folder)).not.toContain('manifest.json');
    if (round > 0) continue;
    const dataDir = place('restored');
    await mkdir(dataDir);
    await restore(into[done] ?? never(), dataDir, await newDatabase());
    expect(await keyOf(dataDir, 'vault.key')).toBe(await keyOf(own.dataDir, 'vault.key'));
  }
});

test('of two installations that are backed up into one folder at once one has it, and the other is refused', async () => {
  const installations = [await installed('one'), await installed('other')];
  const into = { folder: place('backup'), keys: place('backup', 'keys') };
  const ends = await Promise.allSettled(installations.map(({ backUp }) => backUp(into)));
  const done = ends.findIndex(({ status }) => status === 'fulfilled');
  const reasons = ends.flatMap((end) => (end.status === 'rejected' ? [String(end.reason)] : []));
  expect(reasons).toEqual([expect.stringContaining('is not empty: a backup has a folder of its own')]);
  expect(await readManifest(into.folder)).toMatchObject({ ledger: { events: 0 } });
  const dataDir = place('restored');
  await mkdir(dataDir);
  await restore(into, dataDir, await newDatabase());
  const own = installations[done] ?? never();
  expect(await keyOf(dataDir, 'vault.key')).toBe(await keyOf(own.dataDir, 'vault.key'));
});

test('a replica that has not heard of the new key yet takes it from no backup that another one makes at the same moment', async () => {
  const { dataDir } = await installed('one');
  const old = (await keyOf(dataDir, 'vault.key')).trim();
  const next = Buffer.alloc(32, 7).toString('base64');
  const settings = (vault: string) => readConfig({ DATA_DIR: dataDir, VAULT_KEY: vault });
  for (let round = 0; round < 20; round += 1) {
    const keys = place(`keys-${round}`);
    await backUpKeys(settings(old), keys);
    const ends = await Promise.allSettled([
      backUpKeys(settings(`${next},${old}`), keys),
      backUpKeys(settings(old), keys),
    ]);
    expect(ends[0]?.status).toBe('fulfilled');
    expect(await keyOf(keys, 'vault.key')).toBe(`${next}\n${old}\n`);
  }
});

function never(): never {
  throw new Error('there is one for each');
}
