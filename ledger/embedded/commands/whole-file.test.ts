import type * as fileSystem from 'node:fs/promises';
import { link, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** A file system that has no links, or whose disk fails, says so at `link`. */
vi.mock('node:fs/promises', async (original) => {
  const whole = await original<typeof fileSystem>();
  return { ...whole, link: vi.fn(whole.link) };
});
// Files of tests take turns in one process, which may have loaded it with the disk itself.
vi.resetModules();
const { writeWhole } = await import('./whole-file.ts');
const linkFails = (code: string) =>
  vi.mocked(link).mockRejectedValueOnce(Object.assign(new Error(code), { code }));

let folder: string;
let target: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'evo-whole-file-'));
  target = join(folder, 'backup');
});
afterEach(() => rm(folder, { recursive: true }));

const write = (text: string) => (draft: string) => writeFile(draft, text).then(() => text.length);

test.each(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'])(
  'a file system without links (%s) gives the file its name all the same, and takes none from another',
  async (code) => {
    linkFails(code);
    expect(await writeWhole(target, write('whole'))).toBe(5);
    expect(await readFile(target, 'utf8')).toBe('whole');
    linkFails(code);
    const second = join(folder, 'second');
    const overtaken = writeWhole(second, async (draft) => {
      await writeFile(draft, 'late');
      await writeFile(second, 'mine');
    });
    await expect(overtaken).rejects.toThrow(/exists already/);
    expect(await readFile(second, 'utf8')).toBe('mine');
    expect((await readdir(folder)).toSorted()).toEqual(['backup', 'second']);
  },
);

test('a disk that fails gives nothing its name, says why, and keeps no half of it', async () => {
  linkFails('EIO');
  await expect(writeWhole(target, write('whole'))).rejects.toThrow('EIO');
  const broken = writeWhole(target, async (draft) => {
    await writeFile(draft, 'half');
    throw new Error('no room');
  });
  await expect(broken).rejects.toThrow('no room');
  expect(await readdir(folder)).toEqual([]);
});
