import { describe, expect, test, vi } from 'vitest';
import type { PlayerMemory } from '../../../lib/storage/player-memory.ts';
import { type AudioElement, createPlayer } from './player.ts';

const track = (id: string) => ({ id, title: `Song ${id}`, artist: 'EVO', url: `/files/${id}` });
const TRACKS = [track('a'), track('b'), track('c')];

/** As an `<audio>` does it: a new address pauses without a word, events come later than what they tell of. */
function fakeAudio() {
  const events = new EventTarget();
  const tell = (...names: string[]) => {
    for (const name of names) events.dispatchEvent(new Event(name));
  };
  let src = '';
  const audio = {
    volume: 1,
    muted: false,
    paused: true,
    currentTime: 0,
    duration: Number.NaN,
    // Set by the test that has one.
    error: null as MediaError | null,
    refuses: undefined as unknown,
    loads: [] as string[],
    get src() {
      return src;
    },
    set src(url: string) {
      src = url;
      audio.paused = true;
      audio.currentTime = 0;
      audio.duration = Number.NaN;
      audio.error = null;
      audio.loads.push(url);
    },
    async play() {
      if (audio.refuses !== undefined) throw audio.refuses;
      if (audio.error) throw new DOMException('no source', 'NotSupportedError');
      audio.paused = false;
      tell('play');
    },
    pause() {
      if (audio.paused) return;
      audio.paused = true;
      tell('pause');
    },
    addEventListener: events.addEventListener.bind(events),
    removeEventListener: events.removeEventListener.bind(events),
    /** The browser knows how long the track is. */
    know(duration: number) {
      audio.duration = duration;
      tell('durationchange', 'loadedmetadata');
    },
    reach(position: number) {
      audio.currentTime = position;
      tell('timeupdate');
    },
    end() {
      audio.currentTime = audio.duration;
      audio.paused = true;
      tell('timeupdate', 'pause', 'ended');
    },
    tell,
  };
  return audio;
}

function stage({ memory, isTaken = false }: { memory?: PlayerMemory; isTaken?: boolean } = {}) {
  const audio = fakeAudio();
  const kept: PlayerMemory[] = [];
  const log = vi.fn();
  const onBroken = vi.fn();
  const sound = { claims: 0, releases: 0, take: () => {} };
  const player = createPlayer({
    claimSound(onTaken) {
      sound.claims += 1;
      sound.take = onTaken;
      return {
        release() {
          sound.releases += 1;
        },
      };
    },
    isSoundTaken: async () => isTaken,
    recall: () => memory,
    remember: (one) => kept.push(one),
    log,
    onBroken,
  });
  // It uses nothing of the element that the fake has not.
  player.attach(audio as unknown as AudioElement);
  player.setTracks(TRACKS);
  return { audio, player, kept, log, onBroken, sound, state: player.getState };
}

test('play takes the sound, pause gives it back', async () => {
  const { audio, player, sound, state } = stage();
  player.toggle();
  expect(audio).toMatchObject({ src: '/files/a', paused: false, volume: 0.05, muted: false });
  expect(state().isPlaying).toBe(true);
  expect([sound.claims, sound.releases]).toEqual([1, 0]);
  player.toggle();
  expect(state().isPlaying).toBe(false);
  expect([sound.claims, sound.releases]).toEqual([1, 1]);
});

test('who loses the sound pauses and keeps the place', async () => {
  const { audio, player, sound, state } = stage();
  player.play();
  audio.know(60);
  audio.reach(12);
  sound.take();
  expect(audio.paused).toBe(true);
  expect(state()).toMatchObject({ isPlaying: false, position: 12 });
  expect(sound.releases).toBe(0);
  player.play();
  expect(sound.claims).toBe(2);
});

test('next goes on playing with another file, and keeps the sound', async () => {
  const { audio, player, sound, state } = stage();
  player.play();
  player.next();
  await vi.waitFor(() => expect(audio).toMatchObject({ src: '/files/b', paused: false }));
  expect(state().isPlaying).toBe(true);
  expect([sound.claims, sound.releases]).toEqual([1, 0]);
});

test('the end of a track pauses, and the next file is there', () => {
  const { audio, player, sound, state } = stage();
  player.play();
  audio.know(60);
  audio.end();
  expect(audio).toMatchObject({ src: '/files/b', paused: true });
  expect(state()).toMatchObject({ at: 1, isPlaying: false, position: 0 });
  expect(sound.releases).toBe(sound.claims);
});

test('volume and mute are those of the element', () => {
  const { audio, player } = stage();
  player.setVolume(0);
  expect(audio).toMatchObject({ volume: 0, muted: true });
  player.setVolume(0.3);
  expect(audio).toMatchObject({ volume: 0.3, muted: false });
  player.toggleMute();
  expect(audio).toMatchObject({ volume: 0.3, muted: true });
});

