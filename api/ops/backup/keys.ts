import { randomUUID } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { codeOf } from '../../../contracts/error-code.ts';
import { loadSeeds } from '../../../ledger/seed-file.ts';
import { syncFolder } from '../../../ledger/sync-folder.ts';
import { writeOnce } from '../../../ledger/write-once.ts';
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
  const notary = (await readOrNothing(file)) === '' ? [] : await loadSeeds(file, 'must exist');
  return { vault: vault.map(fingerprint), notary: notary.map(fingerprint) };
}

/**
 * Sees to it that the program which is restored has the keys of the backup: those of the settings must be them, and
 * where the settings name none they are put into the data folder.
 * @throws OpsRefused when another key is there
 */
export async function restoreKeys(config: Config, folder: string, manifest: Manifest): Promise<MasterKeys> {
  const { fingerprints } = manifest;
  const [ownVault, ownNotary] = [join(folder, 'vault.key'), join(folder, 'notary.key')];
  const vaultFile = vaultKeyFile(config.dataDir);
  if (config.vaultKeys.length === 0) await putIn(ownVault, vaultFile, 'the key of the vault');
  const vault = await currentMasterKeys(config);
  const has = new Set(vault.map(fingerprint));
  if (!fingerprints.vault.every((known) => has.has(known))) {
    const where = config.vaultKeys.length > 0 ? 'VAULT_KEY' : vaultFile;
    throw new OpsRefused(
      `${where} is not the key of this backup, which is in ${ownVault} where it was not kept elsewhere. Without it no email address could be read any more.`,
    );
  }
  if (fingerprints.notary.length > 0) {
    const file = notaryKeyFile(config);
    if (config.notary.keyFile === undefined) await putIn(ownNotary, file, 'the key of the notary');
    const seeds = (await loadSeeds(file, 'must exist')).map(fingerprint);
    if (!fingerprints.notary.every((known) => seeds.includes(known))) {
      throw new OpsRefused(
        `${file} does not hold the keys by which this ledger was sealed, which are in ${ownNotary} where they were not kept elsewhere.`,
      );
    }
  }
  if (config.eventStoreUrl === undefined) {
    for (const name of OF_TRIAL) {
      if ((await readOrNothing(join(folder, name))) !== '')
        await putIn(join(folder, name), join(config.dataDir, name), name);
    }
  }
  return vault;
}

/** What is there already and says the same stays. */
async function putIn(from: string, to: string, what: string): Promise<void> {
  const text = await readOrNothing(from);
  const there = await readOrNothing(to);
  if (there === text && text !== '') return;
  if (there !== '') throw new OpsRefused(`${to} holds another one: ${what} of the backup is in ${from}.`);
  if (text === '')
    throw new OpsRefused(`${from} is not there: name the folder with ${what} (--keys FOLDER).`);
  await writeOnce(to, text);
}

/** All of the new text or all of the old one, whatever happens: nothing else may have these keys. */
async function keep(file: string, text: string): Promise<void> {
  const kept = new Set(linesOf(text));
  if (!linesOf(await readOrNothing(file)).every((line) => kept.has(line))) {
    throw new OpsRefused(
      `${file} holds a key that this program has not got any more, and that earlier backups need: name another folder (--keys FOLDER).`,
    );
  }
  const draft = `${file}.${randomUUID()}`;
  try {
    await writeFile(draft, text, { mode: 0o600, flush: true });
    await rename(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
  await syncFolder(dirname(file));
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
