import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadDemoWallets } from './demo-wallets.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'evo-demo-wallets-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('they are made once for a data folder, for its owner alone, however many begin at the same moment', async () => {
  const made = await Promise.all(Array.from({ length: 5 }, () => loadDemoWallets(folder)));
  made.push(await loadDemoWallets(folder));
  expect(new Set(made.map((wallets) => JSON.stringify(wallets))).size).toBe(1);
  const keys = made[0]?.wallets.map(({ privateKey }) => privateKey) ?? [];
  expect(new Set(keys).size).toBe(2);
  expect(await readdir(folder)).toEqual(['demo-wallets.json']);
  expect((await stat(join(folder, 'demo-wallets.json'))).mode & 0o777).toBe(0o600);
});

test('what is no file of demo wallets is left as it is, and told', async () => {
  const file = join(folder, 'demo-wallets.json');
  await writeFile(file, '{"user": "0x1"');
  await expect(loadDemoWallets(folder)).rejects.toThrow('move it away to get new demo wallets');
  expect(await readFile(file, 'utf8')).toBe('{"user": "0x1"');
});
