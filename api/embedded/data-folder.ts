import { chmod, mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { makePrivate } from '../../ledger/embedded/private-file.ts';

/** What the program keeps in its data folder beside the folder of Postgres: the ledger and its keys. */
const OURS = /^(ledger\.|(vault|notary|beacon)\.key|demo-wallets\.json)/;

/**
 * Makes the data folder where there is none, and takes it and what lies in it away from the machine's other users, also
 * what an earlier version left open. Started by root, Postgres runs as a user of its own, who may pass through the
 * folder and not list it. A folder of many (`/tmp`) or of somebody else keeps its mode; our files in it are closed.
 */
export async function closeDataFolder(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const { mode, uid } = await stat(dataDir);
  const isSticky = (mode & 0o1000) !== 0;
  const user = process.getuid?.();
  if (user === uid && !isSticky) await chmod(dataDir, user === 0 ? 0o701 : 0o700);
  for (const entry of await readdir(dataDir, { withFileTypes: true })) {
    // The credential is looked at as it was left: one that others could read is replaced.
    if (entry.isFile() && OURS.test(entry.name) && entry.name !== 'ledger.credential') {
      makePrivate(join(dataDir, entry.name));
    }
  }
}
