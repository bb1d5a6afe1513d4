import { createHmac, randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { codeTexts } from '../../../contracts/code-messages.ts';
import { MESSAGE_CODE_MS } from '../../../contracts/constants.ts';
import { refusals } from '../../../contracts/messages.ts';
import { connectEventStore } from '../../../ledger/event-store.ts';
import { appendAsItWas } from '../../../ledger/testing/append-as-it-was.ts';
import { readOnceSent } from '../../../ledger/testing/read-once-sent.ts';
import { readLedgerAt } from '../../testing/read-ledger.ts';
import { connected, opened, startPlatformWorld } from './testing/platform-world.ts';

const world = await startPlatformWorld();
const { app, youtube, instagram, newUser, setOff, comeBack, verify, statusOf, typesOf } = world;
const store = connectEventStore(app.eventStoreUrl);
beforeEach(() => world.mend());
afterAll(async () => {
  await store.close();
  await world.close();
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
    expect(await comeBack(client, { code: 'c', state }, 'youtube')).toBe('connected');
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
  const notificationOf = (messages: readonly (readonly [sender: string, text: string])[]) =>
    JSON.stringify({
      object: 'instagram',
      entry: [
        {
          id: '1',
          time: 1,
          messaging: messages.map(([id, text]) => ({
            sender: { id },
            recipient: { id: '1' },
            message: { text },
          })),
        },
      ],
    });
  const notification = (sender: string, text: string) => notificationOf([[sender, text]]);
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
    const ask = (token: string, challenge = '1158201444', mode = 'subscribe') =>
      fetch(
        new URL(
          `${path}?${new URLSearchParams({ 'hub.mode': mode, 'hub.verify_token': token, 'hub.challenge': challenge })}`,
          app.url,
        ),
      );
    const yes = await ask('instagram-verify-token');
    expect([yes.status, await yes.text()]).toEqual([200, '1158201444']);
    expect(yes.headers.get('content-type')).toMatch(/text\/plain/);
    expect((await ask('another')).status).toBe(403);
    expect((await ask('instagram-verify-token', '1158201444', 'unsubscribe')).status).toBe(403);
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

  test('the code that one tab shows connects its user, though another tab has asked for one since', async () => {
    const { client, userId } = await newUser();
    const { messageCode } = await setOff(client, 'instagram');
    await setOff(client, 'instagram');
    instagram.on('GET /v23.0/790', { username: 'cleo' });
    expect((await deliver(notification('790', messageCode ?? ''))).status).toBe(200);
    expect(await typesOf(userId)).toEqual(connected);
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

  test('one that is too large is refused in words, also to who reads nothing before all of it is sent', async () => {
    const head = [`POST ${path} HTTP/1.1`, 'Host: localhost', 'Connection: close'];
    expect(await readOnceSent(app.port, head)).toMatch(/^HTTP\/1\.1 413 .*"error":"BodyTooLarge"/s);
  });

  test('who leaves while a notification is sent has sent no valid one, and nobody is woken for that', async () => {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
    const head = [`POST ${path} HTTP/1.1`, 'Host: localhost', 'Content-Length: 1000', '', '{"object":'];
    await new Promise<void>((resolve) => socket.write(head.join('\r\n'), () => resolve()));
    // The answer to another request comes behind the beginning of this one.
    await fetch(new URL('/livez', app.url));
    socket.destroy();
    const counted = async () => {
      const numbers = await (await fetch(new URL('/metrics', app.url))).text();
      const ofWebhook =
        /evo_http_request_seconds_count\{method="POST",route="\/api\/social\/instagram\/webhook",status="(\d+)"\}/g;
      return [...numbers.matchAll(ofWebhook)].map(([, status]) => status);
    };
    await expect.poll(counted).toContain('400');
    expect((await counted()).filter((status = '') => status.startsWith('5'))).toEqual([]);
  });

  test('Instagram is down: Meta is asked to deliver again, and then it counts', async () => {
    const { client, userId } = await newUser();
    const { messageCode } = await setOff(client, 'instagram');
    instagram.on('GET /v23.0/779', { username: 'cleo' });
    const body = notification('779', messageCode ?? '');
    instagram.fault = 'status 500';
    const refused = await deliver(body);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '60']);
    instagram.fault = undefined;
    expect((await deliver(body)).status).toBe(200);
    expect(await typesOf(userId)).toEqual(connected);
  });

  test('a code of somebody who is erased while Instagram says who has sent it connects nothing, and holds up no other', async () => {
    const [gone, well] = [await newUser(), await newUser()];
    const first = await setOff(gone.client, 'instagram');
    const second = await setOff(well.client, 'instagram');
    instagram.on('GET /v23.0/783', async () => {
      expect((await gone.client.post('/api/profile/erase-personal-data')).status).toBe(200);
      return { body: { username: 'gil' } };
    });
    instagram.on('GET /v23.0/784', { username: 'hal' });
    const body = notificationOf([
      ['783', first.messageCode ?? ''],
      ['784', second.messageCode ?? ''],
    ]);
    expect((await deliver(body)).status).toBe(503);
    expect((await deliver(body)).status).toBe(200);
    expect(await typesOf(gone.userId)).toEqual([...opened, 'SocialConnected', 'PersonalDataErased']);
    expect(await typesOf(well.userId)).toEqual(connected);
  });

  test('one message that has to come again holds up no other of its notification', async () => {
    const [cut, well] = [await newUser(), await newUser()];
    const first = await setOff(cut.client, 'instagram');
    const second = await setOff(well.client, 'instagram');
    instagram.on('GET /v23.0/781', () => ({ status: 500, body: {} }));
    instagram.on('GET /v23.0/782', { username: 'fay' });
    const body = notificationOf([
      ['781', first.messageCode ?? ''],
      ['782', second.messageCode ?? ''],
    ]);
    expect((await deliver(body)).status).toBe(503);
    expect(await typesOf(well.userId)).toEqual(connected);
    expect(await typesOf(cut.userId)).toEqual([...opened, 'SocialConnected']);
    instagram.on('GET /v23.0/781', { username: 'eve' });
    expect((await deliver(body)).status).toBe(200);
    expect(await typesOf(cut.userId)).toEqual(connected);
    expect(await typesOf(well.userId)).toEqual(connected);
  });

  test('one whose account can hold no more holds up no other, and does not come again', async () => {
    const [full, well] = [await newUser(), await newUser()];
    const first = await setOff(full.client, 'instagram');
    const second = await setOff(well.client, 'instagram');
    instagram.on('GET /v23.0/785', { username: 'ida' });
    instagram.on('GET /v23.0/786', { username: 'joe' });
    const grant = {
      grantId: randomUUID(),
      amount: '999999900',
      source: 'admin',
      reason: 'Long ago',
    } as const;
    await appendAsItWas(store, full.userId, [{ type: 'RewardGranted', data: grant }]);
    const body = notificationOf([
      ['785', first.messageCode ?? ''],
      ['786', second.messageCode ?? ''],
    ]);
    expect((await deliver(body)).status).toBe(200);
    expect(await typesOf(well.userId)).toEqual(connected);
    expect(await typesOf(full.userId)).toEqual([...opened, 'SocialConnected', 'RewardGranted']);
  });

  test('an account of Instagram belongs to one user; a second user’s code from it connects nothing, and they are told why', async () => {
    const [anna, ben] = [await newUser(), await newUser()];
    instagram.on('GET /v23.0/780', { username: 'dora' });
    const first = await setOff(anna.client, 'instagram');
    await deliver(notification('780', first.messageCode ?? ''));
    const second = await setOff(ben.client, 'instagram');
    expect((await deliver(notification('780', second.messageCode ?? ''))).status).toBe(200);
    expect(await typesOf(ben.userId)).toEqual([...opened, 'SocialConnected']);
    const told = { status: 'unproven', refusal: refusals.handleTaken };
    expect(await statusOf(ben.client, 'instagram')).toMatchObject(told);
    expect(await statusOf(anna.client, 'instagram')).toMatchObject({ status: 'confirmed', refusal: null });
    // It is used up: whoever else sends it now is not connected by it.
    instagram.on('GET /v23.0/881', { username: 'emil' });
    await deliver(notification('881', second.messageCode ?? ''));
    expect(await statusOf(ben.client, 'instagram')).toMatchObject(told);
    const third = await setOff(ben.client, 'instagram');
    expect(third.messageCode).not.toBe(second.messageCode);
    expect(await statusOf(ben.client, 'instagram')).toMatchObject({ status: 'unproven', refusal: null });
    await deliver(notification('881', third.messageCode ?? ''));
    expect(await statusOf(ben.client, 'instagram')).toMatchObject({ status: 'confirmed', refusal: null });
  });

  test('a code that is sent when its time is over connects nothing, and its user is told why until they ask for another one', async () => {
    const { client, userId } = await newUser();
    const { messageCode } = await setOff(client, 'instagram');
    instagram.on('GET /v23.0/787', { username: 'fritz' });
    world.pass(MESSAGE_CODE_MS);
    expect((await deliver(notification('787', messageCode ?? ''))).status).toBe(200);
    expect(await typesOf(userId)).toEqual([...opened, 'SocialConnected']);
    const told = { status: 'unproven', refusal: codeTexts.late };
    expect(await statusOf(client, 'instagram')).toMatchObject(told);
    // Delivered again it is no other.
    await deliver(notification('787', messageCode ?? ''));
    expect(await statusOf(client, 'instagram')).toMatchObject(told);
    const anew = await setOff(client, 'instagram');
    expect(anew.messageCode).not.toBe(messageCode);
    expect(await statusOf(client, 'instagram')).toMatchObject({ status: 'unproven', refusal: null });
    await deliver(notification('787', anew.messageCode ?? ''));
    expect(await statusOf(client, 'instagram')).toMatchObject({ status: 'confirmed', refusal: null });
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
