import { randomBytes, randomUUID } from 'node:crypto';
import { chown, link, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { NotarySeeds } from '../../ledger/audit/notary/sign-seal.ts';

const SEED_BYTES = 32;

/** Where the key of a data folder lies. */
export const keyFileIn = (dataDir: string): string => join(dataDir, 'notary.key');

/**
 * The notary's keys from a file: a seed of Ed25519 a line, 32 bytes in Base64, the one to sign with first and behind it
 * those that it replaced. A file that is made anew has one, at random, and is readable by its owner only.
 */
export async function loadNotarySeeds(path: string, orMake: 'make' | 'must exist'): Promise<NotarySeeds> {
  const text = (await stored(path)) ?? (orMake === 'make' ? await create(path) : undefined);
  if (text === undefined) throw new Error(`${path}, the file of the notary's key, is not there`);
  return seedsIn(text, path);
}

/** Puts a new key before the ones that are there. The notary hands over to it when it starts next. */
export async function replaceNotarySeed(path: string): Promise<NotarySeeds> {
  const known = await loadNotarySeeds(path, 'must exist');
  const seeds: NotarySeeds = [randomBytes(SEED_BYTES), ...known];
  const { mode, uid, gid } = await stat(path);
  const draft = await write(path, textOf(seeds), mode & 0o777);
  if (process.getuid?.() === 0) await chown(draft, uid, gid);
  await rename(draft, path);
  return seeds;
}

function seedsIn(text: string, path: string): NotarySeeds {
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

const textOf = (seeds: NotarySeeds): string =>
  seeds.map((seed) => `${Buffer.from(seed).toString('base64')}\n`).join('');

async function stored(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** The file appears whole or not at all: half a key would be another one. */
async function create(path: string): Promise<string> {
  const draft = await write(path, textOf([randomBytes(SEED_BYTES)]), 0o600);
  try {
    await link(draft, path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    await rm(draft);
  }
  return readFile(path, 'utf8');
}

async function write(path: string, text: string, mode: number): Promise<string> {
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, text, { mode, flush: true });
  return draft;
}
