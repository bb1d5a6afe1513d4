import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Change } from './promise.ts';

export const ROOT = join(import.meta.dirname, '..');

/** A copy of the project's own files in which the code is changed; the files that people work on stay as they are. */
export type ChangedTree = {
  readonly folder: string;
  /**
   * Makes the changes while `work` runs, and takes them back afterwards, also when it throws.
   * @throws Error when the text of a change does not stand in its file exactly once
   */
  readonly withChanges: <T>(changes: readonly Change[], work: () => Promise<T>) => Promise<T>;
  readonly remove: () => Promise<void>;
};

/** Copies what git knows, and new files that it does not ignore; the packages are linked. */
export async function copyTree(): Promise<ChangedTree> {
  const folder = await mkdtemp(join(tmpdir(), 'evo-sabotage-'));
  const files = await projectFiles();
  for (const file of files) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await cp(join(ROOT, file), join(folder, file));
  }
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');
  return {
    folder,
    withChanges: (changes, work) => withChanges(folder, changes, work),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

async function projectFiles(): Promise<string[]> {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate'];
  const list = await promisify(execFile)('git', args, { cwd: ROOT, maxBuffer: 64 * 1024 * 1024 });
  // A link to the packages is no folder and so not ignored as one.
  return list.stdout.split('\0').filter((file) => file !== '' && file !== 'node_modules');
}

async function withChanges<T>(
  folder: string,
  changes: readonly Change[],
  work: () => Promise<T>,
): Promise<T> {
  const before = new Map<string, string>();
  try {
    for (const change of changes) {
      const path = join(folder, change.file);
      const source = await readFile(path, 'utf8');
      if (!before.has(path)) before.set(path, source);
      await writeFile(path, applyChange(source, change));
    }
    return await work();
  } finally {
    for (const [path, source] of before) await writeFile(path, source);
  }
}

/** @throws Error when the text of the change does not stand in the source exactly once, or would stay as it is */
export function applyChange(source: string, { file, from, to }: Change): string {
  const parts = source.split(from);
  if (from === '' || parts.length !== 2) {
    throw new Error(`${file} holds this ${parts.length - 1} times, not once: ${from}`);
  }
  if (from === to) throw new Error(`${file} would stay as it is: ${from}`);
  return parts.join(to);
}
