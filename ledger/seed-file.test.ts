import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { ed25519 } from '@noble/curves/ed25519.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseVerifierKey, verifierKeyOf } from './proof/signed-note.ts';
import { addSeed, loadSeeds } from './seed-file.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'evo-seeds-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('a key is made once, for its owner alone, however many begin at the same moment', async () => {
  const path = join(folder, 'made.key');
  const made = await Promise.all(Array.from({ length: 10 }, () => loadSeeds(path, 'make')));
  expect(new Set(made.map(([seed]) => Buffer.from(seed).toString('hex'))).size).toBe(1);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(await loadSeeds(path, 'must exist')).toEqual(made[0]);
  expect((await readdir(folder)).filter((name) => name.startsWith('made'))).toEqual(['made.key']);
});

test('a new key stands before the old ones, and the file keeps its mode', async () => {
  const path = join(folder, 'kept.key');
  const [old] = await loadSeeds(path, 'make');
  const [newest, ...others] = await addSeed(path);
  expect(others).toEqual([old]);
  expect(newest).not.toEqual(old);
  expect(await loadSeeds(path, 'must exist')).toEqual([Uint8Array.from(newest), old]);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test('keys that are put in at the same moment are all there, behind one another', async () => {
  const path = join(folder, 'together.key');
  const [old] = await loadSeeds(path, 'make');
  const hex = (seed: Uint8Array | undefined) => Buffer.from(seed ?? []).toString('hex');
  const added = (await Promise.all(Array.from({ length: 5 }, () => addSeed(path)))).map(([seed]) =>
    hex(seed),
  );
  const kept = (await loadSeeds(path, 'must exist')).map(hex);
  expect(kept.at(-1)).toBe(hex(old));
  expect(kept.slice(0, -1).toSorted()).toEqual(added.toSorted());
});

test.each([
  ['nothing', '', 'holds no key'],
  ['nothing but lines', '\n \n', 'holds no key'],
  ['a short key', 'AAAA\n', 'holds a line that is no key of 32 bytes in base64'],
  [
    'a key and something else',
    `${Buffer.alloc(32).toString('base64')}\nnotes\n`,
    'holds a line that is no key of 32 bytes in base64',
  ],
])('%s is no file of keys', async (_, text, words) => {
  const path = join(folder, 'odd.key');
  await writeFile(path, text);
  await expect(loadSeeds(path, 'make')).rejects.toThrow(new Error(`${path} ${words}`));
  expect(await readFile(path, 'utf8')).toBe(text);
});

test('keys may stand between empty lines and spaces', async () => {
  const path = join(folder, 'loose.key');
  const [one, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  await writeFile(path, `\n  ${one.toString('base64')} \n\n${other.toString('base64')}`);
  expect(await loadSeeds(path, 'must exist')).toEqual([Uint8Array.from(one), Uint8Array.from(other)]);
});

test('a file that its group may read is read by it with a new key, too', async () => {
  const path = join(folder, 'shared.key');
  await loadSeeds(path, 'make');
  await chmod(path, 0o640);
  await addSeed(path);
  expect((await stat(path)).mode & 0o777).toBe(0o640);
  // And what orders those who put in keys at once.
  expect((await readdir(folder)).filter((name) => name.startsWith('shared')).toSorted()).toEqual([
    'shared.key',
    'shared.key.lock',
  ]);
});

test('a file stays as open to others as it was: the umask of who puts in a key takes nothing away', async () => {
  const path = join(folder, 'open.key');
  await loadSeeds(path, 'make');
  // No usual umask leaves this to a new file.
  await chmod(path, 0o664);
  await addSeed(path);
  expect((await stat(path)).mode & 0o777).toBe(0o664);
});

test('a file that has to be there is not made', async () => {
  const path = join(folder, 'missing.key');
  const missing = new Error(`${path}, the file of the key, is not there`);
  await expect(loadSeeds(path, 'must exist')).rejects.toThrow(missing);
  await expect(addSeed(path)).rejects.toThrow(missing);
  expect(await readdir(folder)).not.toContain('missing.key');
});

test('what cannot be read, or made, is no missing file: of a folder in its place the name is told', async () => {
  const unreadable = new Error(`${folder}, the file of the key, cannot be read (EISDIR)`);
  await expect(loadSeeds(folder, 'make')).rejects.toThrow(unreadable);
  await expect(loadSeeds(folder, 'must exist')).rejects.toThrow(unreadable);
  await expect(loadSeeds(join(folder, 'no', 'such.key'), 'make')).rejects.toMatchObject({ code: 'ENOENT' });
});

test('npm run notary-key shows keys and replaces them', async () => {
  const file = join(folder, 'command.key');
  await loadSeeds(file, 'make');
  const run = async (...args: string[]) => {
    const script = join(import.meta.dirname, '../scripts/notary-key.ts');
    return (await promisify(execFile)(process.execPath, [script, ...args, '--file', file])).stdout.trim();
  };
  const before = await run('show', 'rewards.example/ledger');
  expect(parseVerifierKey(before)?.name).toBe('rewards.example/ledger');
  expect(await run('replace')).toContain('2 keys');
  expect((await run('show', 'rewards.example/ledger')).split('\n')[1]).toBe(before);
});

test('npm run notary-key takes settings that a deployment hands on empty for such that are not set', async () => {
  const file = join(folder, 'data', 'notary.key');
  await mkdir(dirname(file));
  const [seed] = await loadSeeds(file, 'make');
  const script = join(import.meta.dirname, '../scripts/notary-key.ts');
  const env = { ...process.env, NOTARY_KEY: '', DATA_DIR: '' };
  const show = promisify(execFile)(process.execPath, [script, 'show', 'a'], { cwd: folder, env });
  expect((await show).stdout.trim()).toBe(verifierKeyOf('a', ed25519.getPublicKey(seed)));
});
