import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { answerAsPlatforms } from '../../resources/social/testing/platform-accounts.ts';
import type { AccountReading } from './account-reading.ts';
import { PlatformRefused, PlatformUnavailable } from './errors.ts';
import { readInstagramAccount } from './instagram-account.ts';
import { createPlatformClient } from './platform-client.ts';
import { type FakePlatform, startFakePlatform } from './testing/fake-platform.ts';
import { readTikTokAccount, refreshTikTokToken } from './tiktok-account.ts';
import { createXVerifier } from './x.ts';
import { readXAccount } from './x-account.ts';
import { readYouTubeAccount } from './youtube-account.ts';

let platform: FakePlatform;
const now = Date.parse('2026-03-01T12:00:00Z');
const client = createPlatformClient({ clock: () => now, takeCall: async () => {}, failures: 1_000 });
const signal = () => AbortSignal.timeout(20_000);

beforeAll(async () => {
  platform = await startFakePlatform();
});
beforeEach(() => {
  answerAsPlatforms(platform);
  platform.requests.length = 0;
});
afterAll(() => platform.close());

const x = () => ({
  clientId: 'app',
  clientSecret: undefined,
  bearerToken: 'app-token',
  accountId: '900',
  handle: 'evo',
  apiBase: platform.url,
  authorizeBase: 'https://x.com',
});
const readX = () => readXAccount(client, x(), signal());
const readYouTube = () =>
  readYouTubeAccount(client, { apiKey: 'the-key', channelId: 'UCprogram', apiBase: platform.url }, signal());
const readInstagram = () =>
  readInstagramAccount(
    client,
    { appSecret: 's', verifyToken: 'v', accessToken: 'ig-token', handle: 'evo.gram', apiBase: platform.url },
    signal(),
  );
const tiktok = () => ({
  clientKey: 'ck',
  clientSecret: 'cs',
  refreshToken: 'r1',
  handle: 'evo',
  apiBase: platform.url,
});
const readTikTok = () => readTikTokAccount(client, tiktok(), 'tt-token', signal());

describe('X', () => {
  test('figures, the two newest posts and the pinned one with two calls', async () => {
    expect(await readX()).toEqual({
      handle: 'evo',
      stats: { followers: 1_200, posts: 34 },
      posts: [
        {
          id: '8',
          text: 'new & <true>',
          image: 'https://pbs.twimg.com/media/one.jpg?name=small',
          likes: 5,
          comments: 2,
          createdAt: '2026-02-01T10:00:00.000Z',
          url: 'https://x.com/evo/status/8',
        },
        {
          id: '7',
          text: 'older',
          image: null,
          likes: null,
          comments: null,
          createdAt: '2026-01-31T10:00:00.000Z',
          url: 'https://x.com/evo/status/7',
        },
      ],
      announcement: {
        id: '3',
        text: 'pinned',
        image: null,
        likes: 9,
        comments: 4,
        createdAt: '2026-01-01T00:00:00.000Z',
        url: 'https://x.com/evo/status/3',
      },
    } satisfies AccountReading);
    expect(platform.requests.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer app-token',
      'Bearer app-token',
    ]);
  });

  test('an account without a post', async () => {
    platform.on('GET /2/users/900/tweets', { meta: { result_count: 0 } });
    platform.on('GET /2/users/900', { data: { id: '900' } });
    expect(await readX()).toMatchObject({
      stats: { followers: null, posts: null },
      posts: [],
      announcement: null,
    });
  });

  test('an answer that holds nothing but errors, with status 200, says of no post that it is gone', async () => {
    platform.on('GET /2/users/900/tweets', {
      errors: [{ title: 'Not Found Error', detail: 'Could not find user with id: [900].' }],
    });
    await expect(readX()).rejects.toBeInstanceOf(PlatformUnavailable);
  });

  test('a picture from elsewhere is none, and the post stays', async () => {
    platform.on('GET /2/users/900/tweets', {
      data: [{ id: '8', text: 'new', attachments: { media_keys: ['a'] } }],
      includes: { media: [{ media_key: 'a', url: 'https://pbs.twimg.com.evil.example/one.jpg' }] },
    });
    expect((await readX()).posts).toMatchObject([{ id: '8', image: null }]);
  });

  test.each<[string, object]>([
    ['a negative figure', { public_metrics: { followers_count: -1, tweet_count: 3 } }],
    ['a broken figure', { public_metrics: { followers_count: 1.5, tweet_count: 3 } }],
    ['a figure that no number holds', { public_metrics: { followers_count: 2 ** 60, tweet_count: 3 } }],
    ['a text in place of a figure', { public_metrics: { followers_count: '12', tweet_count: 3 } }],
  ])('%s makes the answer unusable', async (_, data) => {
    platform.on('GET /2/users/900', { data: { id: '900', ...data } });
    await expect(readX()).rejects.toBeInstanceOf(PlatformUnavailable);
  });

  test('texts that no database keeps are made ones that it does, and endless ones are refused', async () => {
    const say = (text: string) => platform.on('GET /2/users/900/tweets', { data: [{ id: '8', text }] });
    say('a\0b\ud800c');
    expect((await readX()).posts[0]?.text).toBe('a\u{fffd}b\u{fffd}c');
    say('x'.repeat(5_001));
    await expect(readX()).rejects.toBeInstanceOf(PlatformUnavailable);
  });
});

