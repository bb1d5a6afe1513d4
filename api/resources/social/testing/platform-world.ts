import { expect } from 'vitest';
import { type FakePlatform, startFakePlatform } from '../../../integrations/social/testing/fake-platform.ts';
import { createTestClient, type TestClient } from '../../../testing/client.ts';
import { readLedgerAt } from '../../../testing/read-ledger.ts';
import { startApp } from '../../../testing/start-app.ts';

type Begun = { status: string; reward: string; authorizeUrl: string | null; messageCode: string | null };

/** Events of an account before anything else, and after an account of a platform was confirmed. */
export const opened = ['AccountOpened', 'RewardGranted'];
export const connected = [...opened, 'SocialConnected', 'SocialConnected', 'RewardGranted'];

/** The whole program with credentials for all platforms, which are servers on this machine. */
export async function startPlatformWorld() {
  const [x, youtube, instagram] = await Promise.all([
    startFakePlatform(),
    startFakePlatform(),
    startFakePlatform(),
  ]);
  let now = Date.now();
  const app = await startApp({
    clock: () => now,
    env: {
      X_CLIENT_ID: 'x-app',
      X_CLIENT_SECRET: 'x-app-secret',
      X_BEARER_TOKEN: 'x-app-token',
      X_ACCOUNT_ID: '900',
      X_HANDLE: 'evo',
      X_API_URL: x.url,
      YOUTUBE_CLIENT_ID: 'youtube-app',
      YOUTUBE_CLIENT_SECRET: 'youtube-app-secret',
      YOUTUBE_CHANNEL_ID: 'UCprogram',
      YOUTUBE_API_URL: youtube.url,
      INSTAGRAM_APP_SECRET: 'instagram-app-secret',
      INSTAGRAM_VERIFY_TOKEN: 'instagram-verify-token',
      INSTAGRAM_ACCESS_TOKEN: 'instagram-access-token',
      INSTAGRAM_HANDLE: 'evo',
      INSTAGRAM_API_URL: instagram.url,
    },
  });
  answerAsX(x);

  const eventsOf = async (userId: string) =>
    (await readLedgerAt(app.eventStoreUrl)).filter(({ stream }) => stream === `account-${userId}`);
  let ids = 4_000;
  const world = {
    app,
    x,
    youtube,
    instagram,
    now: () => now,
    pass(milliseconds: number) {
      now += milliseconds;
    },
    /** An id that no account of X has had. */
    newId: () => String(ids++),
    eventsOf,
    typesOf: async (userId: string) => (await eventsOf(userId)).map(({ type }) => type),
    async newUser() {
      const client = createTestClient(app.url);
      const { body } = await client.connect();
      return { client, userId: body.user.id };
    },
    /** Names an account, as the first half of connecting it. */
    async setOff(client: TestClient, platform = 'twitter', handle = 'anna') {
      const { body, status } = await client.post<Begun>('/api/social/connect', { platform, handle });
      expect(status).toBe(200);
      const url = body.authorizeUrl;
      return { ...body, state: (url && new URL(url).searchParams.get('state')) ?? '' };
    },
    /** How the page is told that the journey ended, after the platform sent the browser back. */
    async comeBack(client: TestClient, query: Record<string, string>, platform = 'twitter') {
      const answer = await client.get(`/api/social/callback/${platform}?${new URLSearchParams(query)}`);
      expect(answer.status).toBe(302);
      // A browser that kept it would tell of this journey whenever it is asked for the next one.
      expect(answer.headers.get('cache-control')).toBe('no-store');
      const url = new URL(answer.headers.get('location') ?? '', app.url);
      expect(url.origin + url.pathname).toBe(`${new URL(app.url).origin}/evo-rewards`);
      expect(url.searchParams.get('platform')).toBe(platform);
      return url.searchParams.get('social');
    },
    /** A new user whose account of X is confirmed. */
    async newOnX() {
      const user = await world.newUser();
      const xId = world.newId();
      const { state } = await world.setOff(user.client);
      expect(await world.comeBack(user.client, { code: xId, state })).toBe('connected');
      return { ...user, xId };
    },
    verify: (client: TestClient, platform: string, taskType: string) =>
      client.post('/api/social/verify', { platform, taskType }),
    async statusOf(client: TestClient, platform: string) {
      const { body } = await client.get<{ connections: { platform: string }[] }>('/api/social');
      return body.connections.find((connection) => connection.platform === platform);
    },
    mend() {
      for (const platform of [x, youtube, instagram]) platform.fault = undefined;
    },
    async close() {
      await app.close();
      await Promise.all([x, youtube, instagram].map((platform) => platform.close()));
    },
  };
  return world;
}

/** A code is the id of the account that it stands for; so are the tokens. */
export function answerAsX(x: FakePlatform): void {
  x.on('POST /2/oauth2/token', ({ form }) => {
    if (form.get('code') === 'bad') return { status: 400, body: { error: 'invalid_grant' } };
    const who = form.get('code') ?? form.get('refresh_token')?.replace('refresh-', '');
    return {
      body: {
        token_type: 'bearer',
        expires_in: 7_200,
        access_token: `access-${who}`,
        refresh_token: `refresh-${who}`,
        scope: 'tweet.read users.read follows.read like.read offline.access',
      },
    };
  });
  x.on('GET /2/users/me', ({ headers }) => {
    const id = headers.authorization?.replace('Bearer access-', '');
    return { body: { data: { id, username: `user_${id}` } } };
  });
  x.on('GET /2/users/900/tweets', { data: [{ id: '8', text: 'new' }] });
  x.on('GET /2/users/900', () => ({
    body: {
      data: { id: '900', pinned_tweet_id: '3', connection_status: ['following'] },
      includes: { tweets: [{ id: '3', text: 'pinned' }] },
    },
  }));
}
