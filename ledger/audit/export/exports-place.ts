import { open, stat } from 'node:fs/promises';
import { codeOf } from '../../../contracts/error-code.ts';
import { CannotRead } from '../sources/source.ts';

/** How an export begins, plain and as gzip. */
const EXPORTS: readonly Buffer[] = [Buffer.from('{"format":'), Buffer.from([0x1f, 0x8b])];
const MOST = Math.max(...EXPORTS.map(({ length }) => length));

/**
 * An export takes the place of nothing, of an empty file or of an export of before: whoever names their ledger where the
 * file to write is asked for would lose it.
 * @throws CannotRead where something else has that name
 */
export async function requireExportsPlace(file: string): Promise<void> {
  const found = await stat(file).catch(absent);
  if (!found || (found.isFile() && (await mayBeReplaced(file)))) return;
  throw new CannotRead(`${file} is there and is no export of a ledger; it was left as it is.`);
}

async function mayBeReplaced(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(MOST), 0, MOST, 0);
    return bytesRead === 0 || EXPORTS.some((one) => buffer.subarray(0, one.length).equals(one));
  } finally {
    await handle.close();
  }
}

function absent(error: unknown): undefined {
  if (codeOf(error) === 'ENOENT') return undefined;
  throw error;
}