describe('YouTube', () => {
  test('figures and the newest videos in the order of their list; the key is in no address', async () => {
    expect(await readYouTube()).toEqual({
      handle: 'evo.channel',
      stats: { followers: 4_500, posts: 12 },
      posts: [
        {
          id: 'vid_2',
          text: 'The second',
          image: 'https://i.ytimg.com/vi/vid_2/hqdefault.jpg',
          likes: 7,
          comments: 1,
          createdAt: '2026-02-01T10:00:00.000Z',
          url: 'https://www.youtube.com/watch?v=vid_2',
        },
        {
          id: 'vid-1',
          text: 'The first',
          image: 'https://i.ytimg.com/vi/vid-1/hqdefault.jpg',
          likes: 3,
          comments: null,
          createdAt: '2026-02-01T10:00:00.000Z',
          url: 'https://www.youtube.com/watch?v=vid-1',
        },
      ],
      announcement: null,
    } satisfies AccountReading);
    expect(platform.requests).toHaveLength(3);
    for (const { query, headers } of platform.requests) {
      expect(headers['x-goog-api-key']).toBe('the-key');
      expect(query.toString()).not.toContain('the-key');
    }
  });

  test('a hidden number of subscribers is not known, and no list of videos is no fault', async () => {
    platform.on('GET /youtube/v3/channels', {
      items: [
        {
          id: 'UCprogram',
          snippet: {},
          statistics: { subscriberCount: '0', hiddenSubscriberCount: true, videoCount: '0' },
          contentDetails: { relatedPlaylists: { uploads: 'UUprogram' } },
        },
      ],
    });
    platform.on('GET /youtube/v3/playlistItems', () => ({
      status: 404,
      body: { error: { code: 404, errors: [{ reason: 'playlistNotFound' }] } },
    }));
    expect(await readYouTube()).toEqual({
      handle: null,
      stats: { followers: null, posts: 0 },
      posts: [],
      announcement: null,
    });
  });

  const called = (customUrl: string) =>
    platform.on('GET /youtube/v3/channels', {
      items: [
        {
          id: 'UCprogram',
          snippet: { customUrl },
          statistics: { subscriberCount: '1', videoCount: '0' },
          contentDetails: { relatedPlaylists: {} },
        },
      ],
    });

  test.each(['@Студия.Диафильм', '@%D0%A1%D1%82%D1%83%D0%B4%D0%B8%D1%8F.Диафильм'])(
    'a channel that is called %s has its handle in letters',
    async (customUrl) => {
      called(customUrl);
      expect(await readYouTube()).toMatchObject({ handle: 'Студия.Диафильм', stats: { followers: 1 } });
    },
  );

  test.each(['@<b>', '@%3Cb%3E', '@a%00b', '@a\u202eb', '@a%'])(
    'a channel that is called %j makes the answer unusable',
    async (customUrl) => {
      called(customUrl);
      await expect(readYouTube()).rejects.toBeInstanceOf(PlatformUnavailable);
    },
  );

  test('another channel than the one that was asked for is no answer', async () => {
    platform.on('GET /youtube/v3/channels', { items: [] });
    await expect(readYouTube()).rejects.toBeInstanceOf(PlatformRefused);
  });

  test('a key that Google does not take', async () => {
    platform.on('GET /youtube/v3/channels', () => ({
      status: 400,
      body: { error: { code: 400, errors: [{ reason: 'badRequest' }] } },
    }));
    await expect(readYouTube()).rejects.toBeInstanceOf(PlatformRefused);
  });
});

