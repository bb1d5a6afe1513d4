import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readBuiltUi } from './built-ui.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'evo-built-'));
  await mkdir(join(folder, 'assets'));
});
afterEach(() => rm(folder, { recursive: true }));

test('a program does not begin with half of what is being built', async () => {
  const begin = () => readBuiltUi(folder);
  await expect(begin()).rejects.toThrow('The UI is not built');
  await writeFile(
    join(folder, 'index.html'),
    '<script type="module" src="/assets/index-abc123.js"></script>',
  );
  await expect(begin()).rejects.toThrow('let it end');
  await writeFile(join(folder, 'assets/index-abc123.js'), '// whole');
  expect([...(await begin()).files.keys()]).toEqual(['/assets/index-abc123.js']);
});

test('a program begins with all of one build, also where another one takes its place meanwhile', async () => {
  const build = async (name: string) => {
    const own = `${folder}.${name}`;
    await mkdir(join(own, 'assets'), { recursive: true });
    const script = `/assets/index-${name}.js`;
    const page = '/assets/page.js';
    await writeFile(join(own, 'index.html'), `<script type="module" src="${script}"></script>`);
    await Promise.all([script, page].map((file) => writeFile(join(own, file), name)));
    return own;
  };
  const replace = async (name: string) => {
    const own = await build(name);
    await rename(folder, `${own}.before`);
    await rename(own, folder);
    await rm(`${own}.before`, { recursive: true });
  };
  await replace('first');
  for (let n = 0; n < 20; n += 1) {
    const [{ files, template }] = await Promise.all([readBuiltUi(folder), replace(`n${n}`)]);
    const [, name = ''] = /index-(\w+)\.js/.exec(template) ?? [];
    expect([...files.values()].map(({ bytes }) => bytes.toString())).toEqual([name, name]);
  }
});
