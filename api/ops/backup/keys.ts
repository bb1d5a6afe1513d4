import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { codeOf } from '../../../contracts/error-code.ts';
import { reasonOf } from '../../../contracts/reason-of.ts';
import { writeWhole } from '../../../ledger/embedded/commands/whole-file.ts';
import { loadSeeds, type Seeds } from '../../../ledger/seed-file.ts';
import { syncFolder } from '../../../ledger/sync-folder.ts';
import { writeNew } from '../../../ledger/write-once.ts';
import type { Config } from '../../config.ts';
import { keyTexts, type MasterKeys, masterKeysOf, vaultKeyFile } from '../../vault/master-key.ts';
import { makeFolder } from '../one-folder.ts';
import { OpsRefused } from '../ops-refused.ts';
import { fingerprint, type Manifest } from './manifest.ts';

/** What a local trial keeps beside its stores: the keys of its Demo wallets and of its own beacon. */
const OF_TRIAL = ['demo-wallets.json', 'beacon.key'];

export type Fingerprints = Manifest['fingerprints'];

/** The keys of the vault that a program with these settings has. @throws OpsRefused when there is none */
export async function currentMasterKeys(config: Config): Promise<MasterKeys> {
  const settled = masterKeysOf(config.vaultKeys);
  if (settled) return settled;
  const file = vaultKeyFile(config.dataDir);
  const keys = masterKeysOf(keyTexts(await readOrNothing(file)));
  if (keys) return keys;
  throw new OpsRefused(
    `There is no key of the vault: neither VAULT_KEY nor ${file}. Set what the program has.`,
  );
}

/** Where the notary's keys are, for a program with these settings. */
export const notaryKeyFile = ({ notary, dataDir }: Config): string =>
  notary.keyFile ?? join(dataDir, 'notary.key');

/**
 * Copies the keys into a folder that only its owner reads; it may be that of earlier backups, whose keys stay.
 * @throws OpsRefused where it holds keys that this program has not got any more, or the settings name none
 */
export async function backUpKeys(config: Config, folder: string): Promise<Fingerprints> {
  await makeFolder(folder);
  const vault = await currentMasterKeys(config);
  await keep(join(folder, 'vault.key'), vault.map((key) => `${key.toString('base64')}\n`).join(''));
  const notaryFile = notaryKeyFile(config);
  const notary = await readOrNothing(notaryFile);
  if (notary === '' && config.notary.keyFile !== undefined)
    throw new OpsRefused(`NOTARY_KEY names ${notaryFile}, where there is no key. Set what the program has.`);
  if (notary !== '') await keep(join(folder, 'notary.key'), notary);
  for (const name of OF_TRIAL) {
    const text = await readOrNothing(join(config.dataDir, name));
    if (text !== '' && config.eventStoreUrl === undefined) await keep(join(folder, name), text);
  }
  return fingerprintsIn(folder);
}

async function fingerprintsIn(folder: string): Promise<Fingerprints> {
  const vault = masterKeysOf(keyTexts(await readOrNothing(join(folder, 'vault.key')))) ?? [];
  const file = join(folder, 'notary.key');
  const notary = (await readOrNothing(file)) === '' ? [] : await seedsIn(file);
  return { vault: vault.map(fingerprint), notary: notary.map(fingerprint) };
}

/** @throws OpsRefused where there is none, or something else */
async function seedsIn(file: string): Promise<Seeds> {
  try {
    return await loadSeeds(file, 'must exist');
  } catch (error) {
    throw new OpsRefused(`${reasonOf(error)}.`, error);
  }
}

/** A file with keys that the data folder of the restored program has to have. */
type KeyFile = { readonly path: string; readonly from: string; readonly what: string; readonly text: string };

/**
 * The keys that the restored program is to have: those of the settings must be those of the backup, and where the settings
 * name none they are to be put into the data folder (`putKeys`). Nothing is changed.
 * @throws OpsRefused when another key is there, or none
 */
