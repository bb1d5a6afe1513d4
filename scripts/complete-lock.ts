import { readFile, writeFile } from 'node:fs/promises';
import * as z from 'zod/mini';

/**
 * Adds to package-lock.json the optional packages of other platforms that `npm install` left out because the
 * registry in use does not hold them: `npm ci` refuses a lock without them, on every platform. Run it after
 * `npm install` (`node scripts/complete-lock.ts`). Each entry names its platform, so it is installed only there.
 */
const entry = z.looseObject({
  version: z.optional(z.string()),
  dev: z.optional(z.boolean()),
  optionalDependencies: z.optional(z.record(z.string(), z.string())),
});
const lockfile = z.looseObject({ packages: z.record(z.string(), entry) });

const OS = [
  'darwin',
  'linux',
  'win32',
  'windows',
  'freebsd',
  'openbsd',
  'netbsd',
  'sunos',
  'aix',
  'android',
  'openharmony',
];
const CPU = [
  'arm64',
  'x64',
  'ia32',
  'arm',
  'ppc64',
  'riscv64',
  's390x',
  'loong64',
  'mips64el',
  'wasm32',
  'amd64',
];

const path = new URL('../package-lock.json', import.meta.url);
const lock = lockfile.parse(JSON.parse(await readFile(path, 'utf8')));
let added = 0;
for (const [from, { optionalDependencies = {}, dev }] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(optionalDependencies)) {
    if (resolves(from, name)) continue;
    lock.packages[`node_modules/${name}`] = {
      version,
      ...(dev && { dev }),
      ...platformOf(name),
      optional: true,
    };
    added += 1;
  }
}
lock.packages = Object.fromEntries(
  Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en')),
);
await writeFile(path, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${added} packages of other platforms added to package-lock.json`);

/** Whether `name`, required from the package at `from`, is in the lock: Node's own walk up the folders. */
function resolves(from: string, name: string): boolean {
  for (let base = from; ; base = base.slice(0, Math.max(0, base.lastIndexOf('/node_modules/')))) {
    if (lock.packages[`${base === '' ? '' : `${base}/`}node_modules/${name}`]) return true;
    if (base === '') return false;
  }
}

function platformOf(name: string): Record<string, string[]> {
  const words = name.split('/').at(-1)?.split('-') ?? [];
  const os = words.find((word) => OS.includes(word));
  const cpu = words.find((word) => CPU.includes(word));
  if (!os && !cpu) throw new Error(`${name} does not name its platform`);
  const libc = words.some((word) => word.startsWith('musl'))
    ? 'musl'
    : words.some((word) => word.startsWith('gnu'))
      ? 'glibc'
      : '';
  return {
    ...(os && { os: [os === 'windows' ? 'win32' : os] }),
    ...(cpu && { cpu: [cpu === 'amd64' ? 'x64' : cpu] }),
    ...(os === 'linux' && libc && { libc: [libc] }),
  };
}
