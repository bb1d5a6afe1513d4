import { expect, test } from 'vitest';
import type { SocialTask } from '../../../../../contracts/api/social.ts';
import type { Quest } from '../../../lib/dashboard/quests.ts';
import { hiddenQuests, taskText } from './tasks.ts';

const task = (platform: SocialTask['platform'], taskType: SocialTask['taskType'], completed = false) => ({
  platform,
  taskType,
  reward: '25',
  completed,
  post: null,
  actionUrl: 'https://x.com/evo',
});
const noFlags = {
  twitterFollowCompleted: false,
  instagramFollowCompleted: false,
  youtubeSubscribeCompleted: false,
};
const quest = (one: SocialTask): Quest => ({
  kind: 'task',
  id: `task:${one.platform}:${one.taskType}`,
  task: one,
  reward: one.reward,
  state: one.completed ? 'done' : 'open',
});
const all = [
  task('twitter', 'follow'),
  task('twitter', 'like'),
  task('instagram', 'follow'),
  task('youtube', 'subscribe'),
].map(quest);

test.each([
  ['twitterFollowCompleted', 'twitter', 'follow'],
  ['instagramFollowCompleted', 'instagram', 'follow'],
  ['youtubeSubscribeCompleted', 'youtube', 'subscribe'],
] as const)('a task whose flag %s is set is hidden', (flag, platform, taskType) => {
  expect([...hiddenQuests(all, { ...noFlags, [flag]: true })]).toEqual([`task:${platform}:${taskType}`]);
});

test('a like or retweet stays for the visit in which it was completed, and is gone on the next', () => {
  const done = quest(task('twitter', 'like', true));
  // What is hidden is asked once a visit, at its beginning.
  expect(hiddenQuests(all, noFlags).size).toBe(0);
  expect([...hiddenQuests([done, ...all], noFlags)]).toEqual(['task:twitter:like']);
});

test('a platform that no longer lets us ask is shown again, whenever it was paid', () => {
  const connection = { platform: 'twitter', handle: 'fan', reward: '50', verifier: 'oauth' } as const;
  const connect = (status: 'confirmed' | 'expired'): Quest => ({
    kind: 'connect',
    id: 'connect:twitter',
    connection: { ...connection, status },
    reward: '50',
    state: 'done',
  });
  expect(hiddenQuests([connect('confirmed')], noFlags).size).toBe(1);
  expect(hiddenQuests([connect('expired')], noFlags).size).toBe(0);
});

test('the text of a task quotes at most 50 characters of its post', () => {
  const post = { id: '1', text: 'y'.repeat(60), url: 'https://x.com/evo/status/1' };
  expect(taskText({ ...task('twitter', 'like'), post })).toBe(`Like “${'y'.repeat(50)}…”`);
  expect(taskText({ ...task('twitter', 'retweet'), post: { ...post, text: 'short' } })).toBe(
    'Retweet “short”',
  );
  expect(taskText(task('youtube', 'subscribe'))).toBe('Subscribe on YouTube');
});
