import type { SocialTask } from '../../../../../contracts/api/social.ts';
import type { User } from '../../../../../contracts/api/user.ts';
import { TASK_TWEET_TEXT_MAX, type TaskType } from '../../../../../contracts/constants.ts';
import { platformNames } from '../../../../../contracts/messages.ts';
import { cutText } from '../../../lib/cut-text.ts';
import type { QuestId } from '../../../lib/dashboard/asked-quest.ts';
import type { Quest } from '../../../lib/dashboard/quests.ts';

type CompletionFlags = Pick<
  User,
  'twitterFollowCompleted' | 'instagramFollowCompleted' | 'youtubeSubscribeCompleted'
>;

/**
 * What is hidden for as long as a visit lasts: what was done before it, and each task whose follow or subscribe flag
 * was set. What is done during the visit stays to be seen as completed, so that nothing jumps under a pointer. A
 * platform that no longer lets us ask is never hidden: it is to be connected anew.
 */
export function hiddenQuests(quests: readonly Quest[], flags: CompletionFlags): ReadonlySet<QuestId> {
  return new Set(quests.filter((quest) => isOver(quest, flags)).map(({ id }) => id));
}

function isOver(quest: Quest, flags: CompletionFlags): boolean {
  if (quest.kind === 'task' && isFlagged(quest.task, flags)) return true;
  if (isLapsed(quest)) return false;
  return quest.state === 'done';
}

/** A platform that was paid for, and no longer lets us ask. */
export const isLapsed = (quest: Quest): boolean =>
  quest.kind === 'connect' && quest.connection.status === 'expired';

function isFlagged({ platform, taskType }: SocialTask, flags: CompletionFlags): boolean {
  if (taskType === 'subscribe') return platform === 'youtube' && flags.youtubeSubscribeCompleted;
  if (taskType !== 'follow') return false;
  if (platform === 'twitter') return flags.twitterFollowCompleted;
  return platform === 'instagram' && flags.instagramFollowCompleted;
}

/** What there is to do: "Like our post on X", with the post's text where there is one. */
export function taskText({ platform, taskType, post }: SocialTask): string {
  const name = platformNames[platform];
  const text = post && ` “${cutText(post.text, TASK_TWEET_TEXT_MAX)}”`;
  switch (taskType) {
    case 'follow':
      return `Follow us on ${name}`;
    case 'subscribe':
      return `Subscribe on ${name}`;
    case 'like':
      return text ? `Like${text}` : `Like our latest post on ${name}`;
    case 'retweet':
      return text ? `Retweet${text}` : `Retweet our announcement on ${name}`;
  }
}

export const actionNames: Readonly<Record<TaskType, string>> = {
  follow: 'Follow',
  like: 'Like',
  retweet: 'Retweet',
  subscribe: 'Subscribe',
};
