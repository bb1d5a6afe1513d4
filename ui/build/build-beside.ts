import { randomUUID } from 'node:crypto';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { codeOf } from '../../contracts/error-code.ts';
import { processExists } from '../../ledger/process-exists.ts';

/** Milliseconds after which a build is over, wherever it ran. */
const LONG_AGO = 3_600_000;

/**
 * Builds into a folder beside that of the build before, and takes its place once all is written: a program that begins
 * meanwhile, or another build of the same checkout, never meets half of it. What a build that was killed has left, a later
 * one removes.
 */
export function buildBeside(): Plugin {
  let place = '';
  let own = '';
  return {
    name: 'build-beside',
    apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    config({ root = '', build: { outDir = 'dist' } = {} }) {
      place = resolve(root, outDir);
      own = besideOf(place);
      return { build: { outDir: own } };
    },
    buildStart: () => removeLeft(place),
    // Behind all that write something.
    writeBundle: { order: 'post', handler: () => putInPlace(own, place) },
    // Of a build that has failed.
    closeBundle: () => rm(own, { recursive: true, force: true }),
  };
}

/** A folder of this process's own. */
const besideOf = (place: string) => `${place}.${process.pid}.${randomUUID()}`;

const LEFT = /\.(?:(\d+)\.)?[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** A process that is not found may be one of another machine, or of a container, on the same checkout, and at work. */
async function removeLeft(place: string): Promise<void> {
  const parent = dirname(place);
  for (const name of await readdir(parent)) {
    const [ending, pid] = LEFT.exec(name) ?? [];
    if (ending === undefined || name !== `${basename(place)}${ending}`) continue;
    if (pid !== undefined && processExists(Number(pid))) continue;
    const folder = join(parent, name);
    const changed = await stat(folder).then(
      ({ mtimeMs }) => mtimeMs,
      // Another build has removed it.
      () => undefined,
    );
    if (changed !== undefined && Date.now() - changed > LONG_AGO)
      await rm(folder, { recursive: true, force: true });
  }
}

/** Of builds that end at once the last one stays. */
async function putInPlace(own: string, place: string): Promise<void> {
  for (let isDone = false; !isDone; ) {
    const before = besideOf(place);
    const hasMoved = await couldBe(['ENOENT'], rename(place, before));
    isDone = await couldBe(['ENOTEMPTY', 'EEXIST'], rename(own, place));
    if (hasMoved) await rm(before, { recursive: true, force: true });
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
