import { expect, test } from 'vitest';
import { placeIn, SECTIONS } from './sections.ts';

const places = (path: string) => SECTIONS.map((section) => placeIn(section, path));

test.each([
  ['/', ['page', undefined, undefined, undefined]],
  ['/evolve-socials', ['page', undefined, undefined, undefined]],
  ['/evo-rewards', [undefined, 'page', undefined, undefined]],
  ['/dashboard', [undefined, 'true', undefined, undefined]],
  ['/raffle', [undefined, undefined, 'page', undefined]],
  ['/raffle/proofs', [undefined, undefined, 'true', undefined]],
  ['/ledger', [undefined, undefined, undefined, 'page']],
  ['/raffle/', [undefined, undefined, 'page', undefined]],
  ['/Evo-Rewards/', [undefined, 'page', undefined, undefined]],
  ['/raffle/proofs/', [undefined, undefined, 'true', undefined]],
  ['/admin', [undefined, undefined, undefined, undefined]],
  ['/raffles', [undefined, undefined, undefined, undefined]],
])('%s is in one section at the most', (path, expected) => {
  expect(places(path)).toEqual(expected);
});