test('where somebody was comes back once the browser knows the track, unless the track is shorter', () => {
  for (const [duration, place] of [
    [60, 20],
    [15, 0],
  ] as const) {
    const { audio, state } = stage({ memory: { volume: 0.2, isMuted: false, trackId: 'b', position: 20 } });
    expect(audio.src).toBe('/files/b');
    audio.tell('timeupdate');
    expect(state().position).toBe(20);
    audio.know(duration);
    expect([audio.currentTime, state().position]).toEqual([place, place]);
  }
});

test('the place is kept at a pause, with a choice, and every five seconds', () => {
  vi.useFakeTimers();
  try {
    const { audio, player, kept } = stage();
    player.play();
    audio.know(60);
    vi.advanceTimersByTime(6_000);
    audio.reach(6);
    audio.reach(7);
    expect(kept.map(({ position }) => position)).toEqual([6]);
    player.pause();
    player.select(2);
    player.setVolume(0.5);
    expect(kept.at(-1)).toEqual({ volume: 0.5, isMuted: false, position: 0, trackId: 'c' });
    expect(kept.at(1)).toMatchObject({ position: 7, trackId: 'a' });
  } finally {
    vi.useRealTimers();
  }
});

describe('a browser that does not play', () => {
  test('is obeyed without a word where nobody asked for it', async () => {
    const { audio, player, log, state, sound } = stage();
    audio.refuses = new DOMException('no', 'NotAllowedError');
    await player.autoplay();
    expect(log).not.toHaveBeenCalled();
    expect(state().isPlaying).toBe(false);
    expect(sound.claims).toBe(0);
  });

  test('is logged, and the player stands at pause', async () => {
    const { audio, player, log, state } = stage();
    audio.refuses = new DOMException('no', 'NotSupportedError');
    await player.autoplay();
    player.play();
    await vi.waitFor(() => expect(log).toHaveBeenCalledTimes(2));
    expect(state().isPlaying).toBe(false);
  });

  test('a file that breaks is logged, the tracks are looked at again, and what was playing stops', () => {
    const { audio, player, log, onBroken, sound, state } = stage();
    player.play();
    expect(onBroken).not.toHaveBeenCalled();
    // Of an error only that it is there is looked at.
    audio.error = { code: 4, message: 'broken' } as MediaError;
    audio.tell('error');
    expect(log).toHaveBeenCalledOnce();
    expect(onBroken).toHaveBeenCalledOnce();
    expect(audio.paused).toBe(true);
    expect(state().isPlaying).toBe(false);
    expect(sound.releases).toBe(1);
  });

  test('a file that broke is asked for anew by who presses play, and goes on where it was', async () => {
    const { audio, player, state } = stage();
    player.play();
    audio.know(60);
    audio.reach(12);
    audio.error = { code: 2, message: 'broken' } as MediaError;
    audio.tell('error');
    player.toggle();
    await vi.waitFor(() => expect(state().isPlaying).toBe(true));
    expect(audio.loads).toEqual(['/files/a', '/files/a']);
    audio.know(60);
    expect([audio.currentTime, state().position]).toEqual([12, 12]);
  });

  test('a start that another choice has overtaken is no fault', async () => {
    const { audio, player, log } = stage();
    audio.refuses = new DOMException('overtaken', 'AbortError');
    player.play();
    await Promise.resolve();
    await Promise.resolve();
    expect(log).not.toHaveBeenCalled();
  });
});

describe('autoplay', () => {
  test('is tried once', async () => {
    const { audio, player, sound } = stage();
    await player.autoplay();
    expect(audio.paused).toBe(false);
    player.pause();
    await player.autoplay();
    expect(audio.paused).toBe(true);
    expect(sound.claims).toBe(1);
  });
  test('takes the sound from nobody', async () => {
    const { audio, player, sound } = stage({ isTaken: true });
    await player.autoplay();
    expect(audio.paused).toBe(true);
    expect(sound.claims).toBe(0);
  });
});

test('an event that comes after what it tells of is over changes nothing', () => {
  const { audio, player, state, sound } = stage();
  player.play();
  audio.tell('pause');
  expect(state().isPlaying).toBe(true);
  player.pause();
  audio.tell('play');
  expect(state().isPlaying).toBe(false);
  expect(sound.claims).toBe(1);
});

test.each([
  ['the last one', []],
  ['one of several', TRACKS.slice(1)],
] as const)('a track that is taken from the list falls silent and gives the sound back: %s', (_, left) => {
  const { audio, player, sound, state } = stage();
  player.play();
  player.setTracks(left);
  expect([audio.paused, state().isPlaying]).toEqual([true, false]);
  expect([sound.claims, sound.releases]).toEqual([1, 1]);
});

test('who chooses the track of the last time anew, before the browser knows it, hears it from its beginning', () => {
  const memory = { volume: 0.3, isMuted: false, trackId: 'b', position: 50 };
  const { audio, player, state } = stage({ memory });
  player.select(1);
  audio.know(60);
  expect([audio.currentTime, state().position]).toEqual([0, 0]);
});
