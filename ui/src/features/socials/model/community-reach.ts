import type { SocialAccount } from '../../../../../contracts/api/socials.ts';

export type CommunityReach = {
  /** Followers of all platforms that are known; null where none is. */
  readonly followers: bigint | null;
  /** Of how many platforms they are. */
  readonly known: number;
  /** How many platforms there are. */
  readonly platforms: number;
  /** Whether one of the figures is older than it should be. */
  readonly isStale: boolean;
};

/** What is known is added up, and nothing is put in the place of what is not. */
export function communityReach(accounts: readonly Pick<SocialAccount, 'stats' | 'stale'>[]): CommunityReach {
  const known = accounts.filter(({ stats }) => stats.followers !== null);
  return {
    // Each is exact as a number; what they add up to may not be.
    followers:
      known.length === 0 ? null : known.reduce((sum, { stats }) => sum + BigInt(stats.followers ?? 0), 0n),
    known: known.length,
    platforms: accounts.length,
    isStale: known.some(({ stale }) => stale),
  };
}
