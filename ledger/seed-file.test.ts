import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseVerifierKey } from './proof/signed-note.ts';
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

test.each([
  ['nothing', ''],
  ['a short key', 'AAAA\n'],
  ['a key and something else', `${Buffer.alloc(32).toString('base64')}\nnotes\n`],
])('%s is no file of keys', async (_, text) => {
  const path = join(folder, 'odd.key');
  await writeFile(path, text);
  await expect(loadSeeds(path, 'make')).rejects.toThrow(path);
  expect(await readFile(path, 'utf8')).toBe(text);
});

test('a file that has to be there is not made', async () => {
  await expect(loadSeeds(join(folder, 'missing.key'), 'must exist')).rejects.toThrow('is not there');
  await expect(addSeed(join(folder, 'missing.key'))).rejects.toThrow('is not there');
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
