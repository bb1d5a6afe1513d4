import type { Referrals } from '../../../contracts/api/referrals.ts';
import { formatEvo } from '../../../contracts/money.ts';
import { referralTier } from '../../../contracts/referral-tier.ts';
import type { ReferralStatistics } from '../../../projector/read-models/referrals/queries.ts';

export function presentReferrals(
  { total, successful, active, earned, earnedSince }: ReferralStatistics,
  link: string,
): Referrals {
  return {
    link,
    total,
    successful,
    active,
    earned: formatEvo(earned),
    earnedThisWeek: formatEvo(earnedSince),
    ...referralTier(successful),
  };
}
