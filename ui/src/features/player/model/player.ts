import type { PlayerMemory } from '../../../lib/storage/player-memory.ts';
import {
  currentTrack,
  type PlayerEvent,
  type PlayerState,
  playerAfter,
  playerBefore,
  type Track,
} from './player-state.ts';

/** What is used of an `<audio>`. */
export type AudioElement = Pick<
  HTMLAudioElement,
  | 'src'
  | 'volume'
  | 'muted'
  | 'paused'
  | 'error'
  | 'currentTime'
  | 'duration'
  | 'play'
  | 'pause'
  | 'addEventListener'
  | 'removeEventListener'
>;

export type PlayerParts = {
  readonly claimSound: (onTaken: () => void) => { release(): void };
  readonly isSoundTaken: () => Promise<boolean>;
  readonly recall: () => PlayerMemory | undefined;
  readonly remember: (memory: PlayerMemory) => void;
  readonly log: (what: string, error: unknown) => void;
  /** A file could not be had: its track may have been taken out, or have another file by now. */
  readonly onBroken: () => void;
};

export type Player = {
  readonly getState: () => PlayerState;
  readonly subscribe: (listener: () => void) => () => void;
  /** The element that sounds; gives back what lets go of it. */
  readonly attach: (element: AudioElement) => () => void;
  readonly setTracks: (tracks: readonly Track[]) => void;
  readonly toggle: () => void;
  readonly play: () => void;
  readonly pause: () => void;
  readonly next: () => void;
  readonly previous: () => void;
  readonly select: (at: number) => void;
  /** @param position seconds */
  readonly seek: (position: number) => void;
  readonly setVolume: (volume: number) => void;
  readonly toggleMute: () => void;
  /** Once in the life of the page, and not where something sounds already. A browser that forbids it is obeyed. */
  readonly autoplay: () => Promise<void>;
  readonly remember: () => void;
};

/** Milliseconds of playing after which the place is kept. */
const REMEMBER_EVERY_MS = 5_000;

/** The rules of `player-state.ts` on a media element: it is told what to do, and what it does becomes the state. */
export function createPlayer(parts: PlayerParts): Player {
  let state = playerBefore(parts.recall());
  let audio: AudioElement | undefined;
  let sound: { release(): void } | undefined;
  let rememberedAt = 0;
  let wasAutoplayTried = false;
  /** Seconds to go to once the browser knows the track. */
  let toSeek: number | undefined;
  const listeners = new Set<() => void>();

  function apply(event: PlayerEvent): void {
    const before = state;
    state = playerAfter(before, event);
    if (state === before) return;
    obey(before, event);
    for (const listener of listeners) listener();
    if (KEPT.has(event.type)) remember();
  }

  /** Makes the element what the state says. */
  function obey(before: PlayerState, event: PlayerEvent): void {
    if (!audio) return;
    audio.volume = state.volume;
    audio.muted = state.isMuted;
    const track = currentTrack(state);
    if (track?.url !== currentTrack(before)?.url) {
      // What was taken from the list falls silent; another track that is loaded would stop by itself.
      if (!state.isPlaying) audio.pause();
      load(track);
      if (state.isPlaying) void start();
    } else if (event.type !== 'moved' && state.position !== before.position) {
      // Of the place of the last time nothing is wanted any more, whenever the browser knows the track.
      toSeek = undefined;
      audio.currentTime = state.position;
    }
  }

  function load(track: Track | undefined): void {
    if (!audio || !track) return;
    toSeek = state.position > 0 ? state.position : undefined;
    audio.src = track.url;
  }

  async function start(onBlocked: (error: unknown) => void = failed): Promise<void> {
    // An element whose file broke off plays no more, however good the connection is by now.
    if (audio?.error) load(currentTrack(state));
    try {
      await audio?.play();
    } catch (error) {
      // Paused, or another track chosen, before it began: that is what was wanted.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      // Else it would begin by itself as soon as it can.
      audio?.pause();
      apply({ type: 'paused' });
      onBlocked(error);
    }
  }

  const failed = (error: unknown): void => parts.log('the music could not be played', error);

  function remember(): void {
    const { volume, isMuted, position, tracks } = state;
    // Before the tracks are known there is no place, and the one of before must not be lost.
    if (tracks.length === 0) return;
    rememberedAt = Date.now();
    const trackId = currentTrack(state)?.id;
    parts.remember({ volume, isMuted, position, ...(trackId !== undefined && { trackId }) });
  }

  function release(): void {
    sound?.release();
    sound = undefined;
  }

  // An event tells of the element as it was; what it is by now decides.
  const heard = {
    play() {
      if (!audio || audio.paused) return;
      sound ??= parts.claimSound(() => {
        sound = undefined;
        audio?.pause();
      });
      apply({ type: 'started' });
    },
    pause() {
      if (!audio?.paused) return;
      release();
      apply({ type: 'paused' });
    },
    ended() {
      release();
      apply({ type: 'ended' });
    },
    error() {
      if (!audio?.error) return;
      const { error } = audio;
      audio.pause();
      release();
      apply({ type: 'paused' });
      failed(error);
      parts.onBroken();
    },
    loadedmetadata() {
      if (!audio) return;
      // A place beyond the end is of another file: it begins anew.
      if (toSeek !== undefined) audio.currentTime = toSeek < audio.duration - 1 ? toSeek : 0;
      toSeek = undefined;
      moved();
    },
    durationchange: () => moved(),
    timeupdate() {
      moved();
      if (state.isPlaying && Date.now() - rememberedAt >= REMEMBER_EVERY_MS) remember();
    },
  };

  function moved(): void {
    // Until the place of the last time is reached, the browser tells of the beginning.
    if (!audio || toSeek !== undefined) return;
    const duration = Number.isFinite(audio.duration) ? audio.duration : undefined;
    apply({ type: 'moved', position: audio.currentTime, duration });
  }

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    attach(element) {
      audio = element;
      audio.volume = state.volume;
      audio.muted = state.isMuted;
      load(currentTrack(state));
      const events = Object.entries(heard);
      for (const [name, listener] of events) element.addEventListener(name, listener);
      return () => {
        for (const [name, listener] of events) element.removeEventListener(name, listener);
        element.pause();
        release();
        apply({ type: 'paused' });
        audio = undefined;
      };
    },
    setTracks: (tracks) => apply({ type: 'tracks came', tracks }),
    toggle: () => (audio?.paused === false ? audio.pause() : void start()),
    play: () => void start(),
    pause: () => audio?.pause(),
    next: () => apply({ type: 'next' }),
    previous: () => apply({ type: 'previous' }),
    select: (at) => apply({ type: 'selected', at }),
    seek: (position) => apply({ type: 'sought', position }),
    setVolume: (volume) => apply({ type: 'volume set', volume }),
    toggleMute: () => apply({ type: 'mute toggled' }),
    async autoplay() {
      if (wasAutoplayTried) return;
      wasAutoplayTried = true;
      if (await parts.isSoundTaken()) return;
      await start((error) => {
        if (!(error instanceof DOMException && error.name === 'NotAllowedError')) failed(error);
      });
    },
    remember,
  };
}

/** What a person would miss if it were forgotten. */
const KEPT: ReadonlySet<PlayerEvent['type']> = new Set([
  'paused',
  'ended',
  'next',
  'previous',
  'selected',
  'sought',
  'volume set',
  'mute toggled',
]);
