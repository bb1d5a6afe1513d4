import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { KEY_BYTES } from './aes-gcm.ts';
import { writeOnce } from './write-once.ts';

/**
 * The key that seals all other keys: from the settings, else the one of the data folder, which is made at random
 * the first time and readable by its owner only.
 * @param given 32 bytes in base64, checked by the settings
 */
export async function loadMasterKey(given: string | undefined, dataDir: string): Promise<Buffer> {
  if (given !== undefined) return Buffer.from(given, 'base64');
  const path = join(dataDir, 'vault.key');
  const text =
    (await stored(path)) ?? (await writeOnce(path, `${randomBytes(KEY_BYTES).toString('base64')}\n`));
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length !== KEY_BYTES) {
    throw new Error(`${path} is not a key; without the right one no email address can be read any more`);
  }
  return key;
}

async function stored(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
