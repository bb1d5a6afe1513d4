import { randomUUID } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf } from '../contracts/error-code.ts';
import { syncFolder } from './sync-folder.ts';

/**
 * Writes a secret unless its file is there, readable by its owner only, and gives what the file holds. It appears whole
 * or not at all: half a key would lock up for ever what it is for. It outlives a power cut before anybody uses it.
 */
export async function writeOnce(path: string, text: string): Promise<string> {
  await writeNew(path, text);
  return readFile(path, 'utf8');
}

/** The same; whether it was this call that made the file. */
export async function writeNew(path: string, text: string): Promise<boolean> {
  const draft = `${path}.${randomUUID()}`;
  let isMade = false;
  try {
    await writeFile(draft, text, { mode: 0o600, flush: true });
    await link(draft, path);
    isMade = true;
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
  // Also where another has just given it its name.
  await syncFolder(dirname(path));
  return isMade;
}
