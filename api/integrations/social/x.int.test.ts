import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PlatformRefused, PlatformUnavailable } from './errors.ts';
import { createPlatformClient } from './platform-client.ts';
import { type FakePlatform, startFakePlatform } from './testing/fake-platform.ts';
import type { OAuthVerifier } from './verifier.ts';
import { createXVerifier } from './x.ts';

let platform: FakePlatform;
let verifier: OAuthVerifier;
const now = Date.parse('2026-03-01T12:00:00Z');
const signal = () => AbortSignal.timeout(20_000);
const client = createPlatformClient({ clock: () => now, takeCall: async () => {}, failures: 1_000 });
const settings = (clientSecret: string | undefined) => ({
  clientId: 'app:1',
  clientSecret,
  bearerToken: 'app-token',
  accountId: '900',
  handle: 'evo',
  apiBase: platform.url,
  authorizeBase: 'https://x.com',
});
const post = { id: '5000', text: 'hello', url: 'https://x.com/evo/status/5000' };
const ask = (taskType: 'follow' | 'like' | 'retweet' | 'subscribe') =>
  verifier.check({ taskType, platformUserId: '42', post }, 'user-token', signal());

beforeAll(async () => {
  platform = await startFakePlatform();
  verifier = createXVerifier(client, () => now, settings('top&secret'));
});
beforeEach(() => {
  platform.requests.length = 0;
});
afterAll(() => platform.close());

describe('signing in', () => {
  test('the address asks for reading rights only, with an S256 challenge', () => {
    const url = new URL(
      verifier.authorizeUrl({
        state: 'st',
        challenge: 'ch',
        redirectUri: 'https://evo.example/api/social/callback/twitter',
      }),
    );
    expect(url.origin + url.pathname).toBe('https://x.com/i/oauth2/authorize');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: 'code',
      client_id: 'app:1',
      redirect_uri: 'https://evo.example/api/social/callback/twitter',
      scope: 'tweet.read users.read follows.read like.read offline.access',
      state: 'st',
      code_challenge: 'ch',
      code_challenge_method: 'S256',
    });
    expect(url.href).not.toMatch(/write/);
  });

  const granted = {
    token_type: 'bearer',
    expires_in: 7_200,
    access_token: 'user-token',
    refresh_token: 'refresh-1',
    scope: 'tweet.read users.read follows.read like.read offline.access',
  };

  test('a code is exchanged with the verifier and the app as Basic, form-encoded', async () => {
    platform.on('POST /2/oauth2/token', granted);
    const codeVerifier = 'v'.repeat(43);
    expect(createHash('sha256').update(codeVerifier).digest('base64url')).toHaveLength(43);
    const tokens = await verifier.exchange({ code: 'c', codeVerifier, redirectUri: 'https://r' }, signal());
    expect(tokens).toEqual({
      accessToken: 'user-token',
      refreshToken: 'refresh-1',
      expiresAt: new Date(now + 7_200_000),
    });
    const [request] = platform.requests;
    expect(Object.fromEntries(request!.form)).toEqual({
      grant_type: 'authorization_code',
      code: 'c',
      code_verifier: codeVerifier,
      redirect_uri: 'https://r',
    });
    expect(Buffer.from(request!.headers.authorization!.slice(6), 'base64').toString()).toBe(
      'app%3A1:top%26secret',
    );
  });

  test('a public client names itself in the form and holds no secret', async () => {
    platform.on('POST /2/oauth2/token', granted);
    const publicClient = createXVerifier(client, () => now, settings(undefined));
    await publicClient.refresh('refresh-1', signal());
    expect(platform.requests[0]?.headers.authorization).toBeUndefined();
    expect(Object.fromEntries(platform.requests[0]!.form)).toEqual({
      grant_type: 'refresh_token',
      refresh_token: 'refresh-1',
      client_id: 'app:1',
    });
  });

  test('a renewal has longer than any other call: tokens that nobody waits for any more take the place of the old ones', async () => {
    const late = Promise.withResolvers<object>();
    platform.on('POST /2/oauth2/token', async () => ({ body: await late.promise }));
    platform.on('GET /2/users/me', () => new Promise(() => undefined));
    const hasty = createPlatformClient({ clock: () => now, takeCall: async () => {}, timeout: 100 });
    const patient = createXVerifier(hasty, () => now, settings(undefined));
    const renewed = patient.refresh('refresh-1', signal());
    renewed.catch(() => undefined);
    await expect(patient.identify('user-token', signal())).rejects.toThrow('no answer in time');
    late.resolve(granted);
    expect(await renewed).toMatchObject({ accessToken: granted.access_token });
  });

  test('fewer rights than asked for, and a token that would break a header, are no tokens', async () => {
    platform.on('POST /2/oauth2/token', { ...granted, scope: 'tweet.read' });
    await expect(verifier.refresh('r', signal())).rejects.toBeInstanceOf(PlatformRefused);
    platform.on('POST /2/oauth2/token', { ...granted, access_token: 'a\r\nX-Evil: 1' });
    await expect(verifier.refresh('r', signal())).rejects.toBeInstanceOf(PlatformUnavailable);
  });

  test('who it is', async () => {
    platform.on('GET /2/users/me', { data: { id: '42', username: 'Anna', name: 'Anna' } });
    expect(await verifier.identify('user-token', signal())).toEqual({ platformUserId: '42', handle: 'Anna' });
    expect(platform.requests[0]?.headers.authorization).toBe('Bearer user-token');
  });
});

