import { open, stat } from 'node:fs/promises';
import { constants, gunzipSync } from 'node:zlib';
import { codeOf } from '../../../contracts/error-code.ts';
import { CannotRead } from '../sources/source.ts';

/** How an export begins, whatever its version. */
const BEGINNING = '{"format":"evo-rewards-ledger/';
/** Bytes of a file that hold that, also where they are packed. */
const LOOKED_AT = 4_096;

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
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(LOOKED_AT), 0, LOOKED_AT, 0);
    return bytesRead === 0 || unpacked(buffer.subarray(0, bytesRead)).startsWith(BEGINNING);
  } finally {
    await handle.close();
  }
}

function unpacked(bytes: Buffer): string {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes.toString('latin1');
  try {
    // As much as these bytes give, without their end.
    return gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH }).toString('latin1');
  } catch {
    // What cannot be unpacked is no export.
    return '';
  }
}

function absent(error: unknown): undefined {
  if (codeOf(error) === 'ENOENT') return undefined;
  throw error;
}
