import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { whyNoCompose } from './docker-engine.ts';

const why = whyNoCompose();
if (why) {
  console.log(`The compose files were not run: ${why}. Nothing was tested.`);
} else {
  const root = join(import.meta.dirname, '..');
  const parameters = ['run', '--config', 'vitest.compose.config.ts', ...process.argv.slice(2)];
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const { status } = spawnSync(process.execPath, [vitest, ...parameters], { cwd: root, stdio: 'inherit' });
  process.exitCode = status ?? 1;
}
