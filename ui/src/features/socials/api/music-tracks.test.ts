import { expect, test } from 'vitest';
import { musicTracksQuery } from './music-tracks.ts';

test('the tracks of the playlist are fresh for five minutes and kept for ten', () => {
  expect(musicTracksQuery).toMatchObject({
    queryKey: ['/api/music/tracks'],
    staleTime: 300_000,
    gcTime: 600_000,
  });
});
