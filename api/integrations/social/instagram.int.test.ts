import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PlatformLimited, PlatformRefused } from './errors.ts';
import { createInstagramVerifier, INSTAGRAM_LIMITS, isSignedByMeta, messagesOf } from './instagram.ts';
import { createPlatformClient } from './platform-client.ts';
import { type FakePlatform, startFakePlatform } from './testing/fake-platform.ts';
import type { MessageCodeVerifier } from './verifier.ts';

let platform: FakePlatform;
let verifier: MessageCodeVerifier;
const signal = () => AbortSignal.timeout(20_000);
const ask = (taskType: 'follow' | 'like' = 'follow') =>
  verifier.check({ taskType, platformUserId: '777', post: null }, signal());

beforeAll(async () => {
  platform = await startFakePlatform();
  const client = createPlatformClient({
    clock: Date.now,
    takeCall: async () => {},
    limitReasons: INSTAGRAM_LIMITS,
  });
  verifier = createInstagramVerifier(client, {
    appSecret: 'app-secret',
    verifyToken: 'verify-token',
    accessToken: 'page-token',
    handle: 'evo',
    apiBase: platform.url,
  });
});
afterAll(() => platform.close());

test('who wrote, and whether they follow, with the token in a header', async () => {
  platform.on('GET /v23.0/777', { username: 'anna.b', is_user_follow_business: true, id: '777' });
  expect(await verifier.identify('777', signal())).toEqual({ platformUserId: '777', handle: 'anna.b' });
  expect(await ask()).toMatchObject({ done: true });
  expect(platform.requests[0]?.headers.authorization).toBe('Bearer page-token');
  expect(platform.requests[0]?.query.get('access_token')).toBeNull();
});

test.each([false, undefined])('is_user_follow_business of %j is a no', async (is_user_follow_business) => {
  platform.on('GET /v23.0/777', { username: 'anna.b', is_user_follow_business });
  expect(await ask()).toMatchObject({ done: false });
});

test('another task is a no, a hidden profile a refusal, a limit a limit', async () => {
  expect(await ask('like')).toMatchObject({ done: false });
  platform.on('GET /v23.0/777', { id: '777' });
  await expect(verifier.identify('777', signal())).rejects.toBeInstanceOf(PlatformRefused);
  platform.on('GET /v23.0/777', () => ({ status: 400, body: { error: { code: 4 } } }));
  await expect(ask()).rejects.toBeInstanceOf(PlatformLimited);
});

test('a signature proves the very bytes under the very secret', () => {
  const body = Buffer.from('{"a":1}');
  const sign = (bytes: Buffer, secret = 'app-secret') =>
    `sha256=${createHmac('sha256', secret).update(bytes).digest('hex')}`;
  expect(isSignedByMeta(body, sign(body), 'app-secret')).toBe(true);
  for (const header of [
    '',
    'sha256=',
    sign(body).slice(0, -1),
    sign(body).toUpperCase(),
    `${sign(body)}0`,
    sign(body).replace('sha256', 'sha1'),
    sign(Buffer.from('{"a":2}')),
    sign(body, 'another-secret'),
  ]) {
    expect(isSignedByMeta(body, header, 'app-secret'), header).toBe(false);
  }
});

test('messages are taken from notifications; echoes, reactions and other things are not', () => {
  const entry = (...messaging: object[]) => ({
    object: 'instagram',
    entry: [{ id: '1', time: 1, messaging }],
  });
  const from = { sender: { id: '777' }, recipient: { id: '1' }, timestamp: 1 };
  expect(
    messagesOf(
      entry(
        { ...from, message: { mid: 'm', text: 'EVO-ABCDEFGH' } },
        { ...from, message: { mid: 'm', text: 'ours', is_echo: true } },
        { ...from, message: { mid: 'm', attachments: [] } },
        { ...from, reaction: { mid: 'm', emoji: '❤' } },
      ),
    ),
  ).toEqual([{ senderId: '777', text: 'EVO-ABCDEFGH' }]);
  expect(messagesOf({ object: 'instagram', entry: [{ id: '1', changes: [] }] })).toEqual([]);
  for (const other of [undefined, null, 'x', {}, { object: 'page', entry: [] }, { object: 'instagram' }]) {
    expect(messagesOf(other)).toBeUndefined();
  }
});
