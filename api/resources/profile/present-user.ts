import type { User } from '../../../contracts/api/user.ts';
import { formatEvo, levelOf } from '../../../contracts/money.ts';
import { defaultUsername } from '../../../contracts/username.ts';
import type { OpenedAccount } from '../../../ledger/accounts/open-account.ts';
import { pendingOf, taskKey } from '../../../ledger/accounts/state.ts';
import { presentStreak } from '../rewards/streak.ts';
import type { OwnUser } from './read-user.ts';

/** A user as the API shows it to its owner. `now` is milliseconds. */
export function presentUser({ user, standing, email, handles }: OwnUser, now: number): User {
  const { platforms, tasks } = user;
  return {
    id: user.userId,
    username: user.username,
    walletAddress: user.walletAddress,
    evoBalance: formatEvo(user.totalRewards),
    level: user.level,
    rank: standing?.position ?? null,
    pendingRewards: formatEvo(user.pendingRewards),
    totalRewards: formatEvo(user.totalRewards),
    claimedRewards: formatEvo(user.claimedRewards),
    email: email ?? null,
    isEmailVerified: user.emailVerified,
    emailMarketingOptIn: user.marketingOptIn,
    isEmailRewarded: user.emailRewarded,
    isTwitterConnected: platforms.twitter.confirmed,
    isInstagramConnected: platforms.instagram.confirmed,
    isYoutubeConnected: platforms.youtube.confirmed,
    twitterHandle: handles.twitter ?? null,
    instagramHandle: handles.instagram ?? null,
    youtubeHandle: handles.youtube ?? null,
    twitterFollowCompleted: tasks.has('twitter_follow'),
    twitterLikeCompleted: tasks.has('twitter_like'),
    twitterRetweetCompleted: tasks.has('twitter_retweet'),
    instagramFollowCompleted: tasks.has('instagram_follow'),
    youtubeSubscribeCompleted: tasks.has('youtube_subscribe'),
    ...presentStreak(user.checkInDay, user.streak, now),
    isWhitelisted: user.whitelistedAt !== null,
    createdAt: user.openedAt.toISOString(),
  };
}

/** The same from the write side, for the moment in which the read models do not know the account yet. */
export function presentOpenedAccount({ userId, state }: OpenedAccount, now: number): User {
  const { socials, tasks, checkIn } = state;
  const done = (platform: string, task: string) => tasks.has(taskKey(platform, task));
  return {
    id: userId,
    username: state.username ?? defaultUsername(userId),
    walletAddress: state.walletAddress ?? null,
    evoBalance: formatEvo(state.granted),
    level: levelOf(state.granted),
    rank: null,
    pendingRewards: formatEvo(pendingOf(state)),
    totalRewards: formatEvo(state.granted),
    claimedRewards: formatEvo(state.claimed),
    // The write side knows the address by its hash only.
    email: null,
    isEmailVerified: state.email?.verified ?? false,
    emailMarketingOptIn: state.email?.marketingOptIn ?? false,
    isEmailRewarded: state.emailRewarded,
    isTwitterConnected: socials.twitter?.platformUserId !== undefined,
    isInstagramConnected: socials.instagram?.platformUserId !== undefined,
    isYoutubeConnected: socials.youtube?.platformUserId !== undefined,
    // As it knows the handles: sealed.
    twitterHandle: null,
    instagramHandle: null,
    youtubeHandle: null,
    twitterFollowCompleted: done('twitter', 'follow'),
    twitterLikeCompleted: done('twitter', 'like'),
    twitterRetweetCompleted: done('twitter', 'retweet'),
    instagramFollowCompleted: done('instagram', 'follow'),
    youtubeSubscribeCompleted: done('youtube', 'subscribe'),
    ...presentStreak(checkIn?.day ?? null, checkIn?.streak ?? 0, now),
    isWhitelisted: state.whitelisted,
    createdAt: new Date(now).toISOString(),
  };
}
