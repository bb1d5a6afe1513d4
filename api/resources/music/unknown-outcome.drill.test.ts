import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FaultProxy, startFaultProxy } from '../../../ledger/embedded/testing/fault-proxy.ts';
import {
  startTemporaryStore,
  type TemporaryStore,
} from '../../../ledger/embedded/testing/temporary-store.ts';
import { createPool } from '../../../projector/database.ts';
import { asAdmin, newAdmin } from '../../testing/admin.ts';
import { createTestClient } from '../../testing/client.ts';
import { soundOf, trackIdIn } from '../../testing/music.ts';
import { readLedgerAt } from '../../testing/read-ledger.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

const owner = createTestClient('http://localhost');
let node: TemporaryStore;
let proxy: FaultProxy;
let app: TestApp;
beforeAll(async () => {
  node = await startTemporaryStore();
  proxy = await startFaultProxy(node.store.port);
  app = await startApp({
    env: {
      EVENTSTORE_URL: proxy.connectionString,
      SUPER_ADMIN_WALLET: owner.account.address,
      LOG_LEVEL: 'silent',
    },
  });
});
afterAll(async () => {
  proxy.heal();
  await app.close();
  await proxy.close();
  await node.dispose();
});

/** Sends a file as a proxy or a browser does that sends it once more by itself. */
function put(uploadURL: string, song: Buffer): Promise<{ status: number; replayed: boolean }> {
  return new Promise((resolve, reject) => {
    const sending = httpRequest(
      new URL(uploadURL, app.url),
      {
        method: 'PUT',
        headers: {
          origin: new URL(app.url).origin,
          'content-type': 'audio/mpeg',
          'content-length': String(song.length),
        },
      },
      (answer) => {
        const replayed = answer.headers['idempotency-replayed'] === 'true';
        answer.resume().once('end', () => resolve({ status: answer.statusCode ?? 0, replayed }));
      },
    );
    sending.once('error', reject);
    sending.end(song);
  });
}

test.each([
  ['takes a track and its answer is lost, the file stays, and who sends it again is told so', 'lost', true],
  ['is not reached, the file waits, and who sends it again makes the track', 'unreached', false],
] as const)('where the ledger %s', async (_, name, isTaken) => {
  const client = createTestClient(app.url, owner.privateKey);
  await client.connect();
  const song = soundOf(400_000);
  const { body } = await asAdmin(client).post<{ uploadURL: string }>('/api/music/upload', {
    filename: `${name}.mp3`,
  });
  proxy.inject(isTaken ? { kind: 'lost-answer', to: 'MusicTrackAdded' } : { kind: 'black-hole' });
  expect(await put(body.uploadURL, song)).toMatchObject({ status: 503 });
  proxy.heal();

  const list = async () =>
    (await client.get<{ tracks: { url: string }[] }>('/api/music/tracks')).body.tracks.filter(({ url }) =>
      url.endsWith(trackIdIn(body.uploadURL)),
    );
  if (isTaken) await expect.poll(list, { timeout: 30_000 }).toHaveLength(1);
  await expect
    .poll(() => put(body.uploadURL, song), { timeout: 30_000 })
    .toEqual({ status: 200, replayed: isTaken });
  expect(await put(body.uploadURL, song)).toEqual({ status: 200, replayed: true });
  await expect.poll(list, { timeout: 30_000 }).toHaveLength(1);
  const [track] = await list();
  const file = await fetch(new URL(track?.url ?? '', app.url));
  const bytes = Buffer.from(await file.arrayBuffer());
  expect(bytes.equals(song)).toBe(true);
  const added = (await readLedgerAt(app.eventStoreUrl)).filter(
    ({ type, data }) => type === 'MusicTrackAdded' && 'filename' in data && data.filename === `${name}.mp3`,
  );
  expect(added).toHaveLength(1);
});

test('where the ledger does not say whether the sender is an admin, nothing is kept, and who sends the file again makes the track', async () => {
  const client = createTestClient(app.url, owner.privateKey);
  await client.connect();
  const admin = await newAdmin(app, asAdmin(client));
  const { body } = await admin.post<{ uploadURL: string }>('/api/music/upload', { filename: 'admins.mp3' });
  const song = soundOf(400_000);
  proxy.inject({ kind: 'black-hole' });
  expect(await put(body.uploadURL, song)).toMatchObject({ status: 503 });
  proxy.heal();
  await expect
    .poll(() => put(body.uploadURL, song), { timeout: 30_000 })
    .toEqual({ status: 200, replayed: false });
  expect(await put(body.uploadURL, song)).toEqual({ status: 200, replayed: true });
});

test('where Postgres fails in the middle of a file, what had come is taken back, and who sends it again makes the track', async () => {
  const client = createTestClient(app.url, owner.privateKey);
  await client.connect();
  const { body } = await asAdmin(client).post<{ uploadURL: string }>('/api/music/upload', {
    filename: 'middle.mp3',
  });
  const song = soundOf(400_000);
  const pool = createPool(app.databaseUrl);
  try {
    // The second piece is refused, as by a disk that is full.
    await pool.query('alter table music.chunks add constraint full_disk check (index < 1) not valid');
    expect(await put(body.uploadURL, song)).toMatchObject({ status: 500 });
    await pool.query('alter table music.chunks drop constraint full_disk');
  } finally {
    await pool.end();
  }
  expect(await put(body.uploadURL, song)).toEqual({ status: 200, replayed: false });
});
