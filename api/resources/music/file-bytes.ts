import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { musicTexts } from '../../../contracts/admin-messages.ts';
import type { Database } from '../../../projector/database.ts';
import { HttpError } from '../../http/http-error.ts';
import { audioOnly } from './audio-only.ts';

const CHUNK_BYTES = 256 * 1024;

export type StoredFile = {
  readonly trackId: string;
  readonly filename: string;
  readonly contentType: string;
  /** Bytes. */
  readonly size: number;
  /** Hex. */
  readonly sha256: string;
};

/**
 * Writes the bytes of an upload while they come, one piece in memory at a time.
 * @throws HttpError 400 where there are none, 415 where they are no sound, 413 as soon as there are more than `maxBytes`
 */
export async function storeBytes(
  db: Database,
  trackId: string,
  contentType: string,
  source: AsyncIterable<Buffer>,
  maxBytes: number,
): Promise<Pick<StoredFile, 'size' | 'sha256'>> {
  const hash = createHash('sha256');
  let size = 0;
  let index = 0;
  for await (const chunk of inChunks(audioOnly(atMost(source, maxBytes)))) {
    hash.update(chunk);
    size += chunk.length;
    await db.query('insert into music.chunks (track_id, index, bytes) values ($1, $2, $3)', [
      trackId,
      index,
      chunk,
    ]);
    index += 1;
  }
  if (size === 0) throw new HttpError(400, 'EmptyFile', musicTexts.empty);
  const sha256 = hash.digest('hex');
  await db.query('update music.files set content_type = $2, size = $3, sha256 = $4 where track_id = $1', [
    trackId,
    contentType,
    size,
    sha256,
  ]);
  return { size, sha256 };
}

export const tooLarge = (maxBytes: number) =>
  new HttpError(413, 'FileTooLarge', musicTexts.tooLarge(maxBytes));

/** A file of which all bytes are there. */
export async function findFile(db: Database, trackId: string): Promise<StoredFile | undefined> {
  const { rows } = await db.query<{ filename: string; content_type: string; size: string; sha256: string }>(
    'select filename, content_type, size, sha256 from music.files where track_id = $1 and size is not null',
    [trackId],
  );
  const [row] = rows;
  if (!row) return undefined;
  const { filename, content_type: contentType, size, sha256 } = row;
  return { trackId, filename, contentType, size: Number(size), sha256 };
}

/** The tracks whose files are there. */
export async function storedTracks(db: Database): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ track_id: string }>(
    'select track_id from music.files where size is not null',
  );
  return new Set(rows.map(({ track_id }) => track_id));
}

/** The bytes from `first` to `last`, both included, read as fast as the reader takes them. */
export function readBytes(db: Database, trackId: string, first: number, last: number): Readable {
  return Readable.from(chunks(db, trackId, first, last), { objectMode: false });
}

async function* chunks(db: Database, trackId: string, first: number, last: number): AsyncGenerator<Buffer> {
  for (let index = Math.floor(first / CHUNK_BYTES); index * CHUNK_BYTES <= last; index++) {
    const { rows } = await db.query<{ bytes: Buffer }>(
      'select bytes from music.chunks where track_id = $1 and index = $2',
      [trackId, index],
    );
    if (!rows[0]) throw new Error(`piece ${index} of the file of ${trackId} is gone`);
    const from = index * CHUNK_BYTES;
    yield rows[0].bytes.subarray(Math.max(0, first - from), last - from + 1);
  }
}

/** @throws HttpError 413 as soon as there are more */
export async function* atMost(source: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const part of source) {
    size += part.length;
    if (size > maxBytes) throw tooLarge(maxBytes);
    yield part;
  }
}

/** Of bytes that nobody keeps, in hex. */
export async function sha256Of(source: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of source) hash.update(part);
  return hash.digest('hex');
}

/** The same bytes in pieces of one size. */
async function* inChunks(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let length = 0;
  for await (const part of source) {
    parts.push(part);
    length += part.length;
    if (length < CHUNK_BYTES) continue;
    const all = Buffer.concat(parts);
    let at = 0;
    for (; at + CHUNK_BYTES <= all.length; at += CHUNK_BYTES) yield all.subarray(at, at + CHUNK_BYTES);
    parts = [all.subarray(at)];
    length = all.length - at;
  }
  if (length > 0) yield Buffer.concat(parts);
}
