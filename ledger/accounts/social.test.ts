import { describe, test } from 'vitest';
import type { AccountEvent } from '../../contracts/events/account.ts';
import { sealedHandle } from '../testing/sealed-handle.ts';
import type { AccountCommand } from './commands.ts';
import {
  PlatformAlreadyConnected,
  PlatformNotConnected,
  TaskAlreadyVerified,
  UnknownTask,
} from './errors.ts';
import { given, granted, id, opened } from './testing/account-events.ts';

const named: AccountEvent = {
  type: 'SocialConnected',
  data: { platform: 'twitter', ...sealedHandle('anna'), method: 'handle' },
};
const confirmed: AccountEvent = {
  type: 'SocialConnected',
  data: { platform: 'twitter', ...sealedHandle('anna'), platformUserId: '42', method: 'oauth' },
};
const name = (handle: string): AccountCommand => ({
  type: 'NameSocialHandle',
  platform: 'twitter',
  ...sealedHandle(handle),
});
const confirm = (platformUserId: string): AccountCommand => ({
  type: 'ConfirmSocial',
  platform: 'twitter',
  ...sealedHandle('anna'),
  platformUserId,
  method: 'oauth',
  grantId: id(3),
});

describe('connecting a platform', () => {
  test('a typed handle is remembered and pays nothing', () => given(opened).when(name('anna')).then(named));
  test('the same handle again changes nothing', () => given(opened, named).when(name('anna')).then());
  test('another handle replaces an unproven one', () =>
    given(opened, named)
      .when(name('ben'))
      .then({
        type: 'SocialConnected',
        data: { platform: 'twitter', ...sealedHandle('ben'), method: 'handle' },
      }));
  test("the platform's word pays once", () =>
    given(opened, named)
      .when(confirm('42'))
      .then(
        confirmed,
        granted('50', { source: 'social_connection', reason: 'Connected X', ref: 'twitter' }),
      ));
  test('the same word again pays nothing', () => given(opened, confirmed).when(confirm('42')).then());
  test('a second account of the platform is refused', () =>
    given(opened, confirmed).when(confirm('43')).fails(PlatformAlreadyConnected));
  test('a typed handle does not replace a proven account', () =>
    given(opened, confirmed).when(name('ben')).fails(PlatformAlreadyConnected));
});

describe.each([
  ['instagram', '75', 'Connected Instagram'],
  ['youtube', '100', 'Connected YouTube'],
] as const)('%s', (platform, amount, reason) => {
  test(`pays ${amount}`, () =>
    given(opened)
      .when({
        type: 'ConfirmSocial',
        platform,
        ...sealedHandle('anna'),
        platformUserId: '1',
        method: 'demo',
        grantId: id(3),
      })
      .then(
        {
          type: 'SocialConnected',
          data: { platform, ...sealedHandle('anna'), platformUserId: '1', method: 'demo' },
        },
        granted(amount, { source: 'social_connection', reason, ref: platform }),
      ));
});

describe('tasks', () => {
  const task = (
    platform: 'twitter' | 'instagram' | 'youtube',
    taskType: 'follow' | 'like' | 'retweet' | 'subscribe',
  ): AccountCommand => ({
    type: 'ConfirmTask',
    platform,
    taskType,
    method: 'oauth',
    evidence: 'following: true',
    grantId: id(3),
  });
  const connected = (platform: 'twitter' | 'instagram' | 'youtube'): AccountEvent => ({
    type: 'SocialConnected',
    data: { platform, ...sealedHandle('anna'), platformUserId: '42', method: 'oauth' },
  });
  const verified = (
    platform: 'twitter' | 'instagram' | 'youtube',
    taskType: 'follow' | 'like' | 'retweet' | 'subscribe',
  ): AccountEvent => ({
    type: 'TaskVerified',
    data: { platform, taskType, method: 'oauth', evidence: 'following: true' },
  });

  test.each([
    ['twitter', 'follow', '50', 'X follow'],
    ['twitter', 'like', '25', 'X like'],
    ['twitter', 'retweet', '35', 'X retweet'],
    ['instagram', 'follow', '75', 'Instagram follow'],
    ['youtube', 'subscribe', '100', 'YouTube subscribe'],
  ] as const)('%s %s pays %s once', (platform, taskType, amount, reason) => {
    const ref = `${platform}:${taskType}`;
    given(opened, connected(platform))
      .when(task(platform, taskType))
      .then(verified(platform, taskType), granted(amount, { source: 'social_task', reason, ref }));
    given(opened, connected(platform), verified(platform, taskType))
      .when(task(platform, taskType))
      .fails(TaskAlreadyVerified);
  });
  test('need a platform that has confirmed the account', () => {
    given(opened).when(task('twitter', 'like')).fails(PlatformNotConnected);
    given(opened, named).when(task('twitter', 'like')).fails(PlatformNotConnected);
  });
  test('that do not exist are refused', () =>
    given(opened, connected('youtube')).when(task('youtube', 'retweet')).fails(UnknownTask));
});
