import { expect, test } from 'vitest';
import { MUSIC_CATALOGUE, namesOf } from './music-catalogue.ts';

test('five tracks are known, each by a name, a title and a path of its own', () => {
  expect(MUSIC_CATALOGUE).toHaveLength(5);
  for (const field of ['id', 'filename', 'title', 'path'] as const) {
    expect(new Set(MUSIC_CATALOGUE.map((track) => track[field])).size).toBe(5);
  }
  expect(MUSIC_CATALOGUE.slice(0, 4).map(({ id }) => id)).toEqual([
    'the-evolution',
    'defi-dreams',
    'blockchain-symphony',
    'digital-horizon',
  ]);
});

test.each([
  ['defi-dreams.mp3', 'DeFi Dreams'],
  // Not exactly the name.
  ['DeFi-Dreams.mp3', 'DeFi Dreams'],
  ['defi-dreams.wav', 'Defi Dreams'],
  ['night_drive-02.mp3', 'Night Drive 02'],
  ['élan.v2.ogg', 'Élan.v2'],
  ['  spaced   out .mp3', 'Spaced Out'],
  ['noextension', 'Noextension'],
  ['.mp3', '.mp3'],
  ['---.mp3', '---.mp3'],
  [`${'x'.repeat(196)}.mp3`, `X${'x'.repeat(49)}`],
])('%s is called %s', (filename, title) => {
  expect(namesOf(filename)).toEqual({ title, artist: 'EVO' });
});
