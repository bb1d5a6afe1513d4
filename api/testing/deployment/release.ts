import { execFile } from 'node:child_process';
import { cp, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const FOLDERS = ['contracts', 'ledger', 'projector', 'api', 'scripts'];

/** A text of a file and what the other release has in its place. */
export type Change = { readonly file: string; readonly from: string; readonly to: string };

/**
 * Makes another release in a folder: the code of this one with changes, numbers of its own for what they change in the
 * read models, and new files.
 * @param files by their path, as new migrations are
 */
export async function makeRelease(
  folder: string,
  changes: readonly Change[],
  files: Readonly<Record<string, string>> = {},
): Promise<void> {
  for (const name of FOLDERS) await cp(join(ROOT, name), join(folder, name), { recursive: true });
  await cp(join(ROOT, 'package.json'), join(folder, 'package.json'));
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  for (const { file, from, to } of changes) {
    const path = join(folder, file);
    const text = await readFile(path, 'utf8');
    if (text.split(from).length !== 2) throw new Error(`${file} does not hold once: ${from}`);
    await writeFile(
      path,
      text.replace(from, () => to),
    );
  }
  for (const [file, text] of Object.entries(files)) await writeFile(join(folder, file), text);
  await run(process.execPath, ['scripts/read-models.ts'], { cwd: folder });
}
