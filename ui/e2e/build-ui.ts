import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import chromium from '@sparticuz/chromium';

/**
 * Once before all browser tests: the browser is unpacked, which several test files at once would do into each
 * other's files, and the production build is made that the server hands out. In a process of its own, because the
 * test runner's NODE_ENV would put React's development code into it.
 */
export async function setup(): Promise<void> {
  await chromium.executablePath();
  await promisify(execFile)(
    process.execPath,
    ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'],
    {
      env: { ...process.env, NODE_ENV: 'production' },
    },
  );
}
