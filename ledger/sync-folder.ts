import { open } from 'node:fs/promises';
import { codeOf } from '../contracts/error-code.ts';

/**
 * How systems and file systems say that they sync no folders; Postgres goes on there, too.
 * @see https://github.com/postgres/postgres/blob/REL_18_STABLE/src/backend/storage/file/fd.c fsync_fname_ext
 */
const UNABLE: readonly unknown[] = ['EISDIR', 'EACCES', 'EPERM', 'EBADF', 'EINVAL', 'ENOTSUP', 'ENOSYS'];

/** Resolves when the names in a folder would outlive a power cut: what a file holds may, and its name not. */
export async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    await handle.sync().finally(() => handle.close());
  } catch (error) {
    if (!UNABLE.includes(codeOf(error))) throw error;
  }
}
