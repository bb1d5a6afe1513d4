import { expect, test } from 'vitest';
import { referralTier } from './referral-tier.ts';

test.each([
  [0, 'Bronze', { tier: 'Silver', needed: 10 }],
  [9, 'Bronze', { tier: 'Silver', needed: 1 }],
  [10, 'Silver', { tier: 'Gold', needed: 20 }],
  [29, 'Silver', { tier: 'Gold', needed: 1 }],
  [30, 'Gold', { tier: 'Diamond', needed: 70 }],
  [99, 'Gold', { tier: 'Diamond', needed: 1 }],
  [100, 'Diamond', null],
  [1_000_000, 'Diamond', null],
] as const)('%i successful referrals are %s', (successful, tier, next) =>
  expect(referralTier(successful)).toEqual({ tier, next }),
);
