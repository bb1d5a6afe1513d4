import { expect, test } from 'vitest';
import type { SocialConnection, SocialTask } from '../../../../../contracts/api/social.ts';
import { doneElsewhere } from './done-elsewhere.ts';

const nothing = {
  isTwitterConnected: false,
  isInstagramConnected: false,
  isYoutubeConnected: false,
  twitterFollowCompleted: false,
  twitterLikeCompleted: false,
  twitterRetweetCompleted: false,
  instagramFollowCompleted: false,
  youtubeSubscribeCompleted: false,
};
const connection = (platform: SocialConnection['platform'], status: SocialConnection['status']) =>
  ({ platform, status, handle: null, reward: '75', verifier: 'message_code' }) as const;
const task = (
  platform: SocialTask['platform'],
  taskType: SocialTask['taskType'],
  completed: boolean,
): SocialTask => ({ platform, taskType, completed, reward: '50', post: null, actionUrl: '' });

test('what a platform has confirmed and the figures do not have is told of, until they have it', () => {
  const social = {
    connections: [
      connection('instagram', 'confirmed'),
      connection('twitter', 'unproven'),
      connection('youtube', 'expired'),
    ],
    tasks: [task('instagram', 'follow', true), task('twitter', 'like', false)],
  };
  expect(doneElsewhere(nothing, social)).toEqual([
    'isInstagramConnected',
    'isYoutubeConnected',
    'instagramFollowCompleted',
  ]);
  const has = {
    ...nothing,
    isInstagramConnected: true,
    isYoutubeConnected: true,
    instagramFollowCompleted: true,
  };
  expect(doneElsewhere(has, social)).toEqual([]);
});
