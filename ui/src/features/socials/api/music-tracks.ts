import { useQuery } from '@tanstack/react-query';
import { getMusicTracks } from '../../../../../contracts/api/music-tracks.ts';
import { MUSIC_TRACKS_FRESH_MS, MUSIC_TRACKS_KEPT_MS } from '../../../../../contracts/constants.ts';
import { endpointQuery } from '../../../lib/api/endpoint-query.ts';

const musicTracksQuery = endpointQuery(getMusicTracks);

export const useMusicTracks = () =>
  useQuery({ ...musicTracksQuery, staleTime: MUSIC_TRACKS_FRESH_MS, gcTime: MUSIC_TRACKS_KEPT_MS });
