import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type pg from 'pg';
import { afterAll, beforeAll, expect } from 'vitest';
import { createPool } from '../../projector/database.ts';
import { type AdminClient, superAdminOf } from './admin.ts';
import { startApp, type TestApp } from './start-app.ts';

export const MAX_BYTES = 2_000_000;
/** So many bytes of an MP3: an empty tag, then frames of noise, 128 kbit/s at 44.1 kHz. */
export function soundOf(size: number): Buffer<ArrayBuffer> {
  const bytes = Buffer.concat([EMPTY_TAG, randomBytes(size - EMPTY_TAG.length)]);
  for (let at = EMPTY_TAG.length; at + 4 <= size; at += FRAME_BYTES) bytes.writeUInt32BE(0xfffb9064, at);
  return bytes;
}

const EMPTY_TAG = Buffer.from('ID3\x04\0\0\0\0\0\0', 'latin1');
const FRAME_BYTES = 417;

/** Several pieces, and the last of them not full. */
export const SONG = soundOf(700_001);
export const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

type Track = { id: string; title: string; artist: string; url: string };
type Listed = { tracks: { trackId: string; filename: string; hasFile: boolean; size: number }[] };
type After = { readonly headers: Headers };

/** What the tests of a file about music share; its parts may be used once the tests run. */
export function setMusicStage() {
  let app: TestApp;
  let root: AdminClient;
  let pool: pg.Pool;
  /** Milliseconds that the server's clock is ahead. */
  let ahead = 0;
  beforeAll(async () => {
    app = await startApp({
      env: { MUSIC_MAX_BYTES: String(MAX_BYTES) },
      clock: () => Date.now() + ahead,
    });
    root = await superAdminOf(app);
    pool = createPool(app.databaseUrl, { maxConnections: 2 });
  });
  afterAll(async () => {
    await pool.end();
    await app.close();
  });

  async function begin(filename: string, more: object = {}, by = root): Promise<string> {
    const { status, body } = await by.post<{ uploadURL: string }>('/api/music/upload', { filename, ...more });
    expect(status).toBe(200);
    return body.uploadURL;
  }
  const put = (path: string, bytes: Buffer | AsyncGenerator<Buffer>, headers?: Record<string, string>) =>
    putBytes(app.url, path, bytes, headers);
  const rowsOf = async (table: string, trackId: string) =>
    (await pool.query(`select from music.${table} where track_id = $1`, [trackId])).rows.length;

  return {
    get app() {
      return app;
    },
    get root() {
      return root;
    },
    get pool() {
      return pool;
    },
    passTime(ms: number) {
      ahead += ms;
    },
    /** The address of an upload. */
    begin,
    put,
    async upload(filename: string, bytes = SONG, more: object = {}) {
      const answer = await put(await begin(filename, more), bytes);
      expect(answer.status).toBe(200);
      return answer;
    },
    listed: async (after?: After) => (await root.get<Listed>('/api/admin/music', after)).body.tracks,
    tracks: async (after: After) =>
      (await root.get<{ tracks: Track[] }>('/api/music/tracks', after)).body.tracks,
    pieces: (trackId: string) => rowsOf('chunks', trackId),
    kept: async (trackId: string) => (await rowsOf('files', trackId)) === 1,
  };
}

export const trackIdIn = (uploadURL: string) => /uploads\/([0-9a-f-]+)/.exec(uploadURL)?.[1] ?? '';

/** Sends a file to the address of its upload. */
export async function putBytes(
  site: string,
  path: string,
  bytes: Buffer | AsyncGenerator<Buffer>,
  headers: Record<string, string> = { 'content-type': 'audio/mpeg' },
) {
  const response = await fetch(new URL(path, site), {
    method: 'PUT',
    headers: { origin: new URL(site).origin, ...headers },
    body: bytes instanceof Buffer ? new Uint8Array(bytes) : Readable.toWeb(Readable.from(bytes)),
    duplex: 'half',
  } as RequestInit); // The browser's type of it knows neither.
  // The caller names the type that its own assertions check.
  const body = (await response.json()) as { message: string; track: Track };
  return { status: response.status, headers: response.headers, body };
}
