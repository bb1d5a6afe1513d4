import { describe, expect, test } from 'vitest';
import type { PlaylistEvent } from '../../contracts/events/playlist.ts';
import { givenFor } from '../testing/given.ts';
import {
  MAX_TRACKS,
  noTracks,
  type PlaylistCommand,
  playlist,
  playlistAfter,
  TooManyTracks,
  TrackNotFound,
  tracksOf,
} from './playlist.ts';

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const track = (n: number, filename = `${n}.mp3`) => ({
  trackId: id(n),
  title: `Track ${n}`,
  artist: 'EVO',
  filename,
  contentType: 'audio/mpeg',
  size: n,
  sha256: 'a'.repeat(64),
});
const add = (n: number, filename?: string): PlaylistCommand => ({
  type: 'AddTrack',
  track: track(n, filename),
});
const remove = (n: number): PlaylistCommand => ({ type: 'RemoveTrack', trackId: id(n) });
const added = (n: number, filename?: string): PlaylistEvent => ({
  type: 'MusicTrackAdded',
  data: track(n, filename),
});
const removed = (n: number): PlaylistEvent => ({ type: 'MusicTrackRemoved', data: { trackId: id(n) } });
const full = Array.from({ length: MAX_TRACKS }, (_, n) => added(n + 1));
const stateAfter = (...events: PlaylistEvent[]) => events.reduce(playlistAfter, noTracks);

describe('tracks', () => {
  const given = givenFor(playlist(noTracks));
  test('are added', () => given(added(1)).when(add(2)).then(added(2)));
  test('of the same file name replace what was there', () =>
    given(added(1, 'a.mp3'), added(2)).when(add(3, 'a.mp3')).then(removed(1), added(3, 'a.mp3')));
  test('of a name that is free again replace nothing', () =>
    given(added(1, 'a.mp3'), removed(1)).when(add(3, 'a.mp3')).then(added(3, 'a.mp3')));
  test('are added once', () => given(added(1)).when(add(1)).then());
  test('are two hundred at the most', () =>
    given(...full)
      .when(add(900))
      .fails(TooManyTracks));
  test('of a full playlist can be replaced', () =>
    given(...full)
      .when(add(900, '7.mp3'))
      .then(removed(7), added(900, '7.mp3')));
  test('are removed', () => given(added(1)).when(remove(1)).then(removed(1)));
  test('go one by one: the others stay', () => {
    given(added(1), added(2), removed(1)).when(remove(2)).then(removed(2));
    given(added(1), added(2), removed(1)).when(add(3, '2.mp3')).then(removed(2), added(3, '2.mp3'));
  });
  test('that are not there cannot be removed', () => {
    given(added(1), removed(1)).when(remove(1)).fails(TrackNotFound);
    given().when(remove(2)).fails(TrackNotFound);
  });
});

describe('tracks of the stream program', () => {
  const before = stateAfter(added(1), added(2, 'a.mp3'), added(3), removed(3));
  const given = givenFor(playlist(before));
  const idsAfter = (...own: PlaylistEvent[]) => [...tracksOf(before, stateAfter(...own)).keys()];
  test('are there, but for those that were removed there', () => expect(idsAfter()).toEqual([id(1), id(2)]));
  test('come first, and are gone once they are removed in the stream of their own', () =>
    expect(idsAfter(added(4), removed(1))).toEqual([id(2), id(4)]));
  test('are removed once', () => {
    given().when(remove(1)).then(removed(1));
    given(removed(1)).when(remove(1)).fails(TrackNotFound);
    given().when(remove(3)).fails(TrackNotFound);
  });
  test('are replaced by name, and take nothing twice', () => {
    given().when(add(9, 'a.mp3')).then(removed(2), added(9, 'a.mp3'));
    given(removed(2), added(9, 'a.mp3')).when(add(10, 'a.mp3')).then(removed(9), added(10, 'a.mp3'));
    given().when(add(1)).then();
  });
  test('count towards the two hundred', () => {
    const givenAfterFull = givenFor(playlist(stateAfter(...full)));
    givenAfterFull().when(add(900)).fails(TooManyTracks);
    givenAfterFull(removed(7)).when(add(900)).then(added(900));
  });
  test('and one of the same name that another release has added beside it are both replaced', () =>
    given(added(8, 'a.mp3')).when(add(9, 'a.mp3')).then(removed(2), removed(8), added(9, 'a.mp3')));
});
