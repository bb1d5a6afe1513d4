import { readdirSync, writeFileSync } from 'node:fs';
import type * as fileSystem from 'node:fs/promises';
import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Credential } from './credential.ts';
import { temporaryFolder } from './testing/temporary-store.ts';

/** Between two looks at a file another start may do all of its own. */
vi.mock('node:fs/promises', async (original) => {
  const whole = await original<typeof fileSystem>();
  return { ...whole, stat: vi.fn(whole.stat) };
});

// Files of tests take turns in one process, which may have loaded it with the disk itself.
vi.resetModules();
const { loadCredential } = await import('./credential.ts');

let folder: string;
beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => rm(folder, { recursive: true }));

async function emptyFolder(name: string): Promise<string> {
  const path = join(folder, name);
  await mkdir(path);
  return path;
}

test('a credential is made once, for its owner alone, however many begin at the same moment', async () => {
  const own = await emptyFolder('together');
  const file = join(own, 'ledger.credential');
  const made = await Promise.all(Array.from({ length: 10 }, () => loadCredential(file)));
  expect(new Set(made.map(({ password }) => password)).size).toBe(1);
  expect(await readFile(file, 'utf8')).toBe(`evo:${made[0]?.password}\n`);
  expect(await loadCredential(file)).toEqual(made[0]);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readdir(own)).toEqual(['ledger.credential']);
});

test('one that another start makes meanwhile stays, and is that of both', async () => {
  const own = await emptyFolder('meanwhile');
  const file = join(own, 'ledger.credential');
  const loading = loadCredential(file);
  // There is none yet for it: it has begun to make one.
  while (readdirSync(own).length === 0) await turn();
  writeFileSync(file, 'evo:of-the-other-start\n', { mode: 0o600, flag: 'wx' });
  expect(await loading).toEqual({ username: 'evo', password: 'of-the-other-start' });
  expect(await readFile(file, 'utf8')).toBe('evo:of-the-other-start\n');
  expect(await readdir(own)).toEqual(['ledger.credential']);
});

test('one that others could have read is made anew', async () => {
  const file = join(await emptyFolder('open'), 'ledger.credential');
  await writeFile(file, 'evo:everybody-has-read-this\n');
  await chmod(file, 0o640);
  expect((await loadCredential(file)).password).toMatch(/^[\w-]{43}$/);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test('one that others could have read is made anew once: a start that saw it earlier leaves the new one', async () => {
  const file = join(await emptyFolder('seen-earlier'), 'ledger.credential');
  await writeFile(file, 'evo:everybody-has-read-this\n');
  await chmod(file, 0o644);
  const whole = await vi.importActual<typeof fileSystem>('node:fs/promises');
  let other: Credential | undefined;
  vi.mocked(stat).mockImplementationOnce(async (path) => {
    const seen = await whole.stat(path);
    other = await loadCredential(file);
    return seen;
  });
  expect(await loadCredential(file)).toEqual(other);
  expect(await readFile(file, 'utf8')).toBe(`evo:${other?.password}\n`);
  expect(other?.password).toMatch(/^[\w-]{43}$/);
});

test('however many begin beside one that others could have read, all have the one that is there then', async () => {
  const file = join(await emptyFolder('open-together'), 'ledger.credential');
  await writeFile(file, 'evo:everybody-has-read-this\n');
  await chmod(file, 0o644);
  const made = await Promise.all(Array.from({ length: 10 }, () => loadCredential(file)));
  expect(new Set(made.map(({ password }) => password)).size).toBe(1);
  expect(await readFile(file, 'utf8')).toBe(`evo:${made[0]?.password}\n`);
});

test('what is no credential is left as it is', async () => {
  const file = join(await emptyFolder('odd'), 'ledger.credential');
  await writeFile(file, 'evo:short\n', { mode: 0o600 });
  await expect(loadCredential(file)).rejects.toThrow('holds no credential');
  expect(await readFile(file, 'utf8')).toBe('evo:short\n');
});

test('what is no credential is left as it is, also where others can read it', async () => {
  const file = join(await emptyFolder('letter'), 'letter.txt');
  await writeFile(file, 'Dear grandmother\n');
  await chmod(file, 0o644);
  await expect(loadCredential(file)).rejects.toThrow('holds no credential');
  expect(await readFile(file, 'utf8')).toBe('Dear grandmother\n');
});
