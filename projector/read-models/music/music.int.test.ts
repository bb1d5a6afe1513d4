import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LIVE_SCHEMA } from '../../database.ts';
import { project, startTestReadModels, type TestReadModels } from '../../testing/read-models.ts';
import { TestLedger } from '../../testing/test-ledger.ts';
import { expectToldTwiceIsOnce } from '../../testing/told-twice.ts';
import { listAdminActs } from '../admin-acts/queries.ts';
import { music } from './project.ts';
import { findTrack, findTrackByFilename, listTracks } from './queries.ts';

let db: TestReadModels;
beforeAll(async () => {
  db = await startTestReadModels();
});
afterAll(() => db.stop());

function add(ledger: TestLedger, filename: string, title = filename, stream = 'playlist'): string {
  const trackId = randomUUID();
  const file = { contentType: 'audio/mpeg', size: 3_000_000_000, sha256: 'a'.repeat(64) };
  ledger.append(stream, {
    type: 'MusicTrackAdded',
    data: { trackId, title, artist: 'EVO', filename, ...file },
  });
  return trackId;
}

const remove = (ledger: TestLedger, trackId: string) =>
  ledger.append('playlist', { type: 'MusicTrackRemoved', data: { trackId } });

/** One name three times, one that was removed, and the catalogue's in the wrong order. */
function history() {
  const ledger = new TestLedger();
  ledger.actor = { kind: 'admin', wallet: `0x${'a'.repeat(40)}` };
  const first = add(ledger, 'late\0.mp3', 'One\0', 'program');
  add(ledger, 'defi-dreams.mp3');
  remove(ledger, first);
  const second = add(ledger, 'late\0.mp3', 'Two');
  remove(ledger, second);
  add(ledger, 'the-evolution.mp3');
  add(ledger, 'late\0.mp3', 'Three');
  const gone = add(ledger, 'gone.mp3', 'Gone');
  add(ledger, 'early.mp3');
  remove(ledger, gone);
  return { ledger, gone };
}

test.each([1, 2, 3, 1_000])('tracks in batches of %d, each told twice', (size) =>
  expectToldTwiceIsOnce(history().ledger.events, size),
);

test('the questions', async () => {
  expect(await listTracks(db.pool)).toEqual([]);
  const { ledger, gone } = history();
  await project(db.pool, ledger.events);
  expect((await listTracks(db.pool)).map(({ filename, title }) => [filename, title])).toEqual([
    ['the-evolution.mp3', 'the-evolution.mp3'],
    ['defi-dreams.mp3', 'defi-dreams.mp3'],
    ['late\u{fffd}.mp3', 'Three'],
    ['early.mp3', 'early.mp3'],
  ]);
  expect(await findTrackByFilename(db.pool, 'late\u{fffd}.mp3')).toMatchObject({
    title: 'Three',
    size: 3_000_000_000,
  });
  expect(await findTrackByFilename(db.pool, 'gone.mp3')).toBeUndefined();
  expect(await findTrack(db.pool, gone)).toMatchObject({ title: 'Gone' });
  const acts = await listAdminActs(db.pool, { limit: 2 });
  expect(acts).toMatchObject([
    { type: 'music_removed', subject: gone, track: { title: 'Gone' }, undoable: false },
    { type: 'music_added', track: { filename: 'early.mp3' }, undoable: false },
  ]);
});

test('two of one name, added by two releases side by side: both are listed, and the name means the newer', async () => {
  const ledger = new TestLedger();
  add(ledger, 'both.mp3', 'Of the first version', 'program');
  add(ledger, 'both.mp3', 'Of this one');
  await db.pool.query(`truncate ${LIVE_SCHEMA}.streams, ${LIVE_SCHEMA}.music_tracks`);
  await project(db.pool, ledger.events, [music]);
  expect((await listTracks(db.pool)).map(({ title }) => title)).toEqual([
    'Of the first version',
    'Of this one',
  ]);
  expect(await findTrackByFilename(db.pool, 'both.mp3')).toMatchObject({ title: 'Of this one' });
});
