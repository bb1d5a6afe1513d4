import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** What everybody hears, apart from what admins do with it: a page that plays needs none of their texts. */

export const musicTrack = z.object({
  /** Of a track of the catalogue its id there, else that of the event that added it. */
  id: z.string(),
  title: z.string(),
  artist: z.string(),
  /** Of the file; another file under the same name has another. */
  url: z.string(),
});

export const getMusicTracks = endpoint({
  method: 'GET',
  path: '/api/music/tracks',
  summary: 'The playlist: the tracks of the catalogue first, then the others, oldest first',
  access: 'public',
  request: undefined,
  response: z.object({ tracks: z.array(musicTrack) }),
  command: false,
});
