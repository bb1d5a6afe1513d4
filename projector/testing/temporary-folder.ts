import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new folder for a Postgres: the user that it runs as under root can enter it. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'evo-postgres-'));
  await chmod(folder, 0o755);
  return folder;
}
