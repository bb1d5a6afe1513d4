import { randomUUID } from 'node:crypto';
import { generatePrivateKey } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Platform, SOCIAL_CONNECTION_REWARDS, TASK_REWARDS } from '../../../contracts/constants.ts';
import { formatPosition } from '../../../contracts/ledger-position.ts';
import { refusals, validation } from '../../../contracts/messages.ts';
import { socialTexts } from '../../../contracts/social-messages.ts';
import { nameSocialHandle } from '../../../ledger/accounts/name-social-handle.ts';
import { connectEventStore } from '../../../ledger/event-store.ts';
import { createCommandHandler } from '../../../ledger/handle-command.ts';
import { createPool } from '../../../projector/database.ts';
import { createTestClient, idempotencyKey, type TestClient } from '../../testing/client.ts';
import { readLedgerAt } from '../../testing/read-ledger.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

let app: TestApp;
/** The same ledger behind a server that is no local trial and has no credentials. */
let deployed: TestApp;

beforeAll(async () => {
  app = await startApp();
  deployed = await startApp({
    env: {
      EVENTSTORE_URL: app.eventStoreUrl,
      SUPER_ADMIN_WALLET: createTestClient(app.url).account.address,
      RATE_LIMIT_SCALE: '1',
      REWARDS_PAGE: 'coming-soon',
    },
  });
});
afterAll(async () => {
  await deployed.close();
  await app.close();
});

async function newUser(at = app, privateKey = generatePrivateKey()) {
  const client = createTestClient(at.url, privateKey);
  const { body } = await client.connect();
  return { client, userId: body.user.id };
}

const eventsOf = async (userId: string) =>
  (await readLedgerAt(app.eventStoreUrl)).filter(({ stream }) => stream === `account-${userId}`);
const countOf = async (userId: string, type: string) =>
  (await eventsOf(userId)).filter((event) => event.type === type).length;

let users = 0;
const newHandle = () => `user_${users++}`;
const connect = (client: TestClient, platform: Platform, handle = newHandle(), key = {}) =>
  client.post('/api/social/connect', { platform, handle }, key);
const verify = (client: TestClient, platform: Platform, taskType: string, more: object = {}, key = {}) =>
  client.post('/api/social/verify', { platform, taskType, ...more }, key);

type Overview = {
  connections: { platform: string; status: string; handle: string | null; verifier: string }[];
  tasks: { platform: string; taskType: string; completed: boolean; post: { id: string } | null }[];
};
const overview = async (client: TestClient) => (await client.get<Overview>('/api/social')).body;

