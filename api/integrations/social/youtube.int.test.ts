import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { PlatformLimited, PlatformRefused } from './errors.ts';
import { createPlatformClient } from './platform-client.ts';
import { type FakePlatform, startFakePlatform } from './testing/fake-platform.ts';
import type { OAuthVerifier } from './verifier.ts';
import { createYouTubeVerifier, YOUTUBE_LIMITS } from './youtube.ts';

let platform: FakePlatform;
let verifier: OAuthVerifier;
const now = Date.parse('2026-03-01T12:00:00Z');
const signal = () => AbortSignal.timeout(20_000);
const ask = (taskType: 'subscribe' | 'like' = 'subscribe') =>
  verifier.check({ taskType, platformUserId: 'UCanna', post: null }, 'user-token', signal());

beforeAll(async () => {
  platform = await startFakePlatform();
  const client = createPlatformClient({
    clock: () => now,
    takeCall: async () => {},
    limitReasons: YOUTUBE_LIMITS,
  });
  verifier = createYouTubeVerifier(client, () => now, {
    clientId: 'app',
    clientSecret: 'top-secret',
    channelId: 'UCprogram',
    apiBase: platform.url,
    tokenBase: platform.url,
    authorizeBase: 'https://accounts.google.com',
  });
});
beforeEach(() => {
  platform.requests.length = 0;
});
afterAll(() => platform.close());

test('the address asks to read, offline, with a challenge', () => {
  const url = new URL(verifier.authorizeUrl({ state: 'st', challenge: 'ch', redirectUri: 'https://r' }));
  expect(url.origin + url.pathname).toBe('https://accounts.google.com/o/oauth2/v2/auth');
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    scope: 'https://www.googleapis.com/auth/youtube.readonly',
    access_type: 'offline',
    prompt: 'consent',
    code_challenge: 'ch',
    code_challenge_method: 'S256',
    state: 'st',
  });
});

test('a user who unticked the right gives no tokens', async () => {
  platform.on('POST /token', { access_token: 'a', expires_in: 3_599, scope: 'openid' });
  const grant = { code: 'c', codeVerifier: 'v', redirectUri: 'https://r' };
  await expect(verifier.exchange(grant, signal())).rejects.toMatchObject({ reason: 'scope missing' });
});

test('who it is: the channel by its id, its handle without the @', async () => {
  platform.on('GET /youtube/v3/channels', {
    items: [{ id: 'UCAnna', snippet: { title: 'Anna', customUrl: '@anna' } }],
  });
  expect(await verifier.identify('user-token', signal())).toEqual({
    platformUserId: 'UCAnna',
    handle: 'anna',
  });
  expect(platform.requests[0]?.query.get('mine')).toBe('true');
  platform.on('GET /youtube/v3/channels', {
    items: [{ id: 'UCAnna', snippet: { customUrl: `@${encodeURIComponent('анна'.repeat(7))}` } }],
  });
  expect(await verifier.identify('user-token', signal())).toMatchObject({ handle: 'анна'.repeat(7) });
  platform.on('GET /youtube/v3/channels', { items: [{ id: 'UCAnna', snippet: { title: 'Anna' } }] });
  expect(await verifier.identify('user-token', signal())).toMatchObject({ handle: 'UCAnna' });
  platform.on('GET /youtube/v3/channels', { kind: 'youtube#channelListResponse' });
  await expect(verifier.identify('user-token', signal())).rejects.toBeInstanceOf(PlatformRefused);
});

test("subscribe: asked of the user's own subscriptions, for the program's channel only", async () => {
  const items = (channelId: string) => ({ items: [{ snippet: { resourceId: { channelId } } }] });
  platform.on('GET /youtube/v3/subscriptions', items('UCprogram'));
  expect(await ask()).toMatchObject({ done: true });
  expect(Object.fromEntries(platform.requests[0]!.query)).toMatchObject({
    mine: 'true',
    forChannelId: 'UCprogram',
  });
  platform.on('GET /youtube/v3/subscriptions', items('UCother'));
  expect(await ask()).toMatchObject({ done: false });
  platform.on('GET /youtube/v3/subscriptions', { items: [] });
  expect(await ask()).toMatchObject({ done: false });
  expect(await ask('like')).toMatchObject({ done: false });
});

test('a used up quota is a limit, another 403 a refusal', async () => {
  const forbidden = (reason: string) => () => ({ status: 403, body: { error: { errors: [{ reason }] } } });
  platform.on('GET /youtube/v3/subscriptions', forbidden('quotaExceeded'));
  await expect(ask()).rejects.toBeInstanceOf(PlatformLimited);
  platform.on('GET /youtube/v3/subscriptions', forbidden('subscriptionForbidden'));
  await expect(ask()).rejects.toBeInstanceOf(PlatformRefused);
});
