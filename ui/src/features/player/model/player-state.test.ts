import { describe, expect, test } from 'vitest';
import {
  AUTOPLAY_DELAY_MS,
  MUSIC_TRACKS_FRESH_MS,
  MUSIC_TRACKS_KEPT_MS,
  VOLUME,
} from '../../../../../contracts/constants.ts';
import { clockTime } from './clock-time.ts';
import { type PlayerEvent, type PlayerState, playerAfter, playerBefore, volumeStep } from './player-state.ts';

const track = (id: string, url = `/api/music/files/${id}`) => ({
  id,
  title: `Song ${id}`,
  artist: 'EVO',
  url,
});
const THREE = [track('a'), track('b'), track('c')];
const following = (...events: PlayerEvent[]): PlayerState => then(playerBefore(undefined), ...events);
const then = (state: PlayerState, ...events: PlayerEvent[]) => events.reduce(playerAfter, state);
const came = (tracks = THREE): PlayerEvent => ({ type: 'tracks came', tracks });
const moved = (position: number, duration = 60): PlayerEvent => ({ type: 'moved', position, duration });
const selected = (at: number): PlayerEvent => ({ type: 'selected', at });
const volumeSet = (volume: number): PlayerEvent => ({ type: 'volume set', volume });

test('the numbers of the player', () => {
  expect([VOLUME.musicWidget, VOLUME.step, AUTOPLAY_DELAY_MS]).toEqual([0.05, 0.1, 1_000]);
  expect([MUSIC_TRACKS_FRESH_MS, MUSIC_TRACKS_KEPT_MS]).toEqual([300_000, 600_000]);
});

test('it begins paused, at the first track, at a volume of 0.05', () => {
  expect(following(came())).toMatchObject({
    at: 0,
    position: 0,
    isPlaying: false,
    volume: 0.05,
    isMuted: false,
  });
});

describe('next and previous', () => {
  test('wrap around', () => {
    const last = following(came(), { type: 'previous' });
    expect(last.at).toBe(2);
    expect(then(last, { type: 'next' }).at).toBe(0);
  });
  test('begin the track anew and go on playing, or stay paused', () => {
    for (const type of ['next', 'previous'] as const) {
      const playing = following(came(), { type: 'started' }, moved(31), { type });
      expect(playing).toMatchObject({ position: 0, duration: undefined, isPlaying: true });
      expect(following(came(), moved(31), { type })).toMatchObject({ position: 0, isPlaying: false });
    }
  });
  test('of one track begin it anew', () => {
    const one = following(came([track('a')]), { type: 'started' }, moved(31), { type: 'next' });
    expect(one).toMatchObject({ at: 0, position: 0, duration: 60, isPlaying: true });
  });
  test('of no track do nothing', () => expect(following({ type: 'next' }, { type: 'ended' }).at).toBe(0));
});

test('a track that ends pauses, and the next one is chosen; after the last the first', () => {
  const playing = following(came(), { type: 'started' }, moved(60));
  expect(then(playing, { type: 'ended' })).toMatchObject({ at: 1, position: 0, isPlaying: false });
  expect(following(came(), selected(2), { type: 'started' }, { type: 'ended' })).toMatchObject({
    at: 0,
    isPlaying: false,
  });
});

test('a track of the list is chosen from its start', () => {
  expect(following(came(), { type: 'started' }, moved(9), selected(2))).toMatchObject({
    at: 2,
    position: 0,
    isPlaying: true,
  });
});

test('a place is sought within the track', () => {
  const there = following(came(), moved(5));
  const to = (position: number) => then(there, { type: 'sought', position }).position;
  expect([to(30), to(-5), to(99)]).toEqual([30, 0, 60]);
});

describe('the volume', () => {
  test('0 mutes, raising it unmutes', () => {
    const silent = following(came(), volumeSet(0));
    expect(silent).toMatchObject({ volume: 0, isMuted: true });
    expect(then(silent, volumeSet(0.1))).toMatchObject({ volume: 0.1, isMuted: false });
    expect(following({ type: 'mute toggled' }, volumeSet(0.3))).toMatchObject({
      volume: 0.3,
      isMuted: false,
    });
  });
  test('stays as it was while muted, and what is unmuted is heard', () => {
    const muted = following(volumeSet(0.4), { type: 'mute toggled' });
    expect(muted).toMatchObject({ volume: 0.4, isMuted: true });
    expect(then(muted, { type: 'mute toggled' })).toMatchObject({ volume: 0.4, isMuted: false });
    expect(following(volumeSet(0.4), volumeSet(0), { type: 'mute toggled' })).toMatchObject({
      volume: 0.4,
      isMuted: false,
    });
  });
  test('is from 0 to 1', () => {
    expect(following(volumeSet(7)).volume).toBe(1);
    expect(following(volumeSet(-7))).toMatchObject({ volume: 0, isMuted: true });
  });
  test('goes in steps of a tenth', () => {
    expect([volumeStep(0.05, 1), volumeStep(0.05, -1)]).toEqual([0.1, 0]);
    expect([volumeStep(0, -1), volumeStep(1, 1)]).toEqual([0, 1]);
    const scale = [0];
    while ((scale.at(-1) ?? 1) < 1) scale.push(volumeStep(scale.at(-1) ?? 1, 1));
    expect(scale).toEqual([0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]);
    expect(scale.toReversed().map((volume) => volumeStep(volume, -1))).toEqual([
      0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1, 0, 0,
    ]);
  });
});

describe('tracks that come anew', () => {
  const playing = following(came(), selected(1), { type: 'started' }, moved(20));
  test('leave the chosen one as it is, wherever it stands', () => {
    expect(then(playing, came([track('x'), track('b'), track('a')]))).toMatchObject({
      at: 1,
      position: 20,
      isPlaying: true,
    });
    expect(then(playing, came([track('b')]))).toMatchObject({ at: 0, position: 20, isPlaying: true });
  });
  test('without the chosen one, or with another file of it, fall silent', () => {
    expect(then(playing, came([track('a'), track('c')]))).toMatchObject({
      at: 1,
      position: 0,
      isPlaying: false,
    });
    expect(then(playing, came([track('a')]))).toMatchObject({ at: 0, position: 0, isPlaying: false });
    const replaced = [track('a'), track('b', '/api/music/files/new')];
    expect(then(playing, came(replaced))).toMatchObject({ at: 1, position: 0, isPlaying: false });
  });
  test('may be none', () => expect(then(playing, came([]))).toMatchObject({ at: 0, isPlaying: false }));
});

describe('what is remembered', () => {
  const memory = { volume: 0.6, isMuted: true, trackId: 'b', position: 12 };
  test('comes back with the tracks', () => {
    const state = then(playerBefore(memory), came());
    expect(state).toMatchObject({ at: 1, position: 12, volume: 0.6, isMuted: true, isPlaying: false });
    expect(then(state, came())).toMatchObject({ at: 1, position: 12 });
  });
  test('of a track that is gone is its volume alone', () => {
    expect(then(playerBefore({ ...memory, trackId: 'gone' }), came())).toMatchObject({
      at: 0,
      position: 0,
      volume: 0.6,
    });
  });
  test('of silence is silence', () => {
    expect(playerBefore({ volume: 0, isMuted: false, position: 0 })).toMatchObject({ isMuted: true });
  });
});

test.each([
  [0, '0:00'],
  [7.9, '0:07'],
  [65, '1:05'],
  [3_729, '1:02:09'],
  [undefined, '–:––'],
  [Number.POSITIVE_INFINITY, '–:––'],
])('%s seconds are %s', (seconds, text) => expect(clockTime(seconds)).toBe(text));