export async function keysToRestore(
  config: Config,
  folder: string,
  manifest: Manifest,
): Promise<{ masterKeys: MasterKeys; files: readonly KeyFile[] }> {
  const { fingerprints } = manifest;
  const [ownVault, ownNotary] = [join(folder, 'vault.key'), join(folder, 'notary.key')];
  const vaultFile = vaultKeyFile(config.dataDir);
  const files: KeyFile[] = [];
  if (config.vaultKeys.length === 0) files.push(await toPut(ownVault, vaultFile, 'the key of the vault'));
  const masterKeys = masterKeysOf(
    config.vaultKeys.length > 0 ? config.vaultKeys : keyTexts(files[0]?.text ?? ''),
  );
  const has = new Set(masterKeys?.map(fingerprint));
  if (!masterKeys || !fingerprints.vault.every((known) => has.has(known))) {
    const what =
      config.vaultKeys.length > 0
        ? `VAULT_KEY is not the key of this backup, which is in ${ownVault} where it was not kept elsewhere.`
        : `${ownVault} is not the key of this backup: name the folder with its keys (--keys FOLDER).`;
    throw new OpsRefused(`${what} Without it no email address could be read any more.`);
  }
  if (fingerprints.notary.length > 0) {
    const isNamed = config.notary.keyFile !== undefined;
    if (!isNamed) files.push(await toPut(ownNotary, notaryKeyFile(config), 'the key of the notary'));
    const file = isNamed ? notaryKeyFile(config) : ownNotary;
    const seeds = (await seedsIn(file)).map(fingerprint);
    if (!fingerprints.notary.every((known) => seeds.includes(known))) {
      const where = isNamed
        ? `, which are in ${ownNotary} where they were not kept elsewhere.`
        : ': name the folder with its keys (--keys FOLDER).';
      throw new OpsRefused(`${file} does not hold the keys by which this ledger was sealed${where}`);
    }
  }
  if (config.eventStoreUrl === undefined) {
    for (const name of OF_TRIAL) {
      if ((await readOrNothing(join(folder, name))) !== '')
        files.push(await toPut(join(folder, name), join(config.dataDir, name), name));
    }
  }
  return { masterKeys, files };
}

/** What is there already and says the same stays. */
async function toPut(from: string, path: string, what: string): Promise<KeyFile> {
  const text = await readOrNothing(from);
  const file = { path, from, what, text };
  const there = await readOrNothing(path);
  if (there !== '' && there !== text) throw holdsAnother(file);
  if (text === '')
    throw new OpsRefused(`${from} is not there: name the folder with ${what} (--keys FOLDER).`);
  return file;
}

/**
 * Puts each file where it belongs, but those that are there already; all of them or none.
 * @returns those that were made
 * @throws OpsRefused where one has come meanwhile that holds another key
 */
export async function putKeys(files: readonly KeyFile[]): Promise<readonly KeyFile[]> {
  const made: KeyFile[] = [];
  try {
    for (const file of files) {
      if (await writeNew(file.path, file.text)) made.push(file);
      else if ((await readFile(file.path, 'utf8')) !== file.text) throw holdsAnother(file);
    }
    return made;
  } catch (error) {
    await takeBack(made);
    throw error;
  }
}

/** @param made what `putKeys` has made */
export async function takeBack(made: readonly KeyFile[]): Promise<void> {
  for (const { path } of made) await rm(path, { force: true });
}

const holdsAnother = ({ path, from, what }: KeyFile): OpsRefused =>
  new OpsRefused(`${path} holds another one: ${what} of the backup is in ${from}.`);

/**
 * All of the new text or all of the old one, whatever happens: nothing else may have these keys. Of several that come to a new
 * folder at once one has it, and the others see its keys; who has nothing to add writes nothing over what another one adds.
 */
async function keep(file: string, text: string): Promise<void> {
  if (!(await isFirst(file, text))) {
    const there = await readOrNothing(file);
    const kept = new Set(linesOf(text));
    if (!linesOf(there).every((line) => kept.has(line))) {
      throw new OpsRefused(
        `${file} holds a key that this program has not got any more, and that earlier backups need: name another folder (--keys FOLDER).`,
      );
    }
    if (there !== text) await replace(file, text);
  }
  // Also where another backup has just given it its name; and no draft with keys comes back.
  await syncFolder(dirname(file));
}

/** Writes it where there is none; whether there was none. */
async function isFirst(file: string, text: string): Promise<boolean> {
  try {
    await writeWhole(file, (draft) => writeFile(draft, text));
    return true;
  } catch (error) {
    if (!existsSync(file)) throw error;
    return false;
  }
}

async function replace(file: string, text: string): Promise<void> {
  const draft = `${file}.${randomUUID()}`;
  try {
    await writeFile(draft, text, { mode: 0o600, flush: true });
    await rename(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

async function readOrNothing(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return '';
    throw error;
  }
}