describe('follow', () => {
  test.each([
    [['following', 'followed_by'], true],
    [['followed_by'], false],
    [['follow_request_sent'], false],
    [[], false],
    [undefined, false],
  ])('a connection_status of %j is %j', async (connection_status, done) => {
    platform.on('GET /2/users/900', {
      data: { id: '900', username: 'evo', ...(connection_status && { connection_status }) },
    });
    expect(await ask('follow')).toMatchObject({ done });
    expect(platform.requests).toHaveLength(1);
    expect(platform.requests[0]?.query.get('user.fields')).toBe('connection_status');
  });
  test('the relation to another account is no follow', async () => {
    platform.on('GET /2/users/900', { data: { id: '901', connection_status: ['following'] } });
    expect(await ask('follow')).toMatchObject({ done: false });
  });
});

test('like: only the post that the server chose, in the likes of the user itself', async () => {
  platform.on('GET /2/users/42/liked_tweets', { data: [{ id: '1' }, { id: '5000' }] });
  expect(await ask('like')).toMatchObject({ done: true });
  platform.on('GET /2/users/42/liked_tweets', { data: [{ id: '1' }, { id: '50001' }] });
  expect(await ask('like')).toMatchObject({ done: false });
  platform.on('GET /2/users/42/liked_tweets', { meta: { result_count: 0 } });
  expect(await ask('like')).toMatchObject({ done: false });
  expect(platform.requests).toHaveLength(3);
});

test('retweet: a repost counts, a quote or a reply does not', async () => {
  const posts = (type: string, id = '5000') => ({
    data: [{ id: '6000' }, { id: '6001', referenced_tweets: [{ type, id }] }],
  });
  for (const [type, id, done] of [
    ['retweeted', '5000', true],
    ['quoted', '5000', false],
    ['replied_to', '5000', false],
    ['retweeted', '4000', false],
  ] as const) {
    platform.on('GET /2/users/42/tweets', posts(type, id));
    expect(await ask('retweet')).toMatchObject({ done });
  }
  expect(platform.requests[0]?.query.get('since_id')).toBe('5000');
});

test.each(['like', 'retweet'] as const)(
  'an answer about a %s that holds nothing but errors, with status 200, is no answer',
  async (taskType) => {
    const errors = [{ title: 'Not Found Error', detail: 'Could not find user with id: [42].' }];
    platform.on('GET /2/users/42/liked_tweets', { errors });
    platform.on('GET /2/users/42/tweets', { errors });
    await expect(ask(taskType)).rejects.toBeInstanceOf(PlatformUnavailable);
  },
);

test('no evidence holds a token', async () => {
  platform.on('GET /2/users/42/liked_tweets', { data: [{ id: '5000' }] });
  const { evidence } = await ask('like');
  expect(evidence).toBe('X: liked_tweets of 42 holds 5000');
});

test('subscribe is no task of X', async () => {
  expect(await ask('subscribe')).toMatchObject({ done: false });
});
