import { open } from 'node:fs/promises';

/** Resolves when the names in a folder would outlive a power cut: what a file holds may, and its name not. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
