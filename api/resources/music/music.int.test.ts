import { createHash } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { describe, expect, test } from 'vitest';
import { musicTexts } from '../../../contracts/admin-messages.ts';
import { refusals, shownRefusals } from '../../../contracts/messages.ts';
import { newAdmin } from '../../testing/admin.ts';
import { hashOf, MAX_BYTES, SONG, setMusicStage, soundOf, trackIdIn } from '../../testing/music.ts';
import { readLedgerAt } from '../../testing/read-ledger.ts';
import { storeBytes } from './file-bytes.ts';
import { discardUpload, sweepFiles, takeAgain, takeUpload } from './uploads.ts';

const stage = setMusicStage();
const { begin, put, upload, listed, tracks, pieces, kept } = stage;
const events = async (type: RegExp) =>
  (await readLedgerAt(stage.app.eventStoreUrl)).filter((event) => type.test(event.type));

describe('an upload', () => {
  test('arrives byte for byte, is hashed, listed at once, and stands in the history', async () => {
    const uploadURL = await begin('night_drive.mp3');
    const answer = await put(uploadURL, SONG, { 'content-type': 'Audio/MPEG; rate=1' });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        message: musicTexts.added('Night Drive'),
        track: { id: trackIdIn(uploadURL), title: 'Night Drive', artist: 'EVO' },
      },
    });
    const { url } = answer.body.track;
    expect(await tracks(answer)).toContainEqual(answer.body.track);
    const file = await fetch(new URL(url, stage.app.url));
    expect(file.status).toBe(200);
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'content-type': 'audio/mpeg',
      'content-length': String(SONG.length),
      'accept-ranges': 'bytes',
      etag: `"${hashOf(SONG)}"`,
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-disposition': 'inline; filename="night_drive.mp3"',
    });
    expect(hashOf(Buffer.from(await file.arrayBuffer()))).toBe(hashOf(SONG));
    const [event] = (await events(/MusicTrackAdded/)).slice(-1);
    expect(event).toMatchObject({
      data: { sha256: hashOf(SONG), size: SONG.length, contentType: 'audio/mpeg' },
      metadata: { actor: { kind: 'admin', wallet: stage.root.address } },
    });
    const history = await stage.root.get<{ activities: unknown[] }>('/api/admin/activity-history', answer);
    expect(history.body.activities[0]).toMatchObject({
      action_type: 'music_added',
      performed_by_wallet: stage.root.address,
      description: 'Added the track Night Drive by EVO',
      details: { filename: 'night_drive.mp3' },
    });
  });

  test('is the same track in whatever letters its address was sent, and is removed as any other', async () => {
    const uploadURL = await begin('shouted.mp3');
    const trackId = trackIdIn(uploadURL);
    const answer = await put(uploadURL.replace(trackId, trackId.toUpperCase()), SONG);
    expect(answer).toMatchObject({ status: 200, body: { track: { id: trackId } } });
    const [listedOne] = (await listed(answer)).filter(({ filename }) => filename === 'shouted.mp3');
    expect(listedOne).toMatchObject({ trackId, hasFile: true });
    expect(await stage.root.post('/api/music/remove', { trackId: listedOne?.trackId })).toMatchObject({
      ...{ status: 200, body: { message: musicTexts.removed('Shouted') } },
    });
    expect(await kept(trackId)).toBe(false);
  });

  test('takes title and artist from the catalogue, from the admin, or from its name', async () => {
    await upload('zulu.wav', SONG, { title: '  Zulu time ', artist: 'The Zulus' });
    await upload('digital-horizon.mp3');
    const answer = await upload('the-evolution.mp3');
    const all = await tracks(answer);
    expect(all[0]).toMatchObject({ id: 'the-evolution', title: 'The Evolution', artist: 'EVO' });
    expect(all[1]).toMatchObject({ id: 'digital-horizon', title: 'Digital Horizon' });
    expect(all.find(({ title }) => title === 'Zulu time')).toMatchObject({ artist: 'The Zulus' });
    const byName = await fetch(new URL('/api/music/files/the-evolution.mp3', stage.app.url));
    expect(byName.status).toBe(200);
    expect(byName.headers.get('cache-control')).toBe('public, no-cache');
    await byName.arrayBuffer();
  });

  test('of a name that is there replaces the track and deletes its bytes', async () => {
    const first = await upload('again.mp3');
    const [old] = (await listed(first)).filter(({ filename }) => filename === 'again.mp3');
    const other = soundOf(1_000);
    const second = await upload('again.mp3', other);
    const now = (await listed(second)).filter(({ filename }) => filename === 'again.mp3');
    expect(now).toMatchObject([{ size: 1_000, hasFile: true }]);
    expect(now[0]?.trackId).not.toBe(old?.trackId);
    expect((await fetch(new URL(first.body.track.url, stage.app.url))).status).toBe(404);
    expect(await kept(old?.trackId ?? '')).toBe(false);
    expect(await pieces(old?.trackId ?? '')).toBe(0);
    const [removed, added] = (await events(/MusicTrack/)).slice(-2);
    expect(removed).toMatchObject({ type: 'MusicTrackRemoved', data: { trackId: old?.trackId } });
    expect(added?.metadata.commandId).toBe(removed?.metadata.commandId);
  });

  test.each([
    [{}, musicTexts.filenameInvalid],
    [{ filename: '' }, musicTexts.filenameInvalid],
    [{ filename: '../../..' }, musicTexts.filenameInvalid],
    [{ filename: '../../etc/passwd' }, musicTexts.filenameInvalid],
    [{ filename: 'a\\b.mp3' }, musicTexts.filenameInvalid],
    [{ filename: 'a\nb.mp3' }, musicTexts.filenameInvalid],
    [{ filename: 'a\u202eb.mp3' }, musicTexts.filenameInvalid],
    [{ filename: 'a\ud800.mp3' }, musicTexts.filenameInvalid],
    [{ filename: 'x'.repeat(201) }, musicTexts.filenameInvalid],
    [{ filename: 'a.mp3', title: ' ' }, musicTexts.nameInvalid],
    [{ filename: 'a.mp3', artist: 'x'.repeat(101) }, musicTexts.nameInvalid],
  ])('of %j is refused with what is wrong', async (body, message) => {
    expect(await stage.root.post('/api/music/upload', body)).toMatchObject({
      status: 400,
      body: { message },
    });
  });

  test.each(['text/plain', 'video/mp4', 'application/json', 'audio/', 'audiox/mpeg', ''])(
    'of type "%s" is refused, and its address stays good',
    async (type) => {
      const uploadURL = await begin('typed.mp3');
      const refused = await put(uploadURL, Buffer.from('{}'), { 'content-type': type });
      expect(refused).toMatchObject({ status: 415, body: { message: musicTexts.notAudio } });
      expect((await put(uploadURL, SONG)).status).toBe(200);
    },
  );

  test('that is empty is refused and leaves nothing', async () => {
    const uploadURL = await begin('empty.mp3');
    expect(await put(uploadURL, Buffer.alloc(0))).toMatchObject({
      status: 400,
      body: { message: musicTexts.empty },
    });
    expect(await kept(trackIdIn(uploadURL))).toBe(false);
  });

  test('that is too large is refused by its length, and cut where it names none', async () => {
    const message = musicTexts.tooLarge(MAX_BYTES);
    const named = await begin('large.mp3');
    expect(await put(named, Buffer.alloc(MAX_BYTES + 1))).toMatchObject({ status: 413, body: { message } });
    const unnamed = await begin('endless.mp3');
    async function* more() {
      for (let sent = 0; sent <= MAX_BYTES; sent += 100_000) yield soundOf(100_000);
    }
    expect(await put(unnamed, more())).toMatchObject({ status: 413, body: { message } });
    expect(await kept(trackIdIn(unnamed))).toBe(false);
    expect(await pieces(trackIdIn(unnamed))).toBe(0);
    const just = await begin('just.mp3');
    expect((await put(just, soundOf(MAX_BYTES))).status).toBe(200);
  });

  test('from another site is refused', async () => {
    const uploadURL = await begin('foreign.mp3');
    const headers = { 'content-type': 'audio/mpeg', origin: 'https://evil.example' };
    expect(await put(uploadURL, SONG, headers)).toMatchObject({
      status: 403,
      body: { message: refusals.originRefused },
    });
  });
});

