import { expect, test } from 'vitest';
import { communityReach } from './community-reach.ts';

const account = (followers: number | null, stale = false) => ({ stats: { followers, posts: 7 }, stale });

test('followers that are known are added up, and it says of how many platforms they are', () => {
  expect(communityReach([account(1200), account(null), account(0), account(34)])).toEqual({
    followers: 1234n,
    known: 3,
    platforms: 4,
    isStale: false,
  });
});

test('where none is known there is no sum, not even 0', () => {
  expect(communityReach([account(null), account(null, true)])).toEqual({
    followers: null,
    known: 0,
    platforms: 2,
    isStale: false,
  });
});

test('a known 0 is a sum', () => {
  expect(communityReach([account(0), account(null)]).followers).toBe(0n);
});

test('the sum is old when one of its figures is', () => {
  expect(communityReach([account(1), account(2, true)]).isStale).toBe(true);
});

test('the sum of the largest counts is exact', () => {
  const most = Number.MAX_SAFE_INTEGER;
  expect(communityReach([account(most), account(most), account(2)]).followers).toBe(2n ** 54n);
});
