import type * as fileSystem from 'node:fs/promises';
import { link, mkdtemp, open, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** A disk that can be watched: what it was told, in its order. */
vi.mock('node:fs/promises', async (original) => {
  const whole = await original<typeof fileSystem>();
  return { ...whole, link: vi.fn(whole.link), open: vi.fn(whole.open) };
});

// Files of tests take turns in one process, which may have loaded it with the disk itself.
vi.resetModules();
const { writeOnce } = await import('./write-once.ts');

let folder: string;
let path: string;
let told: string[];
let fault: string | undefined;
beforeEach(async () => {
  const whole = await vi.importActual<typeof fileSystem>('node:fs/promises');
  folder = await mkdtemp(join(tmpdir(), 'evo-write-once-'));
  path = join(folder, 'a.key');
  told = [];
  fault = undefined;
  vi.mocked(link).mockImplementation(async (from, to) => {
    await whole.link(from, to);
    told.push(`${String(to)} is a name`);
  });
  vi.mocked(open).mockImplementation(async (at, ...how) => {
    const handle = await whole.open(at, ...how);
    const sync = handle.sync.bind(handle);
    handle.sync = async () => {
      if (fault) throw Object.assign(new Error(fault), { code: fault });
      await sync();
      told.push(`${String(at)} is on the disk`);
    };
    return handle;
  });
});
afterEach(async () => {
  vi.mocked(link).mockReset();
  vi.mocked(open).mockReset();
  await rm(folder, { recursive: true });
});

test('nobody has a key before its name is on the disk, too: what is sealed with it may outlive a power cut', async () => {
  expect(await writeOnce(path, 'mine')).toBe('mine');
  expect(told).toEqual([`${path} is a name`, `${folder} is on the disk`]);
  // Who comes second uses the same key, whose name may be as new.
  expect(await writeOnce(path, 'yours')).toBe('mine');
  expect(told.slice(2)).toEqual([`${folder} is on the disk`]);
  expect(await readFile(path, 'utf8')).toBe('mine');
  expect(await readdir(folder)).toEqual(['a.key']);
});

test('a file system that syncs no folders keeps a key as well as it can; a disk that fails gives none', async () => {
  fault = 'EINVAL';
  expect(await writeOnce(path, 'mine')).toBe('mine');
  fault = 'EIO';
  await expect(writeOnce(path, 'yours')).rejects.toThrow('EIO');
  expect(await readFile(path, 'utf8')).toBe('mine');
});
