import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildBeside } from './build-beside.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'evo-beside-'));
  await mkdir(join(root, 'ui'));
});
afterEach(() => rm(root, { recursive: true }));

/** One file of a name, and another one written behind it, as those that are compressed are. */
async function buildOne(name: string, meanwhile: () => Promise<void> = async () => undefined): Promise<void> {
  const entry = join(root, `${name}.js`);
  await writeFile(entry, `console.log('${name}');`);
  await build({
    configFile: false,
    root: join(root, 'ui'),
    logLevel: 'silent',
    plugins: [
      buildBeside(),
      {
        name: 'behind',
        async writeBundle({ dir = '' }) {
          await meanwhile();
          await writeFile(join(dir, `${name}.js.br`), 'compressed');
        },
      },
    ],
    build: {
      outDir: 'dist',
      emptyOutDir: true,
      rolldownOptions: { input: entry, output: { entryFileNames: '[name].js' } },
    },
  });
}
const built = async () => (await readdir(join(root, 'ui/dist'))).sort();

test('while a build writes, all of the one before is there, and then all of the new one; a third takes no part in it', async () => {
  await buildOne('first');
  let during: string[] = [];
  await buildOne('second', async () => {
    during = await built();
    await buildOne('third');
    expect(await built()).toEqual(['third.js', 'third.js.br']);
  });
  expect(during).toEqual(['first.js', 'first.js.br']);
  expect(await built()).toEqual(['second.js', 'second.js.br']);
  expect(await readdir(join(root, 'ui'))).toEqual(['dist']);
});

test('a build that fails leaves the one before as it was, and nothing of its own', async () => {
  await buildOne('first');
  const failing = buildOne('second', () => Promise.reject(new Error('no page can be drawn')));
  await expect(failing).rejects.toThrow('no page can be drawn');
  expect(await built()).toEqual(['first.js', 'first.js.br']);
  expect(await readdir(join(root, 'ui'))).toEqual(['dist']);
});

test('of builds that end at once one stays, whole', async () => {
  const names = ['a', 'b', 'c', 'd'];
  await Promise.all(names.map((name) => buildOne(name)));
  const [one = ''] = await built();
  expect(await built()).toEqual([one, `${one}.br`]);
  expect(await readdir(join(root, 'ui'))).toEqual(['dist']);
});

test('what builds that were killed have left the next one removes, and nothing that one at work may write to', async () => {
  const { pid: gone } = spawnSync(process.execPath, ['--version']);
  const longAgo = new Date(Date.now() - 2 * 3_600_000);
  const folders = {
    'left of a process that is gone': [`dist.${gone}.${randomUUID()}`, longAgo],
    'left by a release that named no process': [`dist.${randomUUID()}`, longAgo],
    'of a process that is at work': [`dist.${process.pid}.${randomUUID()}`, longAgo],
    'of a process that another machine may have': [`dist.${gone}.${randomUUID()}`, new Date()],
    'somebody else’s': ['dist.kept', longAgo],
  } as const;
  for (const [name, changed] of Object.values(folders)) {
    const folder = join(root, 'ui', name);
    await mkdir(join(folder, 'assets'), { recursive: true });
    await utimes(folder, changed, changed);
  }
  await buildOne('first');
  const there = await readdir(join(root, 'ui'));
  const kept = Object.entries(folders).filter(([, [name]]) => there.includes(name));
  expect(kept.map(([whose]) => whose)).toEqual([
    'of a process that is at work',
    'of a process that another machine may have',
    'somebody else’s',
  ]);
});
