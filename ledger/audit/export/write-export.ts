import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { codeOf } from '../../../contracts/error-code.ts';
import { CannotRead, type LedgerSource } from '../sources/source.ts';
import { exportLines } from './export-lines.ts';
import { requireExportsPlace } from './exports-place.ts';

/**
 * Writes the whole ledger of a source into a file, gzip where its name ends in `.gz`. The file has its name only once
 * it is whole and on disk, and takes the place of nothing but an export of before.
 * @throws CannotRead, Unsound where what is read cannot be an event at all
 */
export async function writeExport(source: LedgerSource, file: string): Promise<void> {
  await requireExportsPlace(file);
  await writeWhole(Readable.from(exportLines(source.pages(), { from: 0, to: null })), file);
}

/**
 * The same from a program's `/api/ledger/export`, byte for byte.
 * @param url of the program
 * @throws CannotRead
 */
export async function downloadExport(url: string, file: string): Promise<void> {
  await requireExportsPlace(file);
  const answer = await fetch(new URL('/api/ledger/export', url)).catch((error: unknown) => {
    throw new CannotRead(`${url} cannot be reached: ${String(error)}`, error);
  });
  if (!answer.ok || !answer.body) throw new CannotRead(`${url} answered ${answer.status}`);
  // Whatever is asked of it, many a server answers with a page.
  if (/\bhtml\b/i.test(answer.headers.get('content-type') ?? '')) {
    await answer.body.cancel();
    throw new CannotRead(`${url} answered with a page, and is no address of the program`);
  }
  await writeWhole(Readable.from(untilTheEnd(answer.body, url)), file);
}

async function* untilTheEnd(body: AsyncIterable<Uint8Array>, url: string): AsyncIterable<Uint8Array> {
  let read = 0;
  try {
    for await (const chunk of body) {
      yield chunk;
      read += chunk.length;
    }
  } catch (error) {
    throw new CannotRead(`${url} broke off after ${read} bytes: nothing of it was kept.`, error);
  }
}

async function writeWhole(text: Readable, file: string): Promise<void> {
  // Two that write the same file at once do not write into each other.
  const partial = `${file}.${randomUUID()}.partial`;
  const steps: Transform[] = file.endsWith('.gz') ? [createGzip()] : [];
  try {
    await pipeline([text, ...steps, createWriteStream(partial, { flush: true, mode: 0o600 })]);
    await rename(partial, file);
  } catch (error) {
    const code = codeOf(error);
    await rm(partial, { force: true });
    if (!UNWRITABLE.includes(code)) throw error;
    throw new CannotRead(`${file} cannot be written (${String(code)}): nothing of it was kept.`, error);
  }
}

/** How a disk or a folder says that it takes no file, or no more of it. */
const UNWRITABLE: readonly unknown[] = ['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS', 'EACCES', 'EPERM', 'ENOENT'];
