import { musicTexts } from '../../contracts/admin-messages.ts';
import type { ProgramEvent } from '../../contracts/events/program.ts';
import { DomainError } from '../domain-error.ts';

/** The tracks of the playlist: the name of each one's file by the track's id. */
export type Tracks = ReadonlyMap<string, string>;

export type Track = Extract<ProgramEvent, { type: 'MusicTrackAdded' }>['data'];

export const MAX_TRACKS = 200;

/** A track of the same file name is replaced in the same append. */
export function addTrack(track: Track, tracks: Tracks): ProgramEvent[] {
  if (tracks.has(track.trackId)) return [];
  const replaced = trackNamed(track.filename, tracks);
  requireRoom(track.filename, tracks);
  return [...(replaced === undefined ? [] : [removed(replaced)]), { type: 'MusicTrackAdded', data: track }];
}

export function removeTrack(trackId: string, tracks: Tracks): ProgramEvent[] {
  if (!tracks.has(trackId)) throw new TrackNotFound();
  return [removed(trackId)];
}

/** @throws TooManyTracks unless a file of this name replaces one */
export function requireRoom(filename: string, tracks: Tracks): void {
  if (tracks.size >= MAX_TRACKS && trackNamed(filename, tracks) === undefined) throw new TooManyTracks();
}

export function tracksAfter(
  tracks: Tracks,
  event: Extract<ProgramEvent, { type: 'MusicTrackAdded' | 'MusicTrackRemoved' }>,
): Tracks {
  const after = new Map(tracks);
  if (event.type === 'MusicTrackAdded') after.set(event.data.trackId, event.data.filename);
  else after.delete(event.data.trackId);
  return after;
}

function trackNamed(filename: string, tracks: Tracks): string | undefined {
  return [...tracks].find(([, name]) => name === filename)?.[0];
}

const removed = (trackId: string): ProgramEvent => ({ type: 'MusicTrackRemoved', data: { trackId } });

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
