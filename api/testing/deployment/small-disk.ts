import { execFile } from 'node:child_process';
import { open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { temporaryFolder } from '../../../projector/testing/temporary-folder.ts';

const run = promisify(execFile);

/** A disk of a store's own, which can be filled to its last block. */
export type SmallDisk = {
  readonly folder: string;
  fill(): Promise<void>;
  free(): Promise<void>;
  remove(): Promise<void>;
};

/** Only who may mount can have one. */
export const mayMount = process.platform === 'linux' && process.getuid?.() === 0;

export async function mountSmallDisk(megabytes: number): Promise<SmallDisk> {
  const folder = await temporaryFolder();
  await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'tmpfs', folder]);
  const ballast = join(folder, 'ballast');
  return {
    folder,
    async fill() {
      const file = await open(ballast, 'w');
      try {
        for (const size of [1 << 20, 1 << 12]) {
          const block = Buffer.alloc(size);
          while (true) {
            const { bavail, bsize } = await statfs(folder);
            if (bavail * bsize < size) break;
            await file.write(block);
          }
        }
      } finally {
        await file.close();
      }
    },
    free: () => rm(ballast, { force: true }),
    async remove() {
      await run('umount', ['-l', folder]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
