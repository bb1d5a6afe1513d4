import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FaultProxy, startFaultProxy } from '../../../ledger/embedded/testing/fault-proxy.ts';
import {
  startTemporaryStore,
  type TemporaryStore,
} from '../../../ledger/embedded/testing/temporary-store.ts';
import { asAdmin } from '../../testing/admin.ts';
import { createTestClient } from '../../testing/client.ts';
import { soundOf } from '../../testing/music.ts';
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

test('where the ledger takes a track and its answer is lost, the file stays', async () => {
  const client = createTestClient(app.url, owner.privateKey);
  await client.connect();
  const song = soundOf(400_000);
  const { body } = await asAdmin(client).post<{ uploadURL: string }>('/api/music/upload', {
    filename: 'lost-answer.mp3',
  });
  proxy.inject({ kind: 'lost-answer', to: 'MusicTrackAdded' });
  const status = await new Promise((resolve, reject) => {
    const sending = httpRequest(
      new URL(body.uploadURL, app.url),
      {
        method: 'PUT',
        headers: {
          origin: new URL(app.url).origin,
          'content-type': 'audio/mpeg',
          'content-length': String(song.length),
        },
      },
      (answer) => {
        answer.resume().once('end', () => resolve(answer.statusCode));
      },
    );
    sending.once('error', reject);
    sending.end(song);
  });
  expect(status).toBe(503);
  proxy.heal();

  const list = async () => (await client.get<{ tracks: { url: string }[] }>('/api/music/tracks')).body.tracks;
  await expect.poll(list, { timeout: 30_000 }).toHaveLength(1);
  const [track] = await list();
  const file = await fetch(new URL(track?.url ?? '', app.url));
  const bytes = Buffer.from(await file.arrayBuffer());
  expect(bytes.equals(song)).toBe(true);
});
