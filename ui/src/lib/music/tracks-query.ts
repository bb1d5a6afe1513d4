import { getMusicTracks } from '../../../../contracts/api/music-tracks.ts';
import { MUSIC_TRACKS_FRESH_MS, MUSIC_TRACKS_KEPT_MS } from '../../../../contracts/constants.ts';
import { endpointQuery } from '../api/endpoint-query.ts';

/**
 * The playlist, of the player and of the page of the socials: neither makes the other's answer older or younger. Asked
 * again when one of them is opened after five minutes.
 */
export const tracksQuery = {
  ...endpointQuery(getMusicTracks),
  staleTime: MUSIC_TRACKS_FRESH_MS,
  gcTime: MUSIC_TRACKS_KEPT_MS,
};
