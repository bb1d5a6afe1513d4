import { randomUUID } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { codeOf } from '../contracts/error-code.ts';

/**
 * Writes a secret unless its file is there, readable by its owner only, and gives what the file holds. It appears whole
 * or not at all: half a key would lock up for ever what it is for.
 */
export async function writeOnce(path: string, text: string): Promise<string> {
  const draft = `${path}.${randomUUID()}`;
  try {
    await writeFile(draft, text, { mode: 0o600, flush: true });
    await link(draft, path);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
  return readFile(path, 'utf8');
}
