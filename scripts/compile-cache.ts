import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where Node keeps what it has compiled (https://nodejs.org/api/module.html#module-compile-cache). */
const FOLDER = 'NODE_COMPILE_CACHE';

/**
 * Once before all tests: the programs and threads that tests start, hundreds in a run, compile the same modules. In a
 * folder of this run's own, which nobody else can have written to.
 * @returns what removes it
 */
export async function setup(): Promise<() => Promise<void>> {
  // One serves all projects of a run.
  if (process.env[FOLDER]) return async () => undefined;
  const folder = await mkdtemp(join(tmpdir(), 'evo-compiled-'));
  process.env[FOLDER] = folder;
  return async () => {
    delete process.env[FOLDER];
    // A program that a test has killed may still write to it as it ends.
    await rm(folder, { recursive: true, force: true, maxRetries: 20 });
  };
}
