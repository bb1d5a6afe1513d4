import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { TestLedger } from '../../testing/test-ledger.ts';
import { writtenRows } from '../../testing/written-rows.ts';
import { music } from './project.ts';

const about = { contentType: 'audio/mpeg', size: 12, sha256: 'a'.repeat(64) };

function add(ledger: TestLedger) {
  const trackId = randomUUID();
  const data = { trackId, title: 'So\0ng', artist: 'Ba\0nd', filename: 'so\0ng.mp3', ...about };
  return ledger.append('playlist', { type: 'MusicTrackAdded', data });
}
const idOf = (event: ReturnType<typeof add>) => (event.type === 'MusicTrackAdded' ? event.data.trackId : '');

test('a track is a row; one that the batch itself removes is removed from the beginning', async () => {
  const ledger = new TestLedger();
  const [kept, gone] = [add(ledger), add(ledger)];
  const before = randomUUID();
  for (const trackId of [before, idOf(gone)]) {
    ledger.append('playlist', { type: 'MusicTrackRemoved', data: { trackId } });
  }
  const row = (event: typeof kept, removed: boolean) => ({
    track_id: idOf(event),
    title: 'So\u{fffd}ng',
    artist: 'Ba\u{fffd}nd',
    filename: 'so\u{fffd}ng.mp3',
    content_type: 'audio/mpeg',
    size: 12,
    sha256: 'a'.repeat(64),
    ...event.position,
    added_at: '2026-01-01T00:00:00.000Z',
    removed,
  });
  expect(await writtenRows(music, ledger.events)).toEqual({
    music_tracks: [[[before, idOf(gone)]], row(kept, false), row(gone, true)],
  });
});

test('a batch without music writes nothing, one without a removal removes nothing', async () => {
  const ledger = new TestLedger();
  ledger.open();
  expect(await writtenRows(music, ledger.events)).toEqual({});
  const added = add(ledger);
  const { music_tracks: rows } = await writtenRows(music, ledger.events);
  expect(rows).toMatchObject([{ track_id: idOf(added), removed: false }]);
  ledger.append('playlist', { type: 'MusicTrackRemoved', data: { trackId: idOf(added) } });
  expect(await writtenRows(music, ledger.events.slice(-1))).toEqual({ music_tracks: [[[idOf(added)]]] });
});
