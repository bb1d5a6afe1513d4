import { createReadStream, type ReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { ExportEnd } from '../../proof/audit/exported-event.ts';
import { hashBeside } from '../hashing/hash-thread.ts';
import { hashHere } from '../hashing/line-hashing.ts';
import { ExportReader } from './export-reader.ts';
import { CannotRead, type HashedPage, type LedgerSource } from './source.ts';

/** Bytes of a file for which no thread is started: it would be read before that is up. */
const SMALL = 1024 * 1024;

/** An export in a file, plain or gzip by its first bytes. It is read line by line, never whole. */
export async function openFile(file: string): Promise<LedgerSource> {
  const found = await stat(file).catch((error: unknown) => {
    throw new CannotRead(`${file} cannot be read: ${error instanceof Error ? error.message : error}`, error);
  });
  const isGzip = await beginsAsGzip(file);
  let raw: ReadStream | undefined;
  let end: ExportEnd | undefined;
  let askedFor: number | undefined;
  const lines = new ExportReader();
  async function* hashedPages(): AsyncGenerator<HashedPage> {
    raw = createReadStream(file, { highWaterMark: 256 * 1024 });
    // What fails arrives at the end of the pipe, where it is read.
    // A browser unpacks one text and nothing behind it.
    const unpacked = createGunzip({ rejectGarbageAfterEnd: true });
    const text = isGzip ? pipeline(raw, unpacked, () => undefined) : raw;
    yield* lines.hashedPagesOf(text, found.size < SMALL ? hashHere() : hashBeside());
    end = lines.end;
    askedFor = lines.askedFor;
  }
  return {
    name: file,
    size: async () => found.size,
    done: () => raw?.bytesRead ?? 0,
    async *pages() {
      for await (const { events } of hashedPages()) yield events;
      lines.checkDigest();
    },
    hashedPages,
    checkWhole: () => lines.checkDigest(),
    end: () => end,
    askedFor: () => askedFor,
    close: async () => {
      raw?.destroy();
    },
  };
}

async function beginsAsGzip(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0);
    return buffer[0] === 0x1f && buffer[1] === 0x8b;
  } finally {
    await handle.close();
  }
}
