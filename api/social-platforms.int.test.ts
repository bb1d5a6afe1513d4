import { createHash, createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { refusals, socialTexts } from '../contracts/messages.ts';
import { createPool } from '../projector/database.ts';
import { type FakePlatform, startFakePlatform } from './integrations/social/testing/fake-platform.ts';
import { createTestClient, type TestClient } from './testing/client.ts';
import { emptyUi } from './testing/empty-ui.ts';
import { readLedgerAt } from './testing/read-ledger.ts';
import { startApp, type TestApp } from './testing/start-app.ts';

let app: TestApp;
let x: FakePlatform;
let youtube: FakePlatform;
let instagram: FakePlatform;
let now = Date.now();

beforeAll(async () => {
  [x, youtube, instagram] = await Promise.all([
    startFakePlatform(),
    startFakePlatform(),
    startFakePlatform(),
  ]);
  app = await startApp({
    uiDist: await emptyUi(),
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
});
beforeEach(() => {
  for (const platform of [x, youtube, instagram]) platform.fault = undefined;
});
afterAll(async () => {
  await app.close();
  await Promise.all([x, youtube, instagram].map((platform) => platform.close()));
});

async function newUser() {
  const client = createTestClient(app.url);
  const { body } = await client.connect();
  return { client, userId: body.user.id };
}

let ids = 4_000;
const newId = () => String(ids++);

const eventsOf = async (userId: string) =>
  (await readLedgerAt(app.eventStoreUrl)).filter(({ stream }) => stream === `account-${userId}`);
const typesOf = async (userId: string) => (await eventsOf(userId)).map(({ type }) => type);
const opened = ['AccountOpened', 'RewardGranted'];
const connected = [...opened, 'SocialConnected', 'SocialConnected', 'RewardGranted'];

type Begun = { status: string; reward: string; authorizeUrl: string | null; messageCode: string | null };
async function setOff(client: TestClient, platform = 'twitter', handle = 'anna') {
  const { body, status } = await client.post<Begun>('/api/social/connect', { platform, handle });
  expect(status).toBe(200);
  return { ...body, state: body.authorizeUrl && new URL(body.authorizeUrl).searchParams.get('state') };
}

/** Where the page is after the platform sent the browser back. */
async function comeBack(client: TestClient, query: Record<string, string>, platform = 'twitter') {
  const answer = await client.get(`/api/social/callback/${platform}?${new URLSearchParams(query)}`);
  expect(answer.status).toBe(302);
  const url = new URL(answer.headers.get('location') ?? '', app.url);
  expect(url.origin + url.pathname).toBe(`${new URL(app.url).origin}/evo-rewards`);
  expect(url.searchParams.get('platform')).toBe(platform);
  return url.searchParams.get('social');
}

async function newOnX(xId = newId()) {
  const user = await newUser();
  const { state } = await setOff(user.client);
  expect(await comeBack(user.client, { code: xId, state: state ?? '' })).toBe('connected');
  return { ...user, xId };
}

const verify = (client: TestClient, platform: string, taskType: string) =>
  client.post('/api/social/verify', { platform, taskType });
const statusOf = async (client: TestClient, platform: string) => {
  const { body } = await client.get<{ connections: { platform: string; status: string; handle: string }[] }>(
    '/api/social',
  );
  return body.connections.find((connection) => connection.platform === platform);
};

describe('connecting X', () => {
  test('nothing is paid until X has said who it is; then once', async () => {
    const { client, userId } = await newUser();
    const begun = await setOff(client);
    expect(begun).toMatchObject({ status: 'unproven', reward: '0', messageCode: null });
    expect(await typesOf(userId)).toEqual([...opened, 'SocialConnected']);

    const xId = newId();
    expect(await comeBack(client, { code: xId, state: begun.state ?? '' })).toBe('connected');
    expect(await typesOf(userId)).toEqual(connected);
    // X's word counts, not what was typed.
    expect(await statusOf(client, 'twitter')).toMatchObject({ status: 'confirmed', handle: `user_${xId}` });
    const dashboard = await client.get<{ user: { totalRewards: string } }>('/api/dashboard');
    expect(dashboard.body.user.totalRewards).toBe('150');
  });

  test('the code goes to X with the verifier of the challenge', async () => {
    const { client } = await newUser();
    const begun = await setOff(client);
    await comeBack(client, { code: newId(), state: begun.state ?? '' });
    const url = new URL(begun.authorizeUrl ?? '');
    const exchange = x.requests.findLast(({ path }) => path === '/2/oauth2/token');
    const verifier = exchange?.form.get('code_verifier') ?? '';
    expect(createHash('sha256').update(verifier).digest('base64url')).toBe(
      url.searchParams.get('code_challenge'),
    );
    expect(exchange?.form.get('redirect_uri')).toBe(`${app.url}/api/social/callback/twitter`);
    expect(url.searchParams.get('redirect_uri')).toBe(exchange?.form.get('redirect_uri'));
  });

  test('a state is good once, for who was sent off with it, for ten minutes', async () => {
    const [anna, ben] = [await newUser(), await newUser()];
    const once = (await setOff(anna.client)).state ?? '';
    const code = newId();
    expect(await comeBack(ben.client, { code, state: once })).toBe('expired');
    expect(await comeBack(anna.client, { code, state: once })).toBe('expired');
    expect(await comeBack(anna.client, { code, state: 'made-up' })).toBe('expired');
    expect(await comeBack(anna.client, { code })).toBe('expired');

    const late = (await setOff(anna.client)).state ?? '';
    now += 10 * 60_000;
    expect(await comeBack(anna.client, { code, state: late })).toBe('expired');

    const elsewhere = (await setOff(anna.client)).state ?? '';
    expect(await comeBack(anna.client, { code, state: elsewhere }, 'youtube')).toBe('expired');
    expect((await typesOf(anna.userId)).filter((type) => type === 'RewardGranted')).toHaveLength(1);
    expect(await typesOf(ben.userId)).toEqual(opened);
    expect(x.requests.some(({ form }) => form.get('code') === code)).toBe(false);
  });

  test('a journey that is replayed twenty times at once pays once', async () => {
    const { client, userId } = await newUser();
    const { state } = await setOff(client);
    const code = newId();
    const ends = await Promise.all(
      Array.from({ length: 20 }, () => comeBack(client, { code, state: state ?? '' })),
    );
    expect(ends.filter((end) => end === 'connected')).toHaveLength(1);
    expect(await typesOf(userId)).toEqual(connected);
  });

  test('an account of X belongs to the first of two users', async () => {
    const { xId } = await newOnX();
    const ben = await newUser();
    const { state } = await setOff(ben.client);
    expect(await comeBack(ben.client, { code: xId, state: state ?? '' })).toBe('taken');
    expect(await typesOf(ben.userId)).toEqual([...opened, 'SocialConnected']);
    expect(await verify(ben.client, 'twitter', 'follow')).toMatchObject({
      status: 409,
      body: { message: refusals.platformNotConnected },
    });
  });

  test('two users who come back with the same account at once: one gets it', async () => {
    const [anna, ben, xId] = [await newUser(), await newUser(), newId()];
    const ends = await Promise.all(
      [anna, ben].map(async ({ client }) =>
        comeBack(client, { code: xId, state: (await setOff(client)).state ?? '' }),
      ),
    );
    expect(ends.toSorted()).toEqual(['connected', 'taken']);
  });

  test.each([
    ['the user said no', { error: 'access_denied' }, 'denied'],
    ['X reports a fault', { error: 'server_error' }, 'failed'],
    ['X does not take the code', { code: 'bad' }, 'failed'],
  ])('%s: nothing is paid', async (_, query, outcome) => {
    const { client, userId } = await newUser();
    const { state } = await setOff(client);
    expect(await comeBack(client, { ...query, state: state ?? '' })).toBe(outcome);
    expect(await typesOf(userId)).toEqual([...opened, 'SocialConnected']);
    expect(await statusOf(client, 'twitter')).toMatchObject({ status: 'unproven' });
  });

  test('X is down: nothing is paid, and the page is there in time', async () => {
    const { client, userId } = await newUser();
    const { state } = await setOff(client);
    x.fault = 'not JSON';
    expect(await comeBack(client, { code: newId(), state: state ?? '' })).toBe('failed');
    expect(await typesOf(userId)).toEqual([...opened, 'SocialConnected']);
  });

  test('another account of X is refused, the same one changes nothing', async () => {
    const { client, userId, xId } = await newOnX();
    expect(
      await client.post('/api/social/connect', { platform: 'twitter', handle: 'somebody' }),
    ).toMatchObject({ status: 409, body: { message: refusals.platformAlreadyConnected } });
    expect(
      await client.post('/api/social/connect', { platform: 'twitter', handle: `USER_${xId}` }),
    ).toMatchObject({ status: 200, body: { status: 'confirmed', reward: '0', authorizeUrl: null } });
    expect(await typesOf(userId)).toEqual(connected);
  });

  test('no token of a user is in the ledger or readable in the database', async () => {
    const { xId } = await newOnX();
    const ledger = JSON.stringify(await readLedgerAt(app.eventStoreUrl), (_, value) =>
      typeof value === 'bigint' ? String(value) : value,
    );
    const pool = createPool(app.databaseUrl);
    const { rows } = await pool.query('select * from vault.social_tokens');
    await pool.end();
    expect(rows.length).toBeGreaterThan(0);
    for (const text of [ledger, JSON.stringify(rows)]) {
      expect(text).not.toContain(`access-${xId}`);
      expect(text).not.toContain(`refresh-${xId}`);
    }
  });
});

describe('tasks on X', () => {
  test('follow, like and retweet are paid on X’s word and on nothing else', async () => {
    const { client, userId, xId } = await newOnX();
    x.on(`GET /2/users/${xId}/liked_tweets`, { data: [{ id: '7' }] });
    x.on(`GET /2/users/${xId}/tweets`, { data: [{ id: '99' }] });
    for (const task of ['like', 'retweet']) {
      expect(await verify(client, 'twitter', task)).toMatchObject({
        status: 200,
        body: { verified: false, reward: '0', message: socialTexts.notDone('X', task), retryAt: null },
      });
    }
    expect(await typesOf(userId)).toEqual(connected);

    x.on(`GET /2/users/${xId}/liked_tweets`, { data: [{ id: '8' }] });
    x.on(`GET /2/users/${xId}/tweets`, {
      data: [{ id: '99', referenced_tweets: [{ type: 'retweeted', id: '3' }] }],
    });
    for (const [task, reward] of [
      ['follow', '50'],
      ['like', '25'],
      ['retweet', '35'],
    ] as const) {
      expect(await verify(client, 'twitter', task)).toMatchObject({
        status: 200,
        body: { verified: true, reward, message: socialTexts.verified('X', task, reward) },
      });
    }
    const proofs = (await eventsOf(userId)).filter(({ type }) => type === 'TaskVerified');
    expect(proofs.map(({ data }) => data)).toMatchObject([
      { taskType: 'follow', method: 'oauth' },
      { taskType: 'like', tweetId: '8', evidence: `X: liked_tweets of ${xId} holds 8` },
      { taskType: 'retweet', tweetId: '3' },
    ]);
  });

  test('a limit of X says when to try again', async () => {
    const { client, userId, xId } = await newOnX();
    const reset = Math.floor(now / 1_000) + 600;
    x.on(`GET /2/users/${xId}/liked_tweets`, () => ({
      status: 429,
      headers: { 'x-rate-limit-reset': String(reset) },
      body: { title: 'Too Many Requests' },
    }));
    expect((await verify(client, 'twitter', 'like')).body).toEqual({
      verified: false,
      reward: '0',
      message: socialTexts.limited('X'),
      retryAt: new Date(reset * 1_000).toISOString(),
    });
    expect(await typesOf(userId)).toEqual(connected);
  });

  test('the budget of the day says when to try again, and X is not asked', async () => {
    const { client } = await newOnX();
    const pool = createPool(app.databaseUrl);
    const day = new Date(now).toISOString().slice(0, 10);
    const spend = (calls: number) =>
      pool.query("update vault.social_calls set calls = $1 where platform = 'twitter' and day = $2", [
        calls,
        day,
      ]);
    await spend(5_000);
    const asked = x.requests.length;
    const answer = await verify(client, 'twitter', 'follow');
    await spend(0);
    await pool.end();
    expect(answer.body).toMatchObject({ verified: false, message: socialTexts.limited('X') });
    expect(answer.body.retryAt).toMatch(/T00:00:00\.000Z$/);
    expect(x.requests).toHaveLength(asked);
  });

  test('a token that the user withdrew: no event, and the way back is to connect again', async () => {
    const { client, userId, xId } = await newOnX();
    x.on(`GET /2/users/${xId}/liked_tweets`, () => ({ status: 401, body: { title: 'Unauthorized' } }));
    expect((await verify(client, 'twitter', 'like')).body).toMatchObject({
      verified: false,
      message: socialTexts.signInAgain('X'),
    });
    expect(await statusOf(client, 'twitter')).toMatchObject({ status: 'expired' });

    const again = await setOff(client, 'twitter', `user_${xId}`);
    expect(again).toMatchObject({ status: 'confirmed', reward: '0' });
    expect(await comeBack(client, { code: xId, state: again.state ?? '' })).toBe('connected');
    expect(await statusOf(client, 'twitter')).toMatchObject({ status: 'confirmed' });
    expect(await typesOf(userId)).toEqual(connected);

    x.on(`GET /2/users/${xId}/liked_tweets`, () => ({ status: 401, body: {} }));
    await verify(client, 'twitter', 'like');
    const other = await setOff(client, 'twitter', `user_${xId}`);
    expect(await comeBack(client, { code: newId(), state: other.state ?? '' })).toBe('other_account');
  });

  test('an old token is renewed on the way', async () => {
    const { client } = await newOnX();
    now += 2 * 3_600_000;
    expect((await verify(client, 'twitter', 'follow')).body).toMatchObject({ verified: true });
    expect(x.requests.some(({ form }) => form.get('grant_type') === 'refresh_token')).toBe(true);
  });
});

describe('YouTube', () => {
  test('is connected and its task paid on YouTube’s word', async () => {
    youtube.on('POST /token', {
      access_token: 'access-anna',
      expires_in: 3_599,
      refresh_token: 'refresh-anna',
      scope: 'https://www.googleapis.com/auth/youtube.readonly',
    });
    youtube.on('GET /youtube/v3/channels', { items: [{ id: 'UCAnna', snippet: { customUrl: '@anna' } }] });
    youtube.on('GET /youtube/v3/subscriptions', { items: [] });
    const { client, userId } = await newUser();
    const { state, authorizeUrl } = await setOff(client, 'youtube');
    expect(authorizeUrl).toContain(`${youtube.url}/o/oauth2/v2/auth?`);
    expect(await comeBack(client, { code: 'c', state: state ?? '' }, 'youtube')).toBe('connected');
    expect((await verify(client, 'youtube', 'subscribe')).body).toMatchObject({ verified: false });
    youtube.on('GET /youtube/v3/subscriptions', {
      items: [{ snippet: { resourceId: { channelId: 'UCprogram' } } }],
    });
    expect((await verify(client, 'youtube', 'subscribe')).body).toMatchObject({
      verified: true,
      reward: '100',
    });
    expect(await typesOf(userId)).toEqual([...connected, 'TaskVerified', 'RewardGranted']);
  });
});

describe('Instagram', () => {
  const path = '/api/social/instagram/webhook';
  const notification = (sender: string, text: string) =>
    JSON.stringify({
      object: 'instagram',
      entry: [
        {
          id: '1',
          time: 1,
          messaging: [{ sender: { id: sender }, recipient: { id: '1' }, message: { text } }],
        },
      ],
    });
  const sign = (body: string, secret = 'instagram-app-secret') =>
    `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
  /** As Meta sends it: no origin, no cookie. */
  const deliver = (body: string, signature = sign(body)) =>
    fetch(new URL(path, app.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-hub-signature-256': signature },
      body,
    });

  test('Meta’s question whether the webhook is ours', async () => {
    const ask = (token: string, challenge = '1158201444') =>
      fetch(
        new URL(
          `${path}?${new URLSearchParams({ 'hub.mode': 'subscribe', 'hub.verify_token': token, 'hub.challenge': challenge })}`,
          app.url,
        ),
      );
    const yes = await ask('instagram-verify-token');
    expect([yes.status, await yes.text()]).toEqual([200, '1158201444']);
    expect(yes.headers.get('content-type')).toMatch(/text\/plain/);
    expect((await ask('another')).status).toBe(403);
    expect((await ask('instagram-verify-token', '<script>')).status).toBe(403);
  });

  test('who sends the code is connected and paid once, however often Meta delivers it', async () => {
    const { client, userId } = await newUser();
    const { messageCode, status, reward } = await setOff(client, 'instagram');
    expect({ status, reward }).toEqual({ status: 'unproven', reward: '0' });
    instagram.on('GET /v23.0/777', { username: 'anna.b', is_user_follow_business: false });
    const body = notification('777', `my code: ${messageCode?.toLowerCase()}`);
    const answers = await Promise.all(Array.from({ length: 5 }, () => deliver(body)));
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200]);
    expect((await deliver(body)).status).toBe(200);
    expect(await typesOf(userId)).toEqual(connected);
    expect(await statusOf(client, 'instagram')).toMatchObject({ status: 'confirmed', handle: 'anna.b' });

    expect((await verify(client, 'instagram', 'follow')).body).toMatchObject({ verified: false });
    instagram.on('GET /v23.0/777', { username: 'anna.b', is_user_follow_business: true });
    expect((await verify(client, 'instagram', 'follow')).body).toMatchObject({
      verified: true,
      reward: '75',
    });
  });

  test('what Meta did not sign is refused, and the code stays good', async () => {
    const { client, userId } = await newUser();
    const { messageCode } = await setOff(client, 'instagram');
    instagram.on('GET /v23.0/778', { username: 'ben' });
    const body = notification('778', messageCode ?? '');
    for (const signature of ['', 'sha256=', sign(body, 'another-secret'), sign(`${body} `)]) {
      expect((await deliver(body, signature)).status).toBe(403);
    }
    expect((await deliver(`${body}${' '.repeat(300_000)}`)).status).toBe(413);
    expect(await typesOf(userId)).toEqual([...opened, 'SocialConnected']);
    expect((await deliver(body)).status).toBe(200);
    expect(await typesOf(userId)).toEqual(connected);
  });

  test('Instagram is down: Meta is asked to deliver again, and then it counts', async () => {
    const { client, userId } = await newUser();
    const { messageCode } = await setOff(client, 'instagram');
    instagram.on('GET /v23.0/779', { username: 'cleo' });
    const body = notification('779', messageCode ?? '');
    instagram.fault = 'status 500';
    expect((await deliver(body)).status).toBe(503);
    instagram.fault = undefined;
    expect((await deliver(body)).status).toBe(200);
    expect(await typesOf(userId)).toEqual(connected);
  });

  test('an account of Instagram belongs to one user; a second user’s code from it does nothing', async () => {
    const [anna, ben] = [await newUser(), await newUser()];
    instagram.on('GET /v23.0/780', { username: 'dora' });
    const first = await setOff(anna.client, 'instagram');
    await deliver(notification('780', first.messageCode ?? ''));
    const second = await setOff(ben.client, 'instagram');
    expect((await deliver(notification('780', second.messageCode ?? ''))).status).toBe(200);
    expect(await typesOf(ben.userId)).toEqual([...opened, 'SocialConnected']);
  });

  test.each([
    '',
    '{',
    '[]',
    '{"object":"page","entry":[]}',
    '{"object":"instagram"}',
    notification('1', 'hello'),
  ])('%j, truly signed, is taken and does nothing', async (body) => {
    const before = (await readLedgerAt(app.eventStoreUrl)).length;
    expect((await deliver(body)).status).toBe(200);
    expect(await readLedgerAt(app.eventStoreUrl)).toHaveLength(before);
  });
});

test('the posts come from X and are asked for every two minutes', async () => {
  const client = createTestClient(app.url);
  const count = () => x.requests.filter(({ path }) => path === '/2/users/900/tweets').length;
  now += 2 * 60_000;
  const before = count();
  const expected = {
    posts: {
      latest: { id: '8', text: 'new', url: 'https://x.com/evo/status/8' },
      announcement: { id: '3', text: 'pinned', url: 'https://x.com/evo/status/3' },
    },
  };
  const answers = await Promise.all(Array.from({ length: 10 }, () => client.get('/api/twitter/posts')));
  for (const { body } of answers) expect(body).toEqual(expected);
  expect(count()).toBe(before + 1);
  now += 2 * 60_000;
  x.fault = 'status 500';
  expect((await client.get('/api/twitter/posts')).body).toEqual(expected);
});
