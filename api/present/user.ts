import type { User } from '../../contracts/api/user.ts';
import { formatEvo, levelOf } from '../../contracts/money.ts';
import { defaultUsername } from '../../contracts/username.ts';
import type { OpenedAccount } from '../../ledger/accounts/open-account.ts';
import { pendingOf } from '../../ledger/accounts/state.ts';
import type { RankedUser } from '../read-user.ts';

/** A user as the API shows it to its owner. */
export function presentUser({ user, standing }: RankedUser): User {
  return {
    ...unconnected,
    id: user.userId,
    username: user.username,
    walletAddress: user.walletAddress,
    evoBalance: formatEvo(user.totalRewards),
    level: user.level,
    rank: standing.position,
    pendingRewards: formatEvo(user.pendingRewards),
    totalRewards: formatEvo(user.totalRewards),
    claimedRewards: formatEvo(user.claimedRewards),
    createdAt: user.openedAt.toISOString(),
  };
}

/** The same from the write side, for the moment in which the read models do not know the account yet. */
export function presentOpenedAccount({ userId, state }: OpenedAccount, openedAt: string): User {
  return {
    ...unconnected,
    id: userId,
    username: defaultUsername(userId),
    walletAddress: state.walletAddress ?? null,
    evoBalance: formatEvo(state.granted),
    level: levelOf(state.granted),
    rank: null,
    pendingRewards: formatEvo(pendingOf(state)),
    totalRewards: formatEvo(state.granted),
    claimedRewards: formatEvo(state.claimed),
    createdAt: openedAt,
  };
}

/** No email and no platform is connected to any account yet. */
const unconnected = {
  email: null,
  isEmailVerified: false,
  emailMarketingOptIn: false,
  isTwitterConnected: false,
  isInstagramConnected: false,
  isYoutubeConnected: false,
  twitterHandle: null,
  instagramHandle: null,
  youtubeHandle: null,
  twitterFollowCompleted: false,
  twitterLikeCompleted: false,
  twitterRetweetCompleted: false,
  instagramFollowCompleted: false,
  youtubeSubscribeCompleted: false,
  streak: 0,
  checkedInToday: false,
  isWhitelisted: false,
} as const;
