import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addSeed, loadSeeds } from '../../../ledger/seed-file.ts';
import { readConfig } from '../../config.ts';
import { backUpKeys, keysToRestore, putKeys } from './keys.ts';
import type { Manifest } from './manifest.ts';

let dataDir: string;
let folder: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'evo-keys-'));
  folder = join(dataDir, 'backup-keys');
});
afterEach(() => rm(dataDir, { recursive: true }));

const [old, next] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')];
const backUp = (keys: string) => backUpKeys(readConfig({ DATA_DIR: dataDir, VAULT_KEY: keys }), folder);
const kept = (name: string) => readFile(join(folder, name), 'utf8');

test('a folder of keys that serves one backup after another keeps what the earlier ones need', async () => {
  const file = join(dataDir, 'notary.key');
  await loadSeeds(file, 'make');
  await backUp(old);
  expect(await kept('vault.key')).toBe(`${old}\n`);
  await addSeed(file);
  // While a key is replaced there are both.
  const both = await backUp(`${next},${old}`);
  expect(both.vault).toHaveLength(2);
  expect(both.notary).toHaveLength(2);
  expect(await kept('vault.key')).toBe(`${next}\n${old}\n`);
  await expect(backUp(next)).rejects.toThrow(/vault\.key holds a key .* earlier backups need/);
  expect(await kept('vault.key')).toBe(`${next}\n${old}\n`);
  await rm(file);
  await loadSeeds(file, 'make');
  const seals = await kept('notary.key');
  await expect(backUp(`${next},${old}`)).rejects.toThrow(/notary\.key holds a key .* earlier backups need/);
  expect(await kept('notary.key')).toBe(seals);
  expect((await readdir(folder)).toSorted()).toEqual(['notary.key', 'vault.key']);
  for (const name of await readdir(folder)) expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
});

test('where the settings name a key of the notary that is not there, no backup is without it', async () => {
  const settings = { DATA_DIR: dataDir, VAULT_KEY: old, NOTARY_KEY: join(dataDir, 'mislaid.key') };
  await expect(backUpKeys(readConfig(settings), folder)).rejects.toThrow(/NOTARY_KEY names .*mislaid\.key/);
  await loadSeeds(settings.NOTARY_KEY, 'make');
  expect((await backUpKeys(readConfig(settings), folder)).notary).toHaveLength(1);
});

test('a key has the fingerprint for ever that the manifests of earlier backups know it by', async () => {
  const { vault } = await backUp(Buffer.alloc(32, 7).toString('base64'));
  expect(vault).toEqual(['fdd23f756fb8c7ca']);
});

/** An empty machine that gets the keys of a backup: those of its settings, else of its own data folder. */
async function restored(fingerprints: Manifest['fingerprints'], settings: Record<string, string> = {}) {
  const own = join(dataDir, 'restored');
  await mkdir(own, { recursive: true });
  // Nothing else of a manifest is about keys.
  const manifest = { fingerprints } as Manifest;
  const { masterKeys, files } = await keysToRestore(
    readConfig({ DATA_DIR: own, ...settings }),
    folder,
    manifest,
  );
  await putKeys(files);
  return { own, keys: masterKeys };
}

test('an empty machine gets the keys of the backup, for its owner only, and again where it has them', async () => {
  await loadSeeds(join(dataDir, 'notary.key'), 'make');
  await writeFile(join(dataDir, 'demo-wallets.json'), 'wallets');
  const fingerprints = await backUp(`${next},${old}`);
  for (let round = 0; round < 2; round++) {
    const { own, keys } = await restored(fingerprints);
    expect(keys.map((key) => key.toString('base64'))).toEqual([next, old]);
    for (const name of ['vault.key', 'notary.key', 'demo-wallets.json']) {
      expect(await readFile(join(own, name), 'utf8')).toBe(await kept(name));
      expect((await stat(join(own, name))).mode & 0o777).toBe(0o600);
    }
  }
});

test('a machine that has another key keeps it, and is told which', async () => {
  await loadSeeds(join(dataDir, 'notary.key'), 'make');
  const fingerprints = await backUp(old);
  const other = { vault: `${next}\n`, notary: `${randomBytes(32).toString('base64')}\n` };
  await mkdir(join(dataDir, 'restored'));
  const vault = join(dataDir, 'restored', 'vault.key');
  await writeFile(vault, other.vault);
  await expect(restored(fingerprints)).rejects.toThrow(`${vault} holds another one: the key of the vault`);
  expect(await readFile(vault, 'utf8')).toBe(other.vault);
  await rm(vault);
  const notary = join(dataDir, 'restored', 'notary.key');
  await writeFile(notary, other.notary);
  await expect(restored(fingerprints)).rejects.toThrow(`${notary} holds another one: the key of the notary`);
  expect(await readFile(notary, 'utf8')).toBe(other.notary);
});

test('keys that the settings name must be those of the backup, all of them', async () => {
  await loadSeeds(join(dataDir, 'notary.key'), 'make');
  const fingerprints = await backUp(`${next},${old}`);
  await expect(restored(fingerprints, { VAULT_KEY: next })).rejects.toThrow('VAULT_KEY is not the key');
  const { keys } = await restored(fingerprints, { VAULT_KEY: `${old},${next}` });
  expect(keys).toHaveLength(2);
  const file = join(dataDir, 'another-notary.key');
  await loadSeeds(file, 'make');
  const settings = { VAULT_KEY: `${next},${old}`, NOTARY_KEY: file };
  await expect(restored(fingerprints, settings)).rejects.toThrow(
    'does not hold the keys by which this ledger was sealed',
  );
  expect(
    (await restored(fingerprints, { ...settings, NOTARY_KEY: join(folder, 'notary.key') })).keys,
  ).toHaveLength(2);
});

test('keys that were kept elsewhere have to be named', async () => {
  const fingerprints = await backUp(old);
  await rm(join(folder, 'vault.key'));
  await expect(restored(fingerprints)).rejects.toThrow(
    'name the folder with the key of the vault (--keys FOLDER)',
  );
});

test('of keys that are put, those that were made are taken back where another one has come meanwhile', async () => {
  await loadSeeds(join(dataDir, 'notary.key'), 'make');
  const fingerprints = await backUp(old);
  const own = join(dataDir, 'restored');
  await mkdir(own);
  const manifest = { fingerprints } as Manifest;
  const { files } = await keysToRestore(readConfig({ DATA_DIR: own }), folder, manifest);
  const notary = join(own, 'notary.key');
  await writeFile(notary, `${next}\n`);
  await expect(putKeys(files)).rejects.toThrow(`${notary} holds another one: the key of the notary`);
  expect(await readdir(own)).toEqual(['notary.key']);
  expect(await readFile(notary, 'utf8')).toBe(`${next}\n`);
});
