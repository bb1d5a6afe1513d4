import type { SocialTask } from '../../../../../contracts/api/social.ts';
import type { User } from '../../../../../contracts/api/user.ts';
import { TASK_TWEET_TEXT_MAX, type TaskType } from '../../../../../contracts/constants.ts';
import { platformNames } from '../../../../../contracts/messages.ts';
import { cutText } from '../../../lib/cut-text.ts';
import type { QuestId } from '../../../lib/dashboard/asked-quest.ts';
import { byOpenness, type Quest } from '../../../lib/dashboard/quests.ts';

type CompletionFlags = Pick<
  User,
  'twitterFollowCompleted' | 'instagramFollowCompleted' | 'youtubeSubscribeCompleted'
>;

/**
 * The ways to earn to show, what can be done now first. A task whose follow or subscribe flag is set is gone; of the
 * others, those that were done before this visit are gone, and those done during it stay to be seen as completed. A
 * platform that no longer lets us ask is shown again, to be connected anew.
 */
export function shownQuests(
  quests: readonly Quest[],
  flags: CompletionFlags,
  doneBefore: ReadonlySet<QuestId>,
): readonly Quest[] {
  return byOpenness(quests).filter((quest) => {
    if (quest.kind === 'task' && isFlagged(quest.task, flags)) return false;
    if (quest.kind === 'connect' && quest.connection.status === 'expired') return true;
    return quest.state !== 'done' || !doneBefore.has(quest.id);
  });
}

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
