import { musicTexts } from '../../contracts/admin-messages.ts';
import type { PlaylistEvent } from '../../contracts/events/playlist.ts';
import type { Decider } from '../decider.ts';
import { DomainError } from '../domain-error.ts';

export const PLAYLIST_STREAM = 'playlist';

/** The name of each track's file by the track's id. */
export type Tracks = ReadonlyMap<string, string>;

export type Track = Extract<PlaylistEvent, { type: 'MusicTrackAdded' }>['data'];

export type PlaylistState = {
  /** Those that were added in this stream. */
  readonly tracks: Tracks;
  /** Ids of tracks that were removed in this stream and added in another one. */
  readonly removed: ReadonlySet<string>;
};

export type PlaylistCommand =
  | { readonly type: 'AddTrack'; readonly track: Track }
  | { readonly type: 'RemoveTrack'; readonly trackId: string };

export const MAX_TRACKS = 200;

export const noTracks: PlaylistState = { tracks: new Map(), removed: new Set() };

/**
 * One track a file name.
 * @param before what the stream `program` holds, read for this decision
 */
export function playlist(before: PlaylistState): Decider<PlaylistState, PlaylistCommand, PlaylistEvent> {
  return {
    initialState: noTracks,
    decide: (command, own) => decide(command, tracksOf(before, own)),
    evolve: playlistAfter,
    snapshotVersion: 2,
  };
}

/** What everybody can hear. */
export function tracksOf(before: PlaylistState, own: PlaylistState): Tracks {
  return new Map([...[...before.tracks].filter(([id]) => !own.removed.has(id)), ...own.tracks]);
}

/** A track of the same file name is replaced in the same append. */
function decide(command: PlaylistCommand, tracks: Tracks): PlaylistEvent[] {
  if (command.type === 'RemoveTrack') {
    if (!tracks.has(command.trackId)) throw new TrackNotFound();
    return [removed(command.trackId)];
  }
  const { track } = command;
  if (tracks.has(track.trackId)) return [];
  requireRoom(track.filename, tracks);
  return [...tracksNamed(track.filename, tracks).map(removed), { type: 'MusicTrackAdded', data: track }];
}

/** @throws TooManyTracks unless a file of this name replaces one */
export function requireRoom(filename: string, tracks: Tracks): void {
  if (tracks.size >= MAX_TRACKS && tracksNamed(filename, tracks).length === 0) throw new TooManyTracks();
}

export function playlistAfter(state: PlaylistState, event: PlaylistEvent): PlaylistState {
  const { trackId } = event.data;
  if (event.type === 'MusicTrackAdded') {
    return { ...state, tracks: new Map(state.tracks).set(trackId, event.data.filename) };
  }
  if (!state.tracks.has(trackId)) return { ...state, removed: new Set(state.removed).add(trackId) };
  return { ...state, tracks: new Map([...state.tracks].filter(([id]) => id !== trackId)) };
}

/** One at the most, but for two releases side by side: the old one does not know what the new one has added. */
function tracksNamed(filename: string, tracks: Tracks): string[] {
  return [...tracks].flatMap(([id, name]) => (name === filename ? [id] : []));
}

const removed = (trackId: string): PlaylistEvent => ({ type: 'MusicTrackRemoved', data: { trackId } });

export class TooManyTracks extends DomainError {
  constructor() {
    super('conflict', 'TooManyTracks', musicTexts.tooMany(MAX_TRACKS));
  }
}

export class TrackNotFound extends DomainError {
  constructor() {
    super('not_found', 'TrackNotFound', musicTexts.unknownTrack);
  }
}
