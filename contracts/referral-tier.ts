import type { REFERRAL_TIERS } from './constants.ts';

export type ReferralTier = (typeof REFERRAL_TIERS)[number];

/** Successful referrals from which on a tier counts. */
const THRESHOLDS: readonly { readonly tier: ReferralTier; readonly from: number }[] = [
  { tier: 'Bronze', from: 0 },
  { tier: 'Silver', from: 10 },
  { tier: 'Gold', from: 30 },
  { tier: 'Diamond', from: 100 },
];

/** The tier of so many successful referrals, and how many the next one needs; null at the top. */
export function referralTier(successful: number): {
  readonly tier: ReferralTier;
  readonly next: { readonly tier: ReferralTier; readonly needed: number } | null;
} {
  const reached = THRESHOLDS.findLastIndex(({ from }) => successful >= from);
  const tier = THRESHOLDS[reached]?.tier ?? 'Bronze';
  const next = THRESHOLDS[reached + 1];
  return { tier, next: next ? { tier: next.tier, needed: next.from - successful } : null };
}
