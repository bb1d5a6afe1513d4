import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The user of the operating system that Postgres runs as; undefined: the one who runs this process. */
export type SystemUser = { readonly uid: number; readonly gid: number } | undefined;

/**
 * Postgres refuses to run as root. Then it runs as the owner of the existing cluster, or else as the user
 * `postgres`, who is created where there is none.
 */
export async function systemUserFor(cluster: string): Promise<SystemUser> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await stat(cluster).catch(() => undefined);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return findPostgresUser().catch(async () => {
    await createPostgresUser();
    return findPostgresUser();
  });
}

async function findPostgresUser(): Promise<{ uid: number; gid: number }> {
  const [uid, gid] = await Promise.all([run('id', ['-u', 'postgres']), run('id', ['-g', 'postgres'])]);
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
}

async function createPostgresUser(): Promise<void> {
  const options = ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin'];
  await run('useradd', [...options, 'postgres']).catch((cause: unknown) => {
    throw new Error(
      'Postgres does not run as root and the user "postgres" could not be created. ' +
        'Start as another user, create the user "postgres", or set DATABASE_URL to a Postgres of your own.',
      { cause },
    );
  });
}

/**
 * Checks that `user` gets to `file` and may run or enter it, so that the error names the folder in the way and
 * not a library that Postgres did not find.
 */
export async function assertReachable(user: SystemUser, file: string): Promise<void> {
  if (!user) return;
  const mayUse = run('/bin/sh', ['-c', 'test -x "$1"', 'sh', file], { ...user, cwd: '/' });
  await mayUse.catch(async (cause: unknown) => {
    const closed = await closedFolder(user, file);
    throw new Error(
      `Postgres runs as user id ${user.uid}, who cannot reach ${file}: ${closed} is closed to others. ` +
        `Open it (chmod o+x ${closed}), use a folder elsewhere, start as another user than root, ` +
        'or set DATABASE_URL to a Postgres of your own.',
      { cause },
    );
  });
}

/** The topmost folder on the way to `file` whose mode keeps `user` out. */
async function closedFolder(user: NonNullable<SystemUser>, file: string): Promise<string> {
  const path = [resolve(file)];
  for (let folder = dirname(resolve(file)); path[0] !== folder; folder = dirname(folder))
    path.unshift(folder);
  for (const folder of path) {
    const { mode, uid, gid } = await stat(folder);
    const execute = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
    if ((mode & execute) === 0) return folder;
  }
  return file;
}
