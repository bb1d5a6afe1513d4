import { build } from 'vite';

/** Once before all browser tests: the production build that the server hands out. */
export async function setup(): Promise<void> {
  await build({ configFile: 'vite.config.ts', logLevel: 'warn' });
}
