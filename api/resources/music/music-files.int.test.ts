import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { beforeAll, describe, expect, test } from 'vitest';
import { musicTexts } from '../../../contracts/admin-messages.ts';
import { readConfig } from '../../config.ts';
import { startServer } from '../../server.ts';
import { superAdminOf } from '../../testing/admin.ts';
import { EMPTY_UI } from '../../testing/empty-ui.ts';
import { hashOf, putBytes, SONG, setMusicStage } from '../../testing/music.ts';

const stage = setMusicStage();
const { upload, listed, tracks, kept } = stage;

describe('a file', () => {
  let url: URL;
  beforeAll(async () => {
    url = new URL((await upload('ranges.mp3')).body.track.url, stage.app.url);
  });
  const get = (headers: Record<string, string>, method = 'GET') => fetch(url, { method, headers });

  test.each([
    ['bytes=0-9', 0, 9],
    ['bytes=262140-262150', 262_140, 262_150],
    ['bytes=524288-', 524_288, SONG.length - 1],
    ['bytes=-5', SONG.length - 5, SONG.length - 1],
  ])('in the range %s', async (range, first, last) => {
    const part = await get({ range });
    expect(part.status).toBe(206);
    expect(part.headers.get('content-range')).toBe(`bytes ${first}-${last}/${SONG.length}`);
    const bytes = Buffer.from(await part.arrayBuffer());
    expect(bytes.equals(SONG.subarray(first, last + 1))).toBe(true);
  });

  test('has no range beyond its end', async () => {
    const answer = await get({ range: `bytes=${SONG.length}-` });
    expect(answer.status).toBe(416);
    expect(answer.headers.get('content-range')).toBe(`bytes */${SONG.length}`);
    await answer.arrayBuffer();
  });

  test('comes whole where the range is of another version', async () => {
    const answer = await get({ range: 'bytes=0-9', 'if-range': '"other"' });
    expect(answer.status).toBe(200);
    expect((await answer.arrayBuffer()).byteLength).toBe(SONG.length);
  });

  test('is not sent to who has it, and HEAD says what there is', async () => {
    const known = await get({ 'if-none-match': `"${hashOf(SONG)}"`, 'cache-control': 'max-age=0' });
    expect(known.status).toBe(304);
    const head = await get({}, 'HEAD');
    expect(head.status).toBe(200);
    expect(head.headers.get('content-length')).toBe(String(SONG.length));
  });

  test('is whole for HEAD, which knows no range', async () => {
    for (const range of ['bytes=0-9', `bytes=${SONG.length}-`]) {
      const head = await get({ range }, 'HEAD');
      expect(head.status).toBe(200);
      expect(head.headers.get('content-length')).toBe(String(SONG.length));
      expect(head.headers.get('content-range')).toBeNull();
    }
  });

  test('that nobody uploaded is 404', async () => {
    for (const path of ['nothing.mp3', crypto.randomUUID(), '%00', '..%2f..%2fetc%2fpasswd']) {
      expect((await fetch(new URL(`/api/music/files/${path}`, stage.app.url))).status).toBe(404);
    }
  });

  test('a reader who leaves half-way, and slow readers, leave the database free', async () => {
    const left = new AbortController();
    const { body } = await fetch(url, { signal: left.signal });
    await body?.getReader().read();
    const slow = await Promise.all(Array.from({ length: 15 }, () => get({})));
    expect((await stage.root.get('/api/admin/music')).status).toBe(200);
    left.abort();
    for (const one of slow) expect((await one.arrayBuffer()).byteLength).toBe(SONG.length);
  });
});

describe('a removal', () => {
  test('takes the track and its bytes away, once, and stands in the history', async () => {
    const added = await upload('away.mp3');
    const [track] = (await listed(added)).filter(({ filename }) => filename === 'away.mp3');
    const { trackId = '' } = track ?? {};
    const key = { 'idempotency-key': crypto.randomUUID() };
    const removed = await stage.root.post('/api/music/remove', { trackId }, key);
    expect(removed).toMatchObject({ status: 200, body: { message: musicTexts.removed('Away') } });
    expect(await tracks(removed)).not.toContainEqual(added.body.track);
    expect((await fetch(new URL(added.body.track.url, stage.app.url))).status).toBe(404);
    expect(await kept(trackId)).toBe(false);
    const again = await stage.root.post('/api/music/remove', { trackId }, key);
    expect(again).toMatchObject({ status: 200, body: { message: musicTexts.removed('Away') } });
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(await stage.root.post('/api/music/remove', { trackId })).toMatchObject({
      status: 404,
      body: { message: musicTexts.unknownTrack },
    });
    const history = await stage.root.get<{ activities: unknown[] }>(
      '/api/admin/activity-history?type=music_removed',
      removed,
    );
    expect(history.body.activities[0]).toMatchObject({ description: 'Removed the track Away by EVO' });
  });
});

test('files outlive a restart', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'evo-music-'));
  const env = { PORT: '0', DATA_DIR: dataDir, UI_DIST: EMPTY_UI, LOG_LEVEL: 'error' };
  const start = () => startServer(readConfig(env), pino({ level: 'silent' }));
  const first = await start();
  const admin = await superAdminOf({ url: first.url, dataDir });
  const { body } = await admin.post<{ uploadURL: string }>('/api/music/upload', { filename: 'stay.mp3' });
  const { track } = (await putBytes(first.url, body.uploadURL, SONG)).body;
  await first.stop();
  const second = await start();
  try {
    const list = await fetch(new URL('/api/music/tracks', second.url));
    expect(await list.json()).toEqual({ tracks: [track] });
    const file = await fetch(new URL(track.url, second.url));
    expect(hashOf(Buffer.from(await file.arrayBuffer()))).toBe(hashOf(SONG));
  } finally {
    await second.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});
