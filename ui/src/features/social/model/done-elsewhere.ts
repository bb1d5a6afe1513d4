import type { ResponseOf } from '../../../../../contracts/api/endpoint.ts';
import type { getSocial, SocialConnection, SocialTask } from '../../../../../contracts/api/social.ts';
import type { User } from '../../../../../contracts/api/user.ts';
import { isPaid } from '../../../lib/dashboard/quests.ts';

type Flag = keyof Pick<
  User,
  | 'isTwitterConnected'
  | 'isInstagramConnected'
  | 'isYoutubeConnected'
  | 'twitterFollowCompleted'
  | 'twitterLikeCompleted'
  | 'twitterRetweetCompleted'
  | 'instagramFollowCompleted'
  | 'youtubeSubscribeCompleted'
>;

/**
 * What the ledger has of the platforms and the account's figures have not: it was paid in another window, or because a
 * platform has told the program, and nothing else would tell this page.
 */
export function doneElsewhere(
  user: Pick<User, Flag>,
  { connections, tasks }: ResponseOf<typeof getSocial>,
): readonly Flag[] {
  const done = [
    ...connections.filter(isPaid).map(({ platform }) => CONNECTED[platform]),
    ...tasks.filter(({ completed }) => completed).flatMap((task) => COMPLETED[nameOf(task)] ?? []),
  ];
  return done.filter((flag) => !user[flag]);
}

const CONNECTED: Readonly<Record<SocialConnection['platform'], Flag>> = {
  twitter: 'isTwitterConnected',
  instagram: 'isInstagramConnected',
  youtube: 'isYoutubeConnected',
};

const nameOf = ({ platform, taskType }: SocialTask): string => `${platform} ${taskType}`;

const COMPLETED: Readonly<Record<string, Flag>> = {
  'twitter follow': 'twitterFollowCompleted',
  'twitter like': 'twitterLikeCompleted',
  'twitter retweet': 'twitterRetweetCompleted',
  'instagram follow': 'instagramFollowCompleted',
  'youtube subscribe': 'youtubeSubscribeCompleted',
};
