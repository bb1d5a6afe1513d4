import { expect, test } from 'vitest';
import { tracksQuery } from './tracks-query.ts';

test('the tracks are fresh for five minutes and kept for ten', () => {
  expect(tracksQuery).toMatchObject({
    queryKey: ['/api/music/tracks'],
    staleTime: 300_000,
    gcTime: 600_000,
  });
});
