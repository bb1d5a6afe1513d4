import { describe, expect, test } from 'vitest';
import type { RaffleSeedEvent } from '../../contracts/events/raffle-seeds.ts';
import { givenFor } from '../testing/given.ts';
import { newestSeed, noSeeds, raffleSeeds } from './seeds.ts';

const hash = (digit: string) => digit.repeat(64);
const seed = (number: number, digit = 'a') => ({ number, hash: hash(digit) });
const committed = (number: number, digit?: string): RaffleSeedEvent => ({
  type: 'SeedCommitted',
  data: seed(number, digit),
});
const commit = (number: number, digit?: string) => ({ type: 'CommitSeed' as const, ...seed(number, digit) });

describe('seeds of a new ledger', () => {
  const given = givenFor(raffleSeeds(noSeeds));
  test('begin with the first raffle', () => given().when(commit(1)).then(committed(1)));
  test('go on one by one', () => given(committed(1)).when(commit(2)).then(committed(2)));
  test('are never replaced', () => given(committed(1)).when(commit(1, 'b')).then());
  test('are not committed ahead', () => given(committed(1)).when(commit(3)).then());
});

describe('seeds after those of the stream program', () => {
  const given = givenFor(raffleSeeds({ newest: seed(7) }));
  test('go on with the next number', () => given().when(commit(8)).then(committed(8)));
  test.each([1, 6, 7, 9])('are not committed for number %d', (number) => given().when(commit(number)).then());
  test('go on from what stands in their own stream', () => {
    given(committed(8)).when(commit(8)).then();
    given(committed(8)).when(commit(9)).then(committed(9));
  });
});

describe('the newest seed', () => {
  const newest = (before?: ReturnType<typeof seed>, own?: ReturnType<typeof seed>) =>
    newestSeed({ newest: before }, { newest: own });
  test('is of either stream', () => {
    expect(newest()).toBeUndefined();
    expect(newest(seed(3))).toEqual(seed(3));
    expect(newest(undefined, seed(1))).toEqual(seed(1));
    expect(newest(seed(3), seed(4))).toEqual(seed(4));
  });
  test('of one number, committed by two releases side by side, is the one of its own stream', () =>
    expect(newest(seed(4, 'a'), seed(4, 'b'))).toEqual(seed(4, 'b')));
  test('is what an old release has committed beside this one', () =>
    expect(newest(seed(5, 'a'), seed(4, 'b'))).toEqual(seed(5, 'a')));
});
