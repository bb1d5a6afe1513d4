import { expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import type { AccountReading } from '../../integrations/social/account-reading.ts';
import { readContent } from './content.ts';
import type { SharedReading } from './shared-reading.ts';
import { createShowcase } from './showcase.ts';
import { createTaskPosts } from './task-posts.ts';

const content = await readContent(undefined);
type Asked = Pick<SharedReading, 'current'>;
const noImages = { pathsOf: async () => new Map() };

function showcase(
  settings: Readonly<Record<string, string>>,
  readings: Parameters<typeof createShowcase>[0]['readings'] = {},
  isTrial = false,
) {
  return createShowcase({
    config: readConfig(settings).social,
    content,
    readings,
    images: noImages,
    taskPosts: createTaskPosts(readings.twitter, () => isTrial),
  });
}

test('without credentials it is what the operator wrote down, and that is not late', async () => {
  const { platforms, podcasts } = await showcase({}).all();
  for (const [name, account] of Object.entries(platforms)) {
    expect(account, name).toMatchObject({ source: 'content', stale: false, asOf: '2026-11-22T00:00:00Z' });
    expect(account.latestPosts, name).toHaveLength(2);
  }
  expect(platforms.twitter).toMatchObject({ latest: null, announcement: null });
  expect(podcasts.map(({ id }) => id)).toEqual(content.podcasts.map(({ id }) => id));
});

test('a local trial has the posts that its tasks are about, which say that they are demos', async () => {
  const { twitter } = (await showcase({}, {}, true).all()).platforms;
  expect(twitter.latest).toMatchObject({ id: 'demo-latest', likes: null, created_at: null });
  expect(twitter.announcement).toMatchObject({ id: 'demo-announcement' });
});

const x = { X_CLIENT_ID: 'app', X_BEARER_TOKEN: 'app-token', X_ACCOUNT_ID: '900', X_HANDLE: 'evo' };
const channel = { YOUTUBE_CHANNEL_ID: 'UC1', YOUTUBE_CLIENT_ID: 'app', YOUTUBE_CLIENT_SECRET: 'app-secret' };

test('the account of the settings is shown, also where only its tasks have credentials', async () => {
  const none: Asked = { current: async () => ({ reading: null, asOf: null, stale: false }) };
  const { twitter, youtube } = (await showcase({ ...x, ...channel }, { twitter: none }).all()).platforms;
  expect(twitter).toMatchObject({
    handle: 'evo',
    url: 'https://x.com/evo',
    followUrl: 'https://x.com/intent/follow?screen_name=evo',
    source: 'content',
    // There are credentials, and X has not been heard yet.
    stale: true,
    latest: null,
    announcement: null,
  });
  expect(youtube).toMatchObject({
    handle: '',
    url: 'https://www.youtube.com/channel/UC1',
    source: 'content',
    stale: false,
  });
});

test('an account without a post has none of the operator’s either', async () => {
  const reading: AccountReading = {
    handle: 'evo',
    stats: { followers: 0, posts: 0 },
    posts: [],
    announcement: null,
  };
  const asOf = new Date('2026-03-01T12:00:00Z');
  const twitter: Asked = { current: async () => ({ reading, asOf, stale: true }) };
  expect((await showcase(x, { twitter }, true).all()).platforms.twitter).toEqual({
    handle: 'evo',
    url: 'https://x.com/evo',
    followUrl: 'https://x.com/intent/follow?screen_name=evo',
    stats: { followers: 0, posts: 0 },
    latestPosts: [],
    latest: null,
    announcement: null,
    source: 'platform',
    asOf: '2026-03-01T12:00:00.000Z',
    stale: true,
  });
});
