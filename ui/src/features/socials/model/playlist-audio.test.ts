import { expect, test } from 'vitest';
import { giveUp, hear, isSounding, type Playback, press, silence } from './playlist-audio.ts';

const one = { id: 'the-evolution', hasFile: true };
const two = { id: 'defi-dreams', hasFile: true };
const gone = { id: 'digital-horizon', hasFile: false };

const begun: Playback = press(silence, one).playback;
const playing: Playback = hear(begun, begun.run, 'playing');

test('a track begins, and plays once it is heard', () => {
  expect(press(silence, one).order).toBe('begin');
  expect(begun).toEqual({ status: 'starting', trackId: one.id, run: 1, fault: null });
  expect(playing).toEqual({ ...begun, status: 'playing' });
  expect([silence, begun, playing].map(isSounding)).toEqual([false, true, true]);
});

test('the playing track pauses, and goes on where it was', () => {
  const paused = press(playing, one);
  expect(paused).toEqual({ playback: { ...playing, status: 'paused' }, order: 'pause' });
  expect(press(paused.playback, one)).toEqual({
    playback: { ...playing, status: 'starting' },
    order: 'resume',
  });
});

test('one that has not been heard yet pauses, too', () => {
  expect(press(begun, one).order).toBe('pause');
});

test.each([
  ['playing', playing],
  ['paused', hear(playing, 1, 'paused')],
  ['starting', begun],
])('another track stops one that is %s and begins from its start', (_name, before) => {
  expect(press(before, two)).toEqual({
    playback: { status: 'starting', trackId: two.id, run: 2, fault: null },
    order: 'begin',
  });
});

test('an end resets, and the same track begins anew', () => {
  const ended = hear(playing, 1, 'ended');
  expect(ended).toEqual({ ...silence, run: 1 });
  expect(press(ended, one).order).toBe('begin');
});

test('an error resets and names the track, until something else is chosen', () => {
  const failed = hear(playing, 1, 'failed');
  expect(failed).toEqual({ ...silence, run: 1, fault: one.id });
  expect(press(failed, two).playback.fault).toBeNull();
});

test.each(['playing', 'paused', 'ended', 'failed'] as const)(
  'that an earlier track is %s changes nothing',
  (news) => {
    const next = press(playing, two).playback;
    expect(hear(next, playing.run, news)).toBe(next);
  },
);

test('a track without a file stops the one that plays and resets after its moment', () => {
  const { playback, order } = press(playing, gone);
  expect(order).toBe('pause');
  expect(playback).toEqual({ status: 'missing', trackId: gone.id, run: 2, fault: null });
  expect(isSounding(playback)).toBe(false);
  // The sound that just stopped says so.
  expect(hear(playback, 2, 'paused')).toBe(playback);
  expect(giveUp(playback, 2)).toEqual({ ...silence, run: 2 });
});

test('the moment of one missing track does not end what was chosen since', () => {
  const missing = press(silence, gone).playback;
  const next = press(missing, one).playback;
  expect(giveUp(next, missing.run)).toBe(next);
  const again = press(press(missing, gone).playback, gone).playback;
  expect(giveUp(again, missing.run)).toBe(again);
});

test('what the browser pauses or goes on with by itself is followed', () => {
  const paused = hear(playing, 1, 'paused');
  expect(paused.status).toBe('paused');
  expect(hear(paused, 1, 'playing').status).toBe('playing');
  expect(hear(silence, 0, 'playing')).toBe(silence);
});