describe('Instagram', () => {
  test('figures and posts; of a video its still', async () => {
    expect(await readInstagram()).toEqual({
      handle: 'evo.gram',
      stats: { followers: 800, posts: 2 },
      posts: [
        {
          id: '17',
          text: 'A reel',
          image: 'https://scontent-a.cdninstagram.com/v/reel.jpg?oh=1',
          likes: 11,
          comments: 0,
          createdAt: '2026-02-01T10:00:00.000Z',
          url: 'https://www.instagram.com/reel/abc/',
        },
      ],
      announcement: null,
    } satisfies AccountReading);
  });

  test.each([
    'https://instagram.com.evil.example/p/1/',
    'http://www.instagram.com/p/1/',
    'https://www.instagram.com:8443/p/1/',
    'https://me:me@www.instagram.com/p/1/',
    'javascript:alert(1)',
  ])('a post at %s makes the answer unusable', async (permalink) => {
    platform.on('GET /v23.0/me/media', {
      data: [{ id: '17', permalink, timestamp: '2026-02-01T10:00:00+0000' }],
    });
    await expect(readInstagram()).rejects.toBeInstanceOf(PlatformUnavailable);
  });
});

describe('TikTok', () => {
  test('figures and videos; an address says not with which app it was shared', async () => {
    expect(await readTikTok()).toEqual({
      handle: 'evo',
      stats: { followers: 60, posts: 1 },
      posts: [
        {
          id: '73',
          text: 'A dance of events',
          image: 'https://p16-sign.tiktokcdn-us.com/obj/cover.jpeg?x-expires=1',
          likes: 2,
          comments: 1,
          createdAt: '2026-02-01T00:00:00.000Z',
          url: 'https://www.tiktok.com/@evo/video/73',
        },
      ],
      announcement: null,
    } satisfies AccountReading);
    const list = platform.requests.find(({ path }) => path === '/v2/video/list/');
    expect(list).toMatchObject({ method: 'POST', headers: { authorization: 'Bearer tt-token' } });
    expect(list?.headers['content-type']).toBe('application/json');
  });

  test('a token that has ended is a refusal with its reason', async () => {
    platform.on('GET /v2/user/info/', () => ({
      status: 401,
      body: { error: { code: 'access_token_invalid', message: 'no' } },
    }));
    await expect(readTikTok()).rejects.toMatchObject({ reason: 'code access_token_invalid' });
  });

  test('a new token comes with the refresh token that is to be used next', async () => {
    expect(await refreshTikTokToken(client, () => now, tiktok(), 'r1', signal())).toEqual({
      accessToken: 'tiktok-access',
      refreshToken: 'tiktok-refresh-2',
      expiresAt: new Date(now + 86_400_000),
    });
    expect(Object.fromEntries(platform.requests[0]!.form)).toEqual({
      client_key: 'ck',
      client_secret: 'cs',
      grant_type: 'refresh_token',
      refresh_token: 'r1',
    });
  });

  test.each([200, 400])(
    'a refresh token that is taken no more is a refusal, said with status %i',
    async (status) => {
      platform.on('POST /v2/oauth/token/', () => ({
        status,
        body: { error: 'invalid_grant', error_description: 'Refresh token is invalid.', log_id: '1' },
      }));
      await expect(refreshTikTokToken(client, () => now, tiktok(), 'r1', signal())).rejects.toMatchObject({
        status: 400,
        reason: 'invalid_grant',
      });
    },
  );
});

test('what stands in the place of X and TikTok may have a path of its own', async () => {
  const apiBase = `${platform.url}/proxy`;
  const verifier = createXVerifier(client, () => now, { ...x(), apiBase });
  for (const [path, ask] of [
    ['/2/users/900', () => readXAccount(client, { ...x(), apiBase }, signal())],
    ['/2/users/me', () => verifier.identify('user-token', signal())],
    ['/v2/user/info/', () => readTikTokAccount(client, { ...tiktok(), apiBase }, 'tt-token', signal())],
    [
      '/v2/oauth/token/',
      () => refreshTikTokToken(client, () => now, { ...tiktok(), apiBase }, 'r1', signal()),
    ],
  ] as const) {
    // There is nothing there: where it was asked for is all that counts.
    await expect(ask()).rejects.toBeInstanceOf(PlatformRefused);
    const asked = () => platform.requests.map((request) => request.path);
    await expect.poll(asked).toContain(`/proxy${path}`);
  }
});
