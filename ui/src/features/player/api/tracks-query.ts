import { getMusicTracks } from '../../../../../contracts/api/music-tracks.ts';
import { MUSIC_TRACKS_FRESH_MS, MUSIC_TRACKS_KEPT_MS } from '../../../../../contracts/constants.ts';
import { endpointQuery } from '../../../lib/api/endpoint-query.ts';

/** The playlist; asked again when the panel is opened after five minutes. */
export const tracksQuery = {
  ...endpointQuery(getMusicTracks),
  staleTime: MUSIC_TRACKS_FRESH_MS,
  gcTime: MUSIC_TRACKS_KEPT_MS,
};
