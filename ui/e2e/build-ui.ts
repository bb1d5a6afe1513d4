import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import chromium from '@sparticuz/chromium';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of the built UI. */
    uiDist: string;
  }
}

/**
 * Once before all browser tests: the browser is unpacked, which several test files at once would do into each
 * other's files, and the production build is made that the server hands out, in a folder of this run's own, so that
 * no other build pulls it away. In a process of its own, because the test runner's NODE_ENV would put React's
 * development code into it.
 * @returns what removes the folder
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'evo-ui-'));
  await Promise.all([
    chromium.executablePath(),
    promisify(execFile)(
      process.execPath,
      ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn', '--outDir', folder, '--emptyOutDir'],
      { env: { ...process.env, NODE_ENV: 'production' } },
    ),
  ]);
  project.provide('uiDist', folder);
  return () => rm(folder, { recursive: true });
}