describe('connecting on a local trial', () => {
  test.each(['twitter', 'instagram', 'youtube'] as const)(
    '%s pays once and says that it is a demo',
    async (platform) => {
      const { client, userId } = await newUser();
      const handle = newHandle();
      expect((await overview(client)).connections).toContainEqual(
        expect.objectContaining({ platform, status: 'none', handle: null, verifier: 'demo' }),
      );
      const reward = SOCIAL_CONNECTION_REWARDS[platform];
      const first = await connect(client, platform, ` @${handle} `);
      expect(first).toMatchObject({
        status: 200,
        body: { success: true, status: 'confirmed', reward, authorizeUrl: null, messageCode: null },
      });
      expect(first.body.message).toMatch(/demo verifier/);
      expect((await overview(client)).connections).toContainEqual(
        expect.objectContaining({ platform, status: 'confirmed', handle }),
      );
      const dashboard = await client.get<{ user: { totalRewards: string } }>('/api/dashboard', {
        'x-ledger-position': first.headers.get('x-ledger-position') ?? '',
      });
      expect(dashboard.body.user.totalRewards).toBe(String(100 + Number(reward)));

      const again = await connect(client, platform, handle.toUpperCase());
      expect(again).toMatchObject({ status: 200, body: { status: 'confirmed', reward: '0' } });
      expect(again.body.message).toMatch(/already connected/i);
      expect(await connect(client, platform)).toMatchObject({
        status: 409,
        body: { message: refusals.platformAlreadyConnected },
      });
      expect(await countOf(userId, 'RewardGranted')).toBe(2);
    },
  );

  test('fifty at once pay once', async () => {
    const { client, userId } = await newUser();
    const handle = newHandle();
    const answers = await Promise.all(Array.from({ length: 50 }, () => connect(client, 'twitter', handle)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(answers.filter(({ body }) => body.reward === '50')).toHaveLength(1);
    expect(await countOf(userId, 'SocialConnected')).toBe(1);
    expect(await countOf(userId, 'RewardGranted')).toBe(2);
  });

  test('one account of a platform goes to one of two users who race for it, however it is written', async () => {
    const [anna, ben, handle] = [await newUser(), await newUser(), newHandle()];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        n % 2
          ? connect(anna.client, 'twitter', handle)
          : connect(ben.client, 'twitter', handle.toUpperCase()),
      ),
    );
    expect(answers.filter(({ body }) => body.reward === '50')).toHaveLength(1);
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused).toHaveLength(10);
    for (const { body } of refused) expect(body.message).toBe(refusals.handleTaken);
    const granted = [await countOf(anna.userId, 'RewardGranted'), await countOf(ben.userId, 'RewardGranted')];
    expect(granted.toSorted()).toEqual([1, 2]);
  });

  test('the same Idempotency-Key gives the same answer, with another body 422', async () => {
    const { client } = await newUser();
    const [key, handle] = [idempotencyKey(), newHandle()];
    const first = await connect(client, 'youtube', handle, key);
    const again = await connect(client, 'youtube', handle, key);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.headers.get('x-ledger-position')).toBe(first.headers.get('x-ledger-position'));
    expect((await connect(client, 'youtube', newHandle(), key)).status).toBe(422);
  });

  test.each([
    ['twitter', ''],
    ['twitter', '   '],
    ['twitter', 'a b'],
    ['twitter', 'sixteen_letters_'],
    ['twitter', '<script>'],
    ['instagram', 'a..b'],
    ['youtube', 'ab'],
    ['youtube', 'x'.repeat(65)],
    ['twitter', 7],
    ['twitter', undefined],
    ['twitter', '@'],
  ])('%s does not take the handle %j', async (platform, handle) => {
    const { client, userId } = await newUser();
    expect(await client.post('/api/social/connect', { platform, handle })).toMatchObject({
      status: 400,
      body: { message: validation.handleInvalid, fields: { handle: validation.handleInvalid } },
    });
    expect(await eventsOf(userId)).toHaveLength(2);
  });

  test.each(['tiktok', '__proto__', 'Twitter', '', 7])('the platform %j is 400', async (platform) => {
    const { client } = await newUser();
    expect((await client.post('/api/social/connect', { platform, handle: 'anna' })).status).toBe(400);
    expect((await client.post('/api/social/verify', { platform, taskType: 'follow' })).status).toBe(400);
  });
});

describe('tasks on a local trial', () => {
  const all = Object.entries(TASK_REWARDS).flatMap(([platform, tasks]) =>
    // The keys of the record are platforms.
    Object.entries(tasks).map(([taskType, reward]) => [platform as Platform, taskType, reward] as const),
  );

  test.each(all)('%s %s pays %s once and says that it is a demo', async (platform, taskType, reward) => {
    const { client, userId } = await newUser();
    await connect(client, platform);
    const first = await verify(client, platform, taskType);
    expect(first).toMatchObject({ status: 200, body: { verified: true, reward, retryAt: null } });
    expect(first.body.message).toMatch(/demo verifier/);
    expect(await verify(client, platform, taskType)).toMatchObject({
      status: 409,
      body: { message: refusals.taskAlreadyVerified },
    });
    const verified = (await eventsOf(userId)).find(({ type }) => type === 'TaskVerified');
    expect(verified?.data).toMatchObject({
      method: 'demo',
      evidence: expect.stringMatching(/Demo verifier.*was not asked/),
    });
    expect((await overview(client)).tasks).toContainEqual(
      expect.objectContaining({ platform, taskType, completed: true }),
    );
    expect(await countOf(userId, 'RewardGranted')).toBe(3);
  });

  test('the server decides which post it is about', async () => {
    const { client, userId } = await newUser();
    await connect(client, 'twitter');
    const { posts } = (
      await createTestClient(app.url).get<{ posts: Record<string, { id: string }> }>('/api/twitter/posts')
    ).body;
    await verify(client, 'twitter', 'like', { additionalData: { tweetId: 'featured_tweet_id' } });
    await verify(client, 'twitter', 'retweet', { additionalData: { tweetId: '1' } });
    const ids = (await eventsOf(userId)).flatMap((event) =>
      event.type === 'TaskVerified' && 'tweetId' in event.data ? [event.data.tweetId] : [],
    );
    expect(ids).toEqual([posts.latest?.id, posts.announcement?.id]);
    const { tasks } = await overview(client);
    expect(tasks.find(({ taskType }) => taskType === 'like')?.post).toEqual(posts.latest);
    expect(tasks.find(({ taskType }) => taskType === 'follow')?.post).toBeNull();
  });

  test('fifty at once pay once', async () => {
    const { client, userId } = await newUser();
    await connect(client, 'twitter');
    const answers = await Promise.all(Array.from({ length: 50 }, () => verify(client, 'twitter', 'like')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(49);
    expect(await countOf(userId, 'TaskVerified')).toBe(1);
    expect(await countOf(userId, 'RewardGranted')).toBe(3);
  });

  test('the same Idempotency-Key gives the same answer', async () => {
    const { client, userId } = await newUser();
    await connect(client, 'twitter');
    const key = idempotencyKey();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => verify(client, 'twitter', 'follow', {}, key)),
    );
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(answers[0]?.body).toMatchObject({ verified: true, reward: '50' });
    expect(await countOf(userId, 'TaskVerified')).toBe(1);
  });

  test('need the platform', async () => {
    const { client, userId } = await newUser();
    expect(await verify(client, 'twitter', 'follow')).toMatchObject({
      status: 409,
      body: { message: refusals.platformNotConnected },
    });
    expect(await eventsOf(userId)).toHaveLength(2);
  });

  test('that do not exist are 400', async () => {
    const { client } = await newUser();
    await connect(client, 'youtube');
    expect(await verify(client, 'youtube', 'like')).toMatchObject({
      status: 400,
      body: { message: refusals.unknownTask },
    });
    expect((await verify(client, 'youtube', 'dance')).status).toBe(400);
  });
});

