import { expect, test } from 'vitest';
import { placeIn, SECTIONS } from './sections.ts';

const places = (path: string) => SECTIONS.map((section) => placeIn(section, path));

test.each([
  ['/', ['page', undefined, undefined]],
  ['/evolve-socials', ['page', undefined, undefined]],
  ['/evo-rewards', [undefined, 'page', undefined]],
  ['/dashboard', [undefined, 'true', undefined]],
  ['/raffle', [undefined, undefined, 'page']],
  ['/raffle/proofs', [undefined, undefined, 'true']],
  ['/admin', [undefined, undefined, undefined]],
])('%s is in one section at the most', (path, expected) => {
  expect(places(path)).toEqual(expected);
});
