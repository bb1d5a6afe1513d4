import { randomBytes, randomUUID } from 'node:crypto';
import { chmod, chown, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf } from '../contracts/error-code.ts';
import { inTurn } from './embedded/lock.ts';
import { syncFolder } from './sync-folder.ts';
import { writeOnce } from './write-once.ts';

const SEED_BYTES = 32;

/** Private keys of Ed25519 (RFC 8032), 32 bytes each: the one to sign with first, then those that it replaced. */
export type Seeds = readonly [Uint8Array, ...Uint8Array[]];

/**
 * The keys of a file, one a line in Base64. A file that is made anew has one, at random, and is readable by its owner
 * only.
 */
export async function loadSeeds(path: string, orMake: 'make' | 'must exist'): Promise<Seeds> {
  const text =
    (await stored(path)) ??
    (orMake === 'make' ? await writeOnce(path, textOf([randomBytes(SEED_BYTES)])) : undefined);
  if (text === undefined) throw new Error(`${path}, the file of the key, is not there`);
  return seedsIn(text, path);
}

/**
 * Puts a new key before the ones that are there. Of several that do it at once each keeps those of the others: the ledger
 * may have been handed over to any of them.
 */
export async function addSeed(path: string): Promise<Seeds> {
  await loadSeeds(path, 'must exist');
  return inTurn(path, () => addNext(path));
}

async function addNext(path: string): Promise<Seeds> {
  const known = await loadSeeds(path, 'must exist');
  const seeds: Seeds = [randomBytes(SEED_BYTES), ...known];
  const { mode, uid, gid } = await stat(path);
  const draft = `${path}.${randomUUID()}`;
  try {
    await writeFile(draft, textOf(seeds), { mode: mode & 0o777, flush: true });
    // Of what a new file asks for, the operator's umask would take something away.
    await chmod(draft, mode & 0o777);
    if (process.getuid?.() === 0) await chown(draft, uid, gid);
    await rename(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
  await syncFolder(dirname(path));
  return seeds;
}

function seedsIn(text: string, path: string): Seeds {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const seeds = lines.map((line) => {
    const seed = Buffer.from(line.trim(), 'base64');
    if (seed.length !== SEED_BYTES)
      throw new Error(`${path} holds a line that is no key of 32 bytes in base64`);
    return Uint8Array.from(seed);
  });
  const [newest, ...older] = seeds;
  if (!newest) throw new Error(`${path} holds no key`);
  return [newest, ...older];
}

const textOf = (seeds: Seeds): string =>
  seeds.map((seed) => `${Buffer.from(seed).toString('base64')}\n`).join('');

async function stored(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    // Of a read, Node names no file: of a folder, as Docker makes it where the file to be mounted is missing, nobody knew.
    throw new Error(`${path}, the file of the key, cannot be read (${codeOf(error)})`, { cause: error });
  }
}
