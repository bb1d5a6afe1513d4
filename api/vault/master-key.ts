import { randomBytes, randomUUID } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { KEY_BYTES } from './aes-gcm.ts';

/**
 * The key that seals all other keys: from the settings, else the one of the data folder, which is made at random
 * the first time and readable by its owner only.
 * @param given 32 bytes in base64, checked by the settings
 */
export async function loadMasterKey(given: string | undefined, dataDir: string): Promise<Buffer> {
  if (given !== undefined) return Buffer.from(given, 'base64');
  const path = join(dataDir, 'vault.key');
  const text = (await stored(path)) ?? (await create(path));
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

/** The file appears whole or not at all: half a key would lock the vault for ever. */
async function create(path: string): Promise<string> {
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, `${randomBytes(KEY_BYTES).toString('base64')}\n`, { mode: 0o600, flush: true });
  try {
    await link(draft, path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    await rm(draft);
  }
  return readFile(path, 'utf8');
}
