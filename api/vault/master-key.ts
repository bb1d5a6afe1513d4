import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../../contracts/error-code.ts';
import { writeOnce } from '../../ledger/write-once.ts';
import { decrypt, encrypt, KEY_BYTES, SealBroken } from './aes-gcm.ts';

/**
 * The keys that seal all other keys, 32 bytes each: the first one seals, and each of them opens. There are two while
 * the key is being replaced, and one otherwise.
 */
export type MasterKeys = readonly [Buffer, ...Buffer[]];

/** Where a program without `VAULT_KEY` keeps it. */
export const vaultKeyFile = (dataDir: string): string => join(dataDir, 'vault.key');

/**
 * From the settings, else from the file of the data folder, which is made at random the first time and readable by its
 * owner only.
 * @param given each 32 bytes in base64, checked by the settings
 */
export async function loadMasterKeys(given: readonly string[], dataDir: string): Promise<MasterKeys> {
  const settled = masterKeysOf(given);
  if (settled) return settled;
  const path = vaultKeyFile(dataDir);
  const text =
    (await stored(path)) ?? (await writeOnce(path, `${randomBytes(KEY_BYTES).toString('base64')}\n`));
  const keys = masterKeysOf(keyTexts(text));
  if (!keys) {
    throw new Error(`${path} is not a key; without the right one no email address can be read any more`);
  }
  return keys;
}

/** The keys of a setting or a file, a line or a comma between two. */
export function keyTexts(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter((part) => part !== '');
}

/** Undefined where there is none, or one is no key. */
export function masterKeysOf(texts: readonly string[]): MasterKeys | undefined {
  const [first, ...others] = texts.map((text) => Buffer.from(text, 'base64'));
  if (!first || [first, ...others].some((key) => key.length !== KEY_BYTES)) return undefined;
  return [first, ...others];
}

/** Sealed with the key that counts now; see `encrypt`. */
export function sealWithMaster(keys: MasterKeys, place: string, plain: Buffer): string {
  return encrypt(keys[0], place, plain);
}

/**
 * With whichever of the keys it was sealed.
 * @throws SealBroken
 */
export function openWithMaster(keys: MasterKeys, place: string, sealed: string): Buffer {
  return opened(keys, place, sealed).plain;
}

/** Whether a text was sealed with the key that counts now. @throws SealBroken when none of the keys opens it */
export function isUnderNewest(keys: MasterKeys, place: string, sealed: string): boolean {
  return opened(keys, place, sealed).key === keys[0];
}

function opened(keys: MasterKeys, place: string, sealed: string): { key: Buffer; plain: Buffer } {
  let broken: unknown;
  for (const key of keys) {
    try {
      return { key, plain: decrypt(key, place, sealed) };
    } catch (error) {
      if (!(error instanceof SealBroken)) throw error;
      broken = error;
    }
  }
  throw broken;
}

/**
 * The key of an account is there, and this replica has not got the key that it was sealed with: one that has may open it. It
 * shows nothing of what was sealed, and nothing is given up for it.
 */
export class KeyClosed extends SealBroken {
  constructor(cause?: unknown) {
    super(cause);
    this.message = 'The key of an account does not open with VAULT_KEY (or with vault.key in DATA_DIR)';
    this.name = 'KeyClosed';
  }
}

/** What a sealed text is bound to, by what it is. */
export const sealPlaces = {
  programKey: (name: string) => `program-key/${name}`,
  accountKey: (userId: string) => `account-key/${userId}`,
  raffleSeed: (hash: string) => `raffle-seed/${hash}`,
} as const;

async function stored(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
