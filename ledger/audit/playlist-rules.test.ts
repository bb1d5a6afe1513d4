import { expect, test, vi } from 'vitest';
import { MAX_TRACKS } from '../playlist/playlist.ts';
import { MOST_TRACKS } from './rules/playlist.ts';
import { type Appended, appendEvents } from './testing/append-events.ts';
import { exportText, faultIn } from './testing/audit-text.ts';

// A later release that has less room.
vi.mock('../playlist/playlist.ts', async (original) => ({
  ...(await original<typeof import('../playlist/playlist.ts')>()),
  MAX_TRACKS: 3,
}));

const byAdmin = (appended: Appended): Appended => ({
  ...appended,
  actor: { kind: 'admin', wallet: `0x${'9'.repeat(40)}` },
  right: { role: 'superAdmin' },
});
const id = (track: number) => `00000000-0000-4000-8000-${String(track).padStart(12, '0')}`;
/** A track whose file has its number, or another one's. */
const added = (track: number, file = track, stream = 'playlist'): Appended =>
  byAdmin({
    stream,
    type: 'MusicTrackAdded',
    data: {
      ...{ trackId: id(track), title: 'A song', artist: 'A band', filename: `${file}.mp3` },
      ...{ contentType: 'audio/mpeg', size: 1, sha256: '0'.repeat(64) },
    },
  });
const removed = (track: number, stream = 'playlist'): Appended =>
  byAdmin({ stream, type: 'MusicTrackRemoved', data: { trackId: id(track) } });

const judge = async (appended: readonly Appended[]) => {
  const fault = await faultIn(await exportText(appendEvents([], appended)));
  return fault && [fault.rule, fault.at?.number];
};
const last = (appended: readonly Appended[]) => ['playlist', appended.length - 1];
const many = Array.from({ length: MOST_TRACKS }, (_, track) => added(track));

test.each<[string, readonly Appended[]]>([
  ['comes, goes, and comes again', [added(1), removed(1), added(1)]],
  ['gives way to one of the same file', [added(1), removed(1), added(2, 1)]],
  ['of the first version goes in its own stream', [added(1, 1, 'program'), removed(1, 'program')]],
  ['of the first version goes in this one’s', [added(1, 1, 'program'), removed(1)]],
  [
    'of the first version is taken away by both releases, which do not know of each other',
    [added(1, 1, 'program'), removed(1), removed(1, 'program')],
  ],
  ['has a file that the first version names beside it', [added(1, 1, 'program'), added(2, 1)]],
  ['is the last that there is room for', [...many, removed(3), added(MOST_TRACKS)]],
])('a track %s', async (_, ledger) => {
  expect(await judge(ledger)).toBeUndefined();
});

test.each<[string, readonly Appended[]]>([
  ['is taken away that never came', [removed(1)]],
  ['is taken away twice', [added(1), removed(1), removed(1)]],
  ['of the first version is taken away twice', [added(1, 1, 'program'), removed(1), removed(1)]],
  ['is taken away by the first version, which does not know it', [added(1), removed(1, 'program')]],
  [
    'is taken away twice by the first version',
    [added(1, 1, 'program'), removed(1, 'program'), removed(1, 'program')],
  ],
  ['comes twice', [added(1), added(1, 2)]],
  ['has the file of another one', [added(1), added(2, 1)]],
  ['is one more than there is room for', [...many, added(MOST_TRACKS)]],
])('no track %s', async (_, ledger) => {
  expect(await judge(ledger)).toEqual(last(ledger));
});

test('a release with less room than those before finds their ledgers sound', async () => {
  expect(MAX_TRACKS).toBeLessThan(MOST_TRACKS);
  expect(await judge(many)).toBeUndefined();
});

test('no release has more room than an audit knows of', async () => {
  const { MAX_TRACKS: room } =
    await vi.importActual<typeof import('../playlist/playlist.ts')>('../playlist/playlist.ts');
  expect(room).toBeLessThanOrEqual(MOST_TRACKS);
});
