import type { ResponseOf } from '../../../../../contracts/api/endpoint.ts';
import type { getMusicTracks } from '../../../../../contracts/api/music-tracks.ts';
import { VOLUME } from '../../../../../contracts/constants.ts';
import type { PlayerMemory } from '../../../lib/storage/player-memory.ts';

export type Track = ResponseOf<typeof getMusicTracks>['tracks'][number];

export type PlayerState = {
  readonly tracks: readonly Track[];
  /** Index of the chosen track. */
  readonly at: number;
  readonly isPlaying: boolean;
  /** Seconds. */
  readonly position: number;
  /** Seconds; undefined until the browser knows. */
  readonly duration: number | undefined;
  /** From 0 to 1. */
  readonly volume: number;
  readonly isMuted: boolean;
  /** The last one above 0, which comes back with the sound. */
  readonly audibleVolume: number;
  /** Where somebody was the last time, until the tracks are known. */
  readonly remembered: Pick<PlayerMemory, 'trackId' | 'position'> | undefined;
};

export type PlayerEvent =
  | { readonly type: 'tracks came'; readonly tracks: readonly Track[] }
  | { readonly type: 'started' | 'paused' | 'ended' | 'next' | 'previous' | 'mute toggled' }
  | { readonly type: 'selected'; readonly at: number }
  /** Seconds. */
  | { readonly type: 'moved'; readonly position: number; readonly duration: number | undefined }
  | { readonly type: 'sought'; readonly position: number }
  | { readonly type: 'volume set'; readonly volume: number };

export function playerBefore(memory: PlayerMemory | undefined): PlayerState {
  const { volume = VOLUME.musicWidget, isMuted = false } = memory ?? {};
  return {
    tracks: [],
    at: 0,
    isPlaying: false,
    position: 0,
    duration: undefined,
    volume,
    isMuted: isMuted || volume === 0,
    audibleVolume: volume || VOLUME.musicWidget,
    remembered: memory,
  };
}

export function currentTrack({ tracks, at }: PlayerState): Track | undefined {
  return tracks[at];
}

/** What the player is after something has happened. */
export function playerAfter(state: PlayerState, event: PlayerEvent): PlayerState {
  switch (event.type) {
    case 'tracks came':
      return withTracks(state, event.tracks);
    case 'started':
      return { ...state, isPlaying: true };
    case 'paused':
      return { ...state, isPlaying: false };
    case 'ended':
      return { ...onTrack(state, state.at + 1), isPlaying: false };
    case 'next':
      return onTrack(state, state.at + 1);
    case 'previous':
      return onTrack(state, state.at - 1);
    case 'selected':
      return onTrack(state, event.at);
    case 'moved':
      return { ...state, position: event.position, duration: event.duration };
    case 'sought':
      return { ...state, position: between(0, event.position, state.duration ?? event.position) };
    case 'mute toggled':
      return state.isMuted
        ? { ...state, isMuted: false, volume: state.volume || state.audibleVolume }
        : { ...state, isMuted: true };
    case 'volume set': {
      const volume = between(0, event.volume, 1);
      return { ...state, volume, isMuted: volume === 0, audibleVolume: volume || state.audibleVolume };
    }
  }
}

/** The next step of the volume's scale above or below, also from between two of them. */
export function volumeStep(volume: number, direction: 1 | -1): number {
  const steps = Math.round(1 / VOLUME.step);
  const exact = Number((volume * steps).toFixed(6));
  const step = direction === 1 ? Math.floor(exact) + 1 : Math.ceil(exact) - 1;
  return between(0, step, steps) / steps;
}

/** From the start of the track; the first follows the last. */
function onTrack(state: PlayerState, at: number): PlayerState {
  const { length } = state.tracks;
  if (length === 0) return state;
  const wrapped = ((at % length) + length) % length;
  return { ...state, at: wrapped, position: 0, duration: wrapped === state.at ? state.duration : undefined };
}

/** The chosen track stays chosen wherever it stands now. One that is gone, or has another file, falls silent. */
function withTracks(state: PlayerState, tracks: readonly Track[]): PlayerState {
  const { remembered } = state;
  const chosen = currentTrack(state);
  const wanted = chosen?.id ?? remembered?.trackId;
  const found = tracks.findIndex(({ id }) => id === wanted);
  const next = { ...state, tracks, remembered: undefined };
  if (chosen === undefined) {
    return { ...next, at: Math.max(0, found), position: found === -1 ? 0 : (remembered?.position ?? 0) };
  }
  if (found !== -1 && tracks[found]?.url === chosen.url) return { ...next, at: found };
  const at = found === -1 ? between(0, state.at, tracks.length - 1) : found;
  return { ...next, at: Math.max(0, at), position: 0, duration: undefined, isPlaying: false };
}

const between = (least: number, value: number, most: number): number =>
  Math.min(Math.max(least, value), most);
