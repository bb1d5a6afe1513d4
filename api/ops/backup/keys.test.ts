import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addSeed, loadSeeds } from '../../../ledger/seed-file.ts';
import { readConfig } from '../../config.ts';
import { backUpKeys } from './keys.ts';

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
