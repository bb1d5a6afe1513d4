import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A built UI with an empty page, for tests of the API that show none. */
export async function emptyUi(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'evo-ui-'));
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>evo-rewards</title>');
  return folder;
}