describe('without credentials', () => {
  test('a handle is remembered as unproven and pays nothing', async () => {
    const { client, userId } = await newUser(deployed);
    expect(await connect(client, 'twitter', 'evo')).toMatchObject({
      status: 200,
      body: {
        success: true,
        status: 'unproven',
        reward: '0',
        message: socialTexts.notAskable('X'),
        authorizeUrl: null,
        messageCode: null,
      },
    });
    expect((await overview(client)).connections).toContainEqual(
      expect.objectContaining({ platform: 'twitter', status: 'unproven', handle: 'evo', verifier: 'none' }),
    );
    expect(await countOf(userId, 'RewardGranted')).toBe(1);
    expect(await verify(client, 'twitter', 'follow')).toMatchObject({
      status: 409,
      body: { message: refusals.platformNotConnected },
    });
    expect(await countOf(userId, 'TaskVerified')).toBe(0);
    // An unproven handle keeps nobody else from the account.
    expect((await connect((await newUser()).client, 'twitter', 'evo')).body.status).toBe('confirmed');
  });

  test('a task of a connected account is not verified, with the reason and no event', async () => {
    const privateKey = generatePrivateKey();
    const trial = await newUser(app, privateKey);
    await connect(trial.client, 'instagram');
    const { client } = await newUser(deployed, privateKey);
    const answer = await verify(client, 'instagram', 'follow');
    expect(answer).toMatchObject({
      status: 200,
      body: { verified: false, reward: '0', message: socialTexts.cannotVerify('Instagram'), retryAt: null },
    });
    expect(await countOf(trial.userId, 'TaskVerified')).toBe(0);
    expect((await client.get('/api/twitter/posts')).body).toEqual({
      posts: { latest: null, announcement: null },
    });
    expect((await client.get('/api/social/instagram/webhook')).status).toBe(404);
  });

  test('too many attempts of one user are 429, and another user goes on', async () => {
    const [anna, ben] = [await newUser(deployed), await newUser(deployed)];
    const statuses: number[] = [];
    for (let n = 0; n < 25; n++) statuses.push((await verify(anna.client, 'twitter', 'follow')).status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
    const refused = await connect(anna.client, 'twitter');
    expect(refused).toMatchObject({ status: 429, body: { message: refusals.tooManyRequests } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await connect(ben.client, 'twitter')).status).toBe(200);
  });

  test('too many attempts of one user on one day are 429 for the rest of it, and another user goes on', async () => {
    const [cleo, dan] = [await newUser(deployed), await newUser(deployed)];
    const ask = ({ client }: typeof cleo) => verify(client, 'twitter', 'follow');
    expect((await ask(cleo)).status).toBe(409);
    const pool = createPool(deployed.databaseUrl, { maxConnections: 1 });
    // As if all but the last few of the day had been used up; no other limit of hers goes on for so long.
    const { rowCount } = await pool.query(
      'update limits.taken set points = points + 196 where expire > extract(epoch from now()) * 1000 + 43200000',
    );
    await pool.end();
    expect(rowCount).toBeGreaterThan(0);
    const answers: Awaited<ReturnType<typeof ask>>[] = [];
    for (let n = 0; n < 5; n++) answers.push(await ask(cleo));
    expect(answers.map(({ status }) => status)).toEqual([409, 409, 409, 429, 429]);
    expect(Number(answers.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(43_200);
    expect((await ask(dan)).status).toBe(409);
  });
});

describe('who asks', () => {
  test('without a session is 401, with the header of another wallet 403, from another site 403', async () => {
    const visitor = createTestClient(app.url);
    const { client, userId } = await newUser();
    for (const path of ['/api/social/connect', '/api/social/verify']) {
      const body = { platform: 'twitter', handle: 'anna', taskType: 'follow' };
      expect((await visitor.post(path, body)).status).toBe(401);
      expect((await client.post(path, body, { 'x-wallet-address': visitor.account.address })).status).toBe(
        403,
      );
      expect((await client.post(path, body, { origin: 'https://evil.example' })).status).toBe(403);
    }
    expect((await visitor.get('/api/social')).status).toBe(401);
    expect((await client.get('/api/social', { 'x-wallet-address': visitor.account.address })).status).toBe(
      403,
    );
    expect(await eventsOf(userId)).toHaveLength(2);
  });

  test('comes back without a session, or on a trial where nobody was sent away, and nothing happens', async () => {
    const { client, userId } = await newUser();
    for (const [who, outcome] of [
      [createTestClient(app.url), 'signed_out'],
      [client, 'expired'],
    ] as const) {
      const answer = await who.get('/api/social/callback/twitter?code=a&state=b');
      expect(answer.status).toBe(302);
      expect(answer.headers.get('location')).toBe(`/evo-rewards?social=${outcome}&platform=twitter`);
    }
    expect((await client.get('/api/social/callback/tiktok?code=a&state=b')).status).toBe(404);
    expect(await eventsOf(userId)).toHaveLength(2);
  });

  test('comes back to the page that has the connections, also where the rewards page only announces the program', async () => {
    const visitor = createTestClient(deployed.url);
    const answer = await visitor.get('/api/social/callback/twitter?code=a&state=b');
    expect(answer.headers.get('location')).toBe('/dashboard?social=signed_out&platform=twitter');
  });
});

test('a handle that does not open costs its owner that handle: the others are shown, and it can be connected again', async () => {
  const { client, userId } = await newUser();
  const [kept, anew] = [newHandle(), newHandle()];
  await connect(client, 'youtube', kept);
  const store = connectEventStore(app.eventStoreUrl);
  const handler = createCommandHandler(store);
  onTestFinished(async () => {
    await handler.close();
    await store.close();
  });
  const broken = { sealedAfter: 0, sealedHandle: 'nonsense', handleHash: 'a'.repeat(64) };
  const { position } = await nameSocialHandle(
    handler,
    { userId, platform: 'twitter', ...broken },
    {
      ...{ commandId: randomUUID(), correlationId: randomUUID(), occurredAt: new Date().toISOString() },
      actor: { kind: 'user', wallet: client.account.address },
    },
  );
  const until = { 'x-ledger-position': position ? formatPosition(position) : '' };
  const shown = async () => {
    const { status, body } = await client.get<Overview>('/api/social', until);
    expect(status).toBe(200);
    return body.connections.map(({ platform, status, handle }) => [platform, status, handle]);
  };
  expect(await shown()).toEqual([
    ['twitter', 'unproven', null],
    ['instagram', 'none', null],
    ['youtube', 'confirmed', kept],
  ]);
  const dashboard = await client.get<{ user: { youtubeHandle: string | null } }>('/api/dashboard', until);
  expect(dashboard.body.user).toMatchObject({ youtubeHandle: kept });

  expect(await connect(client, 'twitter', anew)).toMatchObject({
    status: 200,
    body: { status: 'confirmed' },
  });
  expect((await shown())[0]).toEqual(['twitter', 'confirmed', anew]);
});
