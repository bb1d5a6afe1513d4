import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { hasRoom, removeLeftFolders } from './memory-folder.ts';

const GB = 1024 ** 3;
const mounted = (options: string, type = 'tmpfs') =>
  `proc /proc proc rw 0 0\n${type} /dev/shm ${type} ${options} 0 0\n`;
const plenty = { mounts: mounted('rw,relatime'), room: 8 * GB, unused: 16 * GB };

test.each([
  ['enough of both', {}, true],
  ['little room there, as in a container', { room: GB / 16 }, false],
  ['little memory beside it', { unused: 6 * GB }, false],
  ['files that may not be run', { mounts: mounted('rw,nosuid,noexec') }, false],
  ['files that may only be read', { mounts: mounted('ro') }, false],
  ['a disk', { mounts: mounted('rw', 'ext4') }, false],
  ['a disk mounted over it', { mounts: mounted('rw') + mounted('rw', 'ext4') }, false],
  ['nothing there', { mounts: 'proc /proc proc rw 0 0\n' }, false],
])('tests use a folder in memory: %s', (_name, of, expected) => {
  expect(hasRoom({ ...plenty, ...of })).toBe(expected);
});

test('what a killed run has left is removed, and nothing else', () => {
  const parent = mkdtempSync(join(tmpdir(), 'evo-left-'));
  onTestFinished(() => rmSync(parent, { recursive: true }));
  const { pid } = spawnSync(process.execPath, ['--eval', '']);
  const kept = [`evo-tests-${process.pid}`, 'evo-tests-of-somebody', `evo-${pid}`];
  for (const name of [...kept, `evo-tests-${pid}`])
    mkdirSync(join(parent, name, 'data'), { recursive: true });
  removeLeftFolders(parent);
  expect(readdirSync(parent).sort()).toEqual(kept.sort());
});
