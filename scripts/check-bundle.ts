import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/**
 * The JavaScript of the first load of each public page: the entry, the page's chunk, and what they import statically,
 * gzipped. Exits 1 where a page is above its limit. Run after `vite build`.
 */
const DIST = 'ui/dist';
const PAGES = [
  { path: '/', source: 'src/app/pages/SocialsPage.tsx', limitBytes: 150_000 },
  { path: '/evo-rewards', source: 'src/app/pages/RewardsPage.tsx', limitBytes: 150_000 },
  { path: '/raffle', source: 'src/app/pages/RafflePage.tsx', limitBytes: 150_000 },
] as const;

type Chunk = { readonly file: string; readonly isEntry?: boolean; readonly imports?: readonly string[] };
type Manifest = Readonly<Record<string, Chunk>>;

const manifest = readManifest();
const entry =
  Object.keys(manifest).find((key) => manifest[key]?.isEntry) ?? fail('The manifest has no entry.');
let isTooLarge = false;

for (const { path, source, limitBytes } of PAGES) {
  const sizes = [...withImports([entry, source])]
    .map((key) => manifest[key]?.file ?? fail(`The manifest has no ${key}.`))
    .map((file) => ({ file, bytes: gzipSync(readFileSync(join(DIST, file))).length }))
    .sort((a, b) => b.bytes - a.bytes);
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  for (const { file, bytes } of sizes) console.log(`${kilobytes(bytes).padStart(10)}  ${file}`);
  console.log(`${kilobytes(total).padStart(10)}  first load of ${path}, at most ${kilobytes(limitBytes)}\n`);
  isTooLarge ||= total > limitBytes;
}
if (isTooLarge) fail('A first load is too large.');

function withImports(keys: readonly string[], seen = new Set<string>()): Set<string> {
  for (const key of keys) {
    if (seen.has(key)) continue;
    seen.add(key);
    withImports(manifest[key]?.imports ?? [], seen);
  }
  return seen;
}

function readManifest(): Manifest {
  const path = join(DIST, '.vite/manifest.json');
  if (!existsSync(path)) fail(`${path} is missing: run \`npm run build\` first.`);
  // Written by the build that this script is run after.
  return JSON.parse(readFileSync(path, 'utf8')) as Manifest;
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
