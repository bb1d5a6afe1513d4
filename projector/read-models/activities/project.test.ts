import { expect, test } from 'vitest';
import { activityType } from './project.ts';

test.each([
  ['social_task', 'twitter:retweet:17', 'twitter_retweet'],
  ['social_task', 'twitter:like', 'twitter_like'],
  ['social_task', 'twitter:follow', 'other'],
  ['social_task', 'youtube:like', 'other'],
  ['admin', 'twitter:like', 'other'],
  ['referral', 'x', 'referral'],
  ['referral_commission', 'x', 'referral'],
  ['welcome', 'x', 'other'],
] as const)('%s %s is %s', (source, ref, type) => {
  expect(activityType({ source, ref })).toBe(type);
});
