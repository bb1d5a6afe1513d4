import { useQuery } from '@tanstack/react-query';
import { getMusicTracks } from '../../../../../contracts/api/music-tracks.ts';
import { MUSIC_TRACKS_FRESH_MS, MUSIC_TRACKS_KEPT_MS } from '../../../../../contracts/constants.ts';
import { endpointQuery } from '../../../lib/api/endpoint-query.ts';

/** The same as the player's, so that neither of them makes the other's answer older or younger. */
export const musicTracksQuery = {
  ...endpointQuery(getMusicTracks),
  staleTime: MUSIC_TRACKS_FRESH_MS,
  gcTime: MUSIC_TRACKS_KEPT_MS,
};

export const useMusicTracks = () => useQuery(musicTracksQuery);
