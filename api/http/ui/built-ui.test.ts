import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
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