describe('an upload address', () => {
  const addedAs = async (name: string) =>
    (await events(/MusicTrackAdded/)).filter(({ data }) => 'filename' in data && data.filename === name);

  test('makes one track; the same bytes sent again are told what they came to, others are refused', async () => {
    const uploadURL = await begin('once.mp3');
    const first = await put(uploadURL, SONG);
    expect([first.status, first.headers.get('idempotency-replayed')]).toEqual([200, null]);
    for (const headers of [{}, { 'idempotency-key': crypto.randomUUID() }]) {
      const again = await put(uploadURL, SONG, { 'content-type': 'audio/mpeg', ...headers });
      expect(again).toMatchObject({ status: 200, body: first.body });
      expect(again.headers.get('idempotency-replayed')).toBe('true');
      expect(again.headers.get('x-ledger-position')).toBe(first.headers.get('x-ledger-position'));
    }
    for (const [bytes, type, status] of [
      [soundOf(SONG.length), 'audio/mpeg', 404],
      [SONG.subarray(0, -1), 'audio/mpeg', 404],
      [SONG, 'audio/wav', 404],
      [soundOf(MAX_BYTES + 1), 'audio/mpeg', 413],
    ] as const) {
      expect((await put(uploadURL, Buffer.from(bytes), { 'content-type': type })).status).toBe(status);
    }
    expect(await addedAs('once.mp3')).toHaveLength(1);
    const file = await fetch(new URL(first.body.track.url, stage.app.url));
    expect(hashOf(Buffer.from(await file.arrayBuffer()))).toBe(hashOf(SONG));
  });

  test('that two send to at once takes the bytes of one, and makes one track', async () => {
    const uploadURL = await begin('twice.mp3');
    const both = await Promise.all([put(uploadURL, SONG), put(uploadURL, SONG)]);
    const statuses = both.map(({ status }) => status);
    expect(statuses).toContain(200);
    // Whoever comes while the bytes of the other do is told that the address is used, and later what it came to.
    expect(statuses.filter((status) => status !== 200 && status !== 404)).toEqual([]);
    expect(await addedAs('twice.mp3')).toHaveLength(1);
    expect(await pieces(trackIdIn(uploadURL))).toBe(3);
  });

  test('is unknown once its track was removed, or replaced by another file', async () => {
    for (const end of [
      (trackId: string) => stage.root.post('/api/music/remove', { trackId }),
      () => upload('over.mp3', soundOf(1_000)),
    ]) {
      const uploadURL = await begin('over.mp3');
      expect((await put(uploadURL, SONG)).status).toBe(200);
      await end(trackIdIn(uploadURL));
      expect(await put(uploadURL, SONG)).toMatchObject({
        status: 404,
        body: { message: musicTexts.linkUnknown },
      });
    }
  });

  test('that was taken again keeps its bytes, whatever its sender before is told', async () => {
    const uploadURL = await begin('taken-again.mp3');
    const trackId = trackIdIn(uploadURL);
    const token = new URL(uploadURL, stage.app.url).searchParams.get('token') ?? '';
    const now = Date.now();
    const first = await takeUpload(stage.pool, trackId, token, now);
    if (!first) throw new Error('the upload could not be taken');
    expect(await takeAgain(stage.pool, trackId, now)).toBe(false);
    async function* bytes() {
      yield SONG;
    }
    await storeBytes(stage.pool, trackId, 'audio/mpeg', bytes(), MAX_BYTES);
    expect(await takeAgain(stage.pool, trackId, now)).toBe(true);
    await discardUpload(stage.pool, first);
    expect(await kept(trackId)).toBe(true);
  });

  test('with another token, or none, is unknown; only a hash of the token is kept', async () => {
    const uploadURL = await begin('guess.mp3');
    const token = new URL(uploadURL, stage.app.url).searchParams.get('token') ?? '';
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    for (const wrong of [
      uploadURL.replace(
        token,
        token.replace(/./, (c) => (c === 'A' ? 'B' : 'A')),
      ),
      uploadURL.replace(/\?.*/, ''),
      '/api/music/uploads/x?token=y',
    ]) {
      expect((await put(wrong, SONG)).status).toBe(404);
    }
    const { rows } = await stage.pool.query('select token_hash from music.files where track_id = $1', [
      trackIdIn(uploadURL),
    ]);
    expect(rows[0].token_hash).toEqual(createHash('sha256').update(token).digest());
  });

  test('expires after fifteen minutes, and what was not used is swept up', async () => {
    const [late, justInTime] = [await begin('late.mp3'), await begin('just-in-time.mp3')];
    stage.passTime(15 * 60_000 - 5_000);
    expect((await put(justInTime, SONG)).status).toBe(200);
    stage.passTime(5_000);
    expect((await put(late, SONG)).status).toBe(404);
    // Somebody may have sent the bytes for minutes, and not have had the answer.
    expect((await put(justInTime, SONG)).status).toBe(200);
    stage.passTime(15 * 60_000);
    expect((await put(justInTime, SONG)).status).toBe(404);
    await begin('sweeps.mp3');
    expect(await kept(trackIdIn(late))).toBe(false);
    expect(await pieces(trackIdIn(justInTime))).toBeGreaterThan(0);
  });

  test('lets nothing be swept up that the read models name: the event store may be an older copy', async () => {
    const [uploadURL, left] = [await begin('newer.mp3'), await begin('left.mp3')];
    await tracks(await put(uploadURL, SONG));
    await sweepFiles(stage.pool, [], Date.now() + 30 * 86_400_000);
    expect(await pieces(trackIdIn(uploadURL))).toBeGreaterThan(0);
    expect(await kept(trackIdIn(left))).toBe(false);
  });

  test('is given anew for the same key until the bytes begin to come', async () => {
    const key = { 'idempotency-key': crypto.randomUUID() };
    const ask = () =>
      stage.root.post<{ uploadURL: string }>('/api/music/upload', { filename: 'key.mp3' }, key);
    const [first, second] = [await ask(), await ask()];
    expect(trackIdIn(second.body.uploadURL)).toBe(trackIdIn(first.body.uploadURL));
    expect((await put(first.body.uploadURL, SONG)).status).toBe(404);
    expect((await put(second.body.uploadURL, SONG)).status).toBe(200);
    expect(await ask()).toMatchObject({ status: 409, body: { message: musicTexts.begun } });
  });

  test('of an admin who was removed meanwhile is refused, and nothing is kept', async () => {
    const admin = await newAdmin(stage.app, stage.root);
    const uploadURL = await begin('removed.mp3', {}, admin);
    await stage.root.post('/api/admin/remove-admin', { adminId: admin.address });
    const before = await events(/MusicTrack/);
    expect(await put(uploadURL, SONG)).toMatchObject({
      status: 403,
      body: { message: shownRefusals.adminOnly },
    });
    expect(await events(/MusicTrack/)).toHaveLength(before.length);
    expect(await kept(trackIdIn(uploadURL))).toBe(false);
  });

  test('tells an admin who was removed since no more, and the track stays', async () => {
    const admin = await newAdmin(stage.app, stage.root);
    const uploadURL = await begin('stays.mp3', {}, admin);
    const added = await put(uploadURL, SONG);
    await stage.root.post('/api/admin/remove-admin', { adminId: admin.address });
    expect(await put(uploadURL, SONG)).toMatchObject({
      status: 403,
      body: { message: shownRefusals.adminOnly },
    });
    expect(await tracks(added)).toContainEqual(added.body.track);
    expect(await kept(trackIdIn(uploadURL))).toBe(true);
  });

  test('of an admin who is removed while the bytes come is refused too', async () => {
    const admin = await newAdmin(stage.app, stage.root);
    const uploadURL = await begin('removed-late.mp3', {}, admin);
    const halfway = Promise.withResolvers<void>();
    const removed = Promise.withResolvers<void>();
    async function* bytes() {
      yield SONG;
      halfway.resolve();
      await removed.promise;
      yield SONG;
    }
    const sending = put(uploadURL, bytes());
    await halfway.promise;
    await expect.poll(() => pieces(trackIdIn(uploadURL))).toBeGreaterThan(0);
    await stage.root.post('/api/admin/remove-admin', { adminId: admin.address });
    removed.resolve();
    expect((await sending).status).toBe(403);
    expect(await kept(trackIdIn(uploadURL))).toBe(false);
    expect(await pieces(trackIdIn(uploadURL))).toBe(0);
  });
});

test('an upload that breaks off leaves nothing, and another may follow', async () => {
  const uploadURL = await begin('broken.mp3');
  const trackId = trackIdIn(uploadURL);
  const sending = httpRequest(new URL(uploadURL, stage.app.url), {
    method: 'PUT',
    headers: {
      origin: new URL(stage.app.url).origin,
      'content-type': 'audio/mpeg',
      'content-length': String(2 * SONG.length),
    },
  });
  const closed = new Promise((resolve) => sending.once('close', resolve));
  sending.on('error', () => undefined);
  sending.write(SONG);
  await expect.poll(() => pieces(trackId)).toBeGreaterThan(0);
  sending.destroy();
  await closed;
  await expect.poll(() => kept(trackId)).toBe(false);
  expect(await pieces(trackId)).toBe(0);
  await upload('broken.mp3');
});
