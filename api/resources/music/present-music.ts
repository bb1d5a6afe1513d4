import type { ResponseOf } from '../../../contracts/api/endpoint.ts';
import type { AdminMusicTrack, getMusicTracks } from '../../../contracts/api/music.ts';
import { catalogueTrack } from '../../../contracts/music-catalogue.ts';
import type { TrackRow } from '../../../projector/read-models/music/queries.ts';

type MusicTrack = ResponseOf<typeof getMusicTracks>['tracks'][number];

/** A track as everybody sees it: one of the catalogue keeps its name there, whichever file it has. */
export function presentTrack(track: Pick<TrackRow, 'trackId' | 'title' | 'artist' | 'filename'>): MusicTrack {
  const { trackId, title, artist, filename } = track;
  return { id: catalogueTrack(filename)?.id ?? trackId, title, artist, url: urlOf(trackId) };
}

/** A track as admins see it. */
export function presentAdminTrack(track: TrackRow, hasFile: boolean): AdminMusicTrack {
  const { addedAt, ...known } = track;
  return { ...known, url: urlOf(track.trackId), hasFile, addedAt: addedAt.toISOString() };
}

const urlOf = (trackId: string): string => `/api/music/files/${trackId}`;
