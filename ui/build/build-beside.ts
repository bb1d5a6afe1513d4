import { randomUUID } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Plugin } from 'vite';
import { codeOf } from '../../contracts/error-code.ts';

/**
 * Builds into a folder beside that of the build before, and takes its place once all is written: a program that begins
 * meanwhile, or another build of the same checkout, never meets half of it.
 */
export function buildBeside(): Plugin {
  let place = '';
  let own = '';
  return {
    name: 'build-beside',
    apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    config({ root = '', build: { outDir = 'dist' } = {} }) {
      place = resolve(root, outDir);
      own = `${place}.${randomUUID()}`;
      return { build: { outDir: own } };
    },
    // Behind all that write something.
    writeBundle: { order: 'post', handler: () => putInPlace(own, place) },
    // Of a build that has failed.
    closeBundle: () => rm(own, { recursive: true, force: true }),
  };
}

/** Of builds that end at once the last one stays. */
async function putInPlace(own: string, place: string): Promise<void> {
  for (let isDone = false; !isDone; ) {
    const before = `${place}.${randomUUID()}`;
    const hasMoved = await couldBe(['ENOENT'], rename(place, before));
    isDone = await couldBe(['ENOTEMPTY', 'EEXIST'], rename(own, place));
    if (hasMoved) await rm(before, { recursive: true });
  }
}

/** Whether it could be done; false for what another build causes that has come between. */
async function couldBe(others: readonly string[], done: Promise<void>): Promise<boolean> {
  try {
    await done;
    return true;
  } catch (error) {
    if (others.some((code) => codeOf(error) === code)) return false;
    throw error;
  }
}
