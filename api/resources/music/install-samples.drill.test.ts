import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTemporaryStore } from '../../../ledger/embedded/testing/temporary-store.ts';
import { createPool } from '../../../projector/database.ts';
import { copyCluster } from '../../../projector/testing/cluster-template.ts';
import { readConfig } from '../../config.ts';
import { type RunningServer, startServer } from '../../server.ts';
import { superAdminOf } from '../../testing/admin.ts';
import { createTestClient } from '../../testing/client.ts';
import { EMPTY_UI } from '../../testing/empty-ui.ts';
import { hashOf, putBytes, soundOf } from '../../testing/music.ts';
import { readLedgerAt } from '../../testing/read-ledger.ts';
import { startApp } from '../../testing/start-app.ts';
import { SAMPLE_TRACKS } from './sample-tracks.ts';

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'evo-samples-'));
  await copyCluster(join(dataDir, 'postgres'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

async function whileStarted<T>(act: (server: RunningServer) => Promise<T>): Promise<T> {
  const config = readConfig({ PORT: '0', DATA_DIR: dataDir, UI_DIST: EMPTY_UI, LOG_LEVEL: 'error' });
  const server = await startServer(config, pino({ level: 'warn' }, pino.destination(2)), {
    samples: SAMPLE_TRACKS,
  });
  try {
    return await act(server);
  } finally {
    await server.stop();
  }
}

type Track = { readonly id: string; readonly title: string; readonly url: string };
const tracksOf = async ({ url }: { readonly url: string }) => {
  const answer = await fetch(new URL('/api/music/tracks', url));
  // The schema of the call.
  return ((await answer.json()) as { tracks: Track[] }).tracks;
};
const idsOf = async (server: RunningServer) => (await tracksOf(server)).map(({ id }) => id);
const playlistOf = async ({ eventStoreUrl }: RunningServer) =>
  (await readLedgerAt(eventStoreUrl)).filter(({ stream }) => stream === 'playlist');

/** Of all files that are kept, whose they are. */
async function filesOf({ databaseUrl }: RunningServer): Promise<readonly string[]> {
  const pool = createPool(databaseUrl, { maxConnections: 1 });
  const { rows } = await pool.query<{ track_id: string }>('select track_id from music.files order by 1');
  await pool.end();
  return rows.map(({ track_id }) => track_id);
}

test('a trial begins with four tracks whose files play; a second start adds none', async () => {
  const first = await whileStarted(async (server) => {
    await expect
      .poll(() => idsOf(server))
      .toEqual(['the-evolution', 'defi-dreams', 'blockchain-symphony', 'digital-horizon']);
    for (const [at, { title, url }] of (await tracksOf(server)).entries()) {
      expect(title).toBe(SAMPLE_TRACKS[at]?.title);
      const file = await fetch(new URL(url, server.url));
      expect(file.headers.get('content-type')).toBe('audio/mpeg');
      expect(hashOf(Buffer.from(await file.arrayBuffer()))).toBe(SAMPLE_TRACKS[at]?.sha256);
    }
    const admin = await superAdminOf({ url: server.url, dataDir });
    // What the program does is no act of an admin.
    const history = await admin.get<{ activities: unknown[] }>('/api/admin/activity-history');
    expect(history).toMatchObject({ status: 200, body: { activities: [] } });
    return playlistOf(server);
  });
  expect(first.map(({ type, metadata }) => [type, metadata.actor])).toEqual(
    SAMPLE_TRACKS.map(() => ['MusicTrackAdded', { kind: 'system' }]),
  );
  await whileStarted(async (server) => expect(await playlistOf(server)).toEqual(first));
});

test('one that an admin removed or replaced does not come back; a file that was lost does', async () => {
  const [removed, replaced, lost] = SAMPLE_TRACKS;
  if (!removed || !replaced || !lost) throw new Error('there are four');
  const own = soundOf(3_000);
  const { playlist, files } = await whileStarted(async (server) => {
    const admin = await superAdminOf({ url: server.url, dataDir });
    expect((await admin.post('/api/music/remove', { trackId: removed.trackId })).status).toBe(200);
    const upload = await admin.post<{ uploadURL: string }>('/api/music/upload', {
      filename: replaced.filename,
    });
    expect((await putBytes(server.url, upload.body.uploadURL, own)).status).toBe(200);
    const pool = createPool(server.databaseUrl, { maxConnections: 1 });
    const files = await filesOf(server);
    await pool.query('delete from music.files where track_id = $1', [lost.trackId]);
    await pool.end();
    return { playlist: await playlistOf(server), files };
  });
  await whileStarted(async (server) => {
    expect(await playlistOf(server)).toEqual(playlist);
    expect(await filesOf(server)).toEqual(files);
    const tracks = await tracksOf(server);
    expect(tracks.map(({ title }) => title)).toEqual([
      'DeFi Dreams',
      'Blockchain Symphony (sample)',
      'Digital Horizon (sample)',
    ]);
    const hashes = tracks.map(async ({ url }) =>
      hashOf(Buffer.from(await (await fetch(new URL(url, server.url))).arrayBuffer())),
    );
    expect((await Promise.all(hashes)).slice(0, 2)).toEqual([hashOf(own), lost.sha256]);
  });
});

test('a deployment gets none', async () => {
  const owner = createTestClient('http://localhost');
  const node = await startTemporaryStore();
  const app = await startApp({
    env: { EVENTSTORE_URL: node.store.connectionString, SUPER_ADMIN_WALLET: owner.account.address },
    samples: SAMPLE_TRACKS,
  });
  try {
    expect(await tracksOf(app)).toEqual([]);
    expect((await readLedgerAt(app.eventStoreUrl)).some(({ stream }) => stream === 'playlist')).toBe(false);
  } finally {
    await app.close();
    await node.dispose();
  }
});
