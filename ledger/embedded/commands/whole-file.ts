import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf } from '../../../contracts/error-code.ts';
import { syncFolder } from '../../sync-folder.ts';

/**
 * Gives a file its name only when it is whole and on disk, and never over another one. Several that write to one name at
 * once do not write into each other: the first to be done has it. What breaks off leaves nothing.
 * @param write fills the draft, an empty file that only its owner reads
 * @throws Error when there is a file of that name
 */
export async function writeWhole<Written>(
  target: string,
  write: (draft: string) => Promise<Written>,
): Promise<Written> {
  if (existsSync(target)) throw alreadyThere(target);
  const draft = `${target}.${randomUUID()}.partial`;
  try {
    await (await open(draft, 'wx', 0o600)).close();
    const written = await write(draft);
    await sync(draft);
    await name(draft, target);
    await syncFolder(dirname(target));
    return written;
  } catch (error) {
    throw codeOf(error) === 'EEXIST' ? alreadyThere(target, error) : error;
  } finally {
    await rm(draft, { force: true });
  }
}

/** File systems without links: FAT, and many of other machines. */
const NO_LINKS: readonly unknown[] = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'];

async function name(draft: string, target: string): Promise<void> {
  try {
    // Unlike a rename it fails where somebody has the name by now.
    await link(draft, target);
  } catch (error) {
    if (!NO_LINKS.includes(codeOf(error))) throw error;
    if (existsSync(target)) throw alreadyThere(target, error);
    await rename(draft, target);
  }
}

function alreadyThere(target: string, cause?: unknown): Error {
  return new Error(`${target} exists already; a backup or an export never overwrites anything.`, { cause });
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  await handle.sync();
  await handle.close();
}
