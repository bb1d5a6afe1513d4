import { expect, test } from 'vitest';
import type { SocialTask } from '../../../../../contracts/api/social.ts';
import { taskKey, taskText, visibleTasks } from './tasks.ts';

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
const all = [
  task('twitter', 'follow'),
  task('twitter', 'like'),
  task('instagram', 'follow'),
  task('youtube', 'subscribe'),
];

test.each([
  ['twitterFollowCompleted', 'twitter', 'follow'],
  ['instagramFollowCompleted', 'instagram', 'follow'],
  ['youtubeSubscribeCompleted', 'youtube', 'subscribe'],
] as const)('a task whose flag %s is set is hidden', (flag, platform, taskType) => {
  const shown = visibleTasks(all, { ...noFlags, [flag]: true }, new Set());
  expect(all.filter((one) => !shown.includes(one))).toEqual([task(platform, taskType)]);
  // Even where it was done a moment ago.
  expect(
    visibleTasks(all, { ...noFlags, [flag]: true }, new Set([taskKey(task(platform, taskType))])),
  ).toEqual(shown);
});

test('a like or retweet stays for the visit in which it was completed, and is gone on the next', () => {
  const done = [task('twitter', 'like', true)];
  expect(visibleTasks(done, noFlags, new Set(['twitter:like']))).toEqual(done);
  expect(visibleTasks(done, noFlags, new Set())).toEqual([]);
});

test('the text of a task quotes at most 50 characters of its post', () => {
  const post = { id: '1', text: 'y'.repeat(60), url: 'https://x.com/evo/status/1' };
  expect(taskText({ ...task('twitter', 'like'), post })).toBe(`Like “${'y'.repeat(50)}…”`);
  expect(taskText({ ...task('twitter', 'retweet'), post: { ...post, text: 'short' } })).toBe(
    'Retweet “short”',
  );
  expect(taskText(task('youtube', 'subscribe'))).toBe('Subscribe on YouTube');
});
