import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/**
 * Once before all browser tests: the production build that the server hands out. In a process of its own,
 * because the test runner's NODE_ENV would put React's development code into it.
 */
export async function setup(): Promise<void> {
  await promisify(execFile)(
    process.execPath,
    ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'],
    {
      env: { ...process.env, NODE_ENV: 'production' },
    },
  );
}
