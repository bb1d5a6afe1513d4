import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { erasureTexts } from '../../../contracts/erasure-texts.ts';
import { refusals } from '../../../contracts/messages.ts';
import { socialTexts } from '../../../contracts/social-messages.ts';
import { createPool } from '../../../projector/database.ts';
import { createTestClient, idempotencyKey } from '../../testing/client.ts';
import { readLedgerAt } from '../../testing/read-ledger.ts';
import { answerAsX, connected, opened, startPlatformWorld } from './testing/platform-world.ts';

const world = await startPlatformWorld();
const { app, x, now, pass, newId, newUser, newOnX, setOff, comeBack, verify, statusOf, eventsOf, typesOf } =
  world;
beforeEach(() => world.mend());
afterAll(() => world.close());

describe('connecting X', () => {
  test('nothing is paid until X has said who it is; then once', async () => {
    const { client, userId } = await newUser();
    const begun = await setOff(client);
    expect(begun).toMatchObject({ status: 'unproven', reward: '0', messageCode: null });
    expect(await typesOf(userId)).toEqual([...opened, 'SocialConnected']);

    const xId = newId();
    expect(await comeBack(client, { code: xId, state: begun.state })).toBe('connected');
    expect(await typesOf(userId)).toEqual(connected);
    // X's word counts, not what was typed.
    expect(await statusOf(client, 'twitter')).toMatchObject({ status: 'confirmed', handle: `user_${xId}` });
    const dashboard = await client.get<{ user: { totalRewards: string } }>('/api/dashboard');
    expect(dashboard.body.user.totalRewards).toBe('150');
  });

  test('the code goes to X with the verifier of the challenge', async () => {
    const { client } = await newUser();
    const begun = await setOff(client);
    await comeBack(client, { code: newId(), state: begun.state });
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
    const once = (await setOff(anna.client)).state;
    const code = newId();
    expect(await comeBack(ben.client, { code, state: once })).toBe('expired');
    expect(await comeBack(anna.client, { code, state: once })).toBe('expired');
    expect(await comeBack(anna.client, { code, state: 'made-up' })).toBe('expired');
    expect(await comeBack(anna.client, { code })).toBe('expired');

    const late = (await setOff(anna.client)).state;
    pass(10 * 60_000);
    expect(await comeBack(anna.client, { code, state: late })).toBe('expired');

    const elsewhere = (await setOff(anna.client)).state;
    expect(await comeBack(anna.client, { code, state: elsewhere }, 'youtube')).toBe('expired');
    expect((await typesOf(anna.userId)).filter((type) => type === 'RewardGranted')).toHaveLength(1);
    expect(await typesOf(ben.userId)).toEqual(opened);
    expect(x.requests.some(({ form }) => form.get('code') === code)).toBe(false);
  });

  test('a journey that is replayed twenty times at once pays once', async () => {
    const { client, userId } = await newUser();
    const { state } = await setOff(client);
    const code = newId();
    const ends = await Promise.all(Array.from({ length: 20 }, () => comeBack(client, { code, state })));
    expect(new Set(ends)).toEqual(new Set(['connected']));
    expect(x.requests.filter(({ form }) => form.get('code') === code)).toHaveLength(1);
    expect(await typesOf(userId)).toEqual(connected);
  });

  test('a journey whose answer was lost ends the same when the browser asks again', async () => {
    const { client, userId } = await newUser();
    const query = { code: newId(), state: (await setOff(client)).state };
    expect(await comeBack(client, query)).toBe('connected');
    expect(await comeBack(client, query)).toBe('connected');
    expect(x.requests.filter(({ form }) => form.get('code') === query.code)).toHaveLength(1);
    expect(await typesOf(userId)).toEqual(connected);
  });

  test.each([
    ['well', (id: string) => ({ body: { data: { id, username: `user_${id}` } } }), 'connected', connected],
    ['badly', () => ({ status: 500, body: {} }), 'failed', [...opened, 'SocialConnected']],
  ])(
    'a page that is loaded anew while X is slow ends as %s as its first loading',
    async (_, reply, end, types) => {
      const { client, userId } = await newUser();
      const code = newId();
      const query = { code, state: (await setOff(client)).state };
      const asked = Promise.withResolvers<void>();
      const answer = Promise.withResolvers<void>();
      x.on('GET /2/users/me', async () => {
        asked.resolve();
        await answer.promise;
        return reply(code);
      });
      try {
        const first = comeBack(client, query);
        await asked.promise;
        const again = comeBack(client, query);
        // Time enough for an answer that waits for nothing.
        await Promise.race([again, sleep(500)]);
        answer.resolve();
        expect(await Promise.all([first, again])).toEqual([end, end]);
      } finally {
        answer.resolve();
        answerAsX(x);
      }
      expect(x.requests.filter(({ form }) => form.get('code') === code)).toHaveLength(1);
      expect(await typesOf(userId)).toEqual(types);
    },
  );

  test('a session that cannot be looked for is told on the page, and the same journey ends well a moment later', async () => {
    const { client } = await newUser();
    const { state } = await setOff(client);
    const query = { code: newId(), state };
    const pool = createPool(app.databaseUrl);
    const holder = await pool.connect();
    try {
      await holder.query('begin; lock table auth.sessions in access exclusive mode');
      expect(await comeBack(client, query)).toBe('failed');
    } finally {
      holder.release(true);
      await pool.end();
    }
    expect(await comeBack(client, query)).toBe('connected');
  });

  test('an account of X belongs to the first of two users', async () => {
    const { xId } = await newOnX();
    const ben = await newUser();
    const { state } = await setOff(ben.client);
    expect(await comeBack(ben.client, { code: xId, state })).toBe('taken');
    // Whose first answer was lost, or came after the page was loaded anew.
    expect(await comeBack(ben.client, { code: xId, state })).toBe('taken');
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
        comeBack(client, { code: xId, state: (await setOff(client)).state }),
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
    for (let loaded = 0; loaded < 2; loaded += 1) {
      expect(await comeBack(client, { ...query, state })).toBe(outcome);
    }
    expect(await typesOf(userId)).toEqual([...opened, 'SocialConnected']);
    expect(await statusOf(client, 'twitter')).toMatchObject({ status: 'unproven' });
  });

  test('who goes by the same link once more, as from a page that the browser brought back, is not told how the first time went', async () => {
    const { xId } = await newOnX();
    const { client, userId } = await newUser();
    for (const first of [{ error: 'access_denied' }, { code: xId }, { code: 'bad' }] as const) {
      const { state } = await setOff(client);
      const before = await comeBack(client, { ...first, state });
      expect(await comeBack(client, { code: newId(), state })).toBe('expired');
      expect(await comeBack(client, { ...first, state })).toBe(before);
    }
    const { state } = await setOff(client);
    expect(await comeBack(client, { code: newId(), state })).toBe('connected');
    expect(await typesOf(userId)).toEqual(connected);
  });

  test('X is down: nothing is paid, and the page is there in time', async () => {
    const { client, userId } = await newUser();
    const { state } = await setOff(client);
    x.fault = 'not JSON';
    expect(await comeBack(client, { code: newId(), state })).toBe('failed');
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
    const reset = Math.floor(now() / 1_000) + 600;
    x.on(`GET /2/users/${xId}/liked_tweets`, () => ({
      status: 429,
      headers: { date: new Date(now()).toUTCString(), 'x-rate-limit-reset': String(reset) },
      body: { title: 'Too Many Requests' },
    }));
    expect((await verify(client, 'twitter', 'like')).body).toEqual({
      verified: false,
      reward: '0',
      message: socialTexts.limited('X'),
      // X says the time to the second.
      retryAt: expect.toSatisfy((at: string) => Math.abs(Date.parse(at) - reset * 1_000) < 10_000),
      retryInMs: expect.toSatisfy((left: number) => left > 0 && left <= 601_000),
    });
    expect(await typesOf(userId)).toEqual(connected);
  });

  test('the budget of the day says when to try again, and X is not asked', async () => {
    const { client } = await newOnX();
    const pool = createPool(app.databaseUrl);
    const day = new Date(now()).toISOString().slice(0, 10);
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
    expect(again).toMatchObject({ status: 'confirmed', reward: '0', message: socialTexts.signInAgain('X') });
    expect(await comeBack(client, { code: xId, state: again.state })).toBe('connected');
    expect(await statusOf(client, 'twitter')).toMatchObject({ status: 'confirmed' });
    expect(await typesOf(userId)).toEqual(connected);

    x.on(`GET /2/users/${xId}/liked_tweets`, () => ({ status: 401, body: {} }));
    await verify(client, 'twitter', 'like');
    const other = await setOff(client, 'twitter', `user_${xId}`);
    const elsewhere = { code: newId(), state: other.state };
    for (let loaded = 0; loaded < 2; loaded += 1)
      expect(await comeBack(client, elsewhere)).toBe('other_account');
  });

  test('who has another name on X by now connects the same account again by that', async () => {
    const { client, userId, xId } = await newOnX();
    x.on(`GET /2/users/${xId}/liked_tweets`, () => ({ status: 401, body: {} }));
    await verify(client, 'twitter', 'like');
    const again = await setOff(client, 'twitter', 'renamed');
    expect(again).toMatchObject({ status: 'confirmed', message: socialTexts.signInAgain('X') });
    expect(await comeBack(client, { code: xId, state: again.state })).toBe('connected');
    expect(await statusOf(client, 'twitter')).toMatchObject({ status: 'confirmed' });
    expect(await typesOf(userId)).toEqual(connected);
  });

  test('tokens that were given again after an erasure go with the next one, though no event tells of them', async () => {
    const { client, userId, xId } = await newOnX();
    const erase = () => client.post('/api/profile/erase-personal-data', {}, idempotencyKey());
    expect((await erase()).status).toBe(200);
    expect(await statusOf(client, 'twitter')).toMatchObject({ status: 'expired' });
    const { state } = await setOff(client);
    expect(await comeBack(client, { code: xId, state })).toBe('connected');
    expect(await statusOf(client, 'twitter')).toMatchObject({ status: 'confirmed' });

    expect(await erase()).toMatchObject({ status: 200, body: { message: erasureTexts.alreadyErased } });
    expect(await statusOf(client, 'twitter')).toMatchObject({ status: 'expired' });
    const pool = createPool(app.databaseUrl);
    const kept = await pool.query('select from vault.social_tokens where user_id = $1', [userId]);
    await pool.end();
    expect(kept.rowCount).toBe(0);
    expect(await typesOf(userId)).toEqual([...connected, 'PersonalDataErased']);
  });

  test.each([
    ['that X takes no more before its time, as in a bad moment of its own', 0],
    ['that came to its end while X was asked', 2 * 3_600_000],
  ])('a token %s is renewed, and nobody is sent to connect again', async (_, meanwhile) => {
    const { client, userId, xId } = await newOnX();
    let asked = 0;
    x.on(`GET /2/users/${xId}/liked_tweets`, () => {
      asked += 1;
      if (asked > 1) return { body: { data: [{ id: '8' }] } };
      pass(meanwhile);
      return { status: 401, body: { title: 'Unauthorized' } };
    });
    const renewals = () => x.requests.filter(({ form }) => form.get('refresh_token') === `refresh-${xId}`);
    expect((await verify(client, 'twitter', 'like')).body).toMatchObject({ verified: true });
    expect(renewals()).toHaveLength(1);
    expect(await statusOf(client, 'twitter')).toMatchObject({ status: 'confirmed' });
    expect(await typesOf(userId)).toEqual([...connected, 'TaskVerified', 'RewardGranted']);
  });

  test('a token that X takes no more while it renews none is kept until X has spoken of that', async () => {
    const { client, xId } = await newOnX();
    const renewing = (answer: Parameters<typeof x.on>[1]) => x.on('POST /2/oauth2/token', answer);
    x.on(`GET /2/users/${xId}/liked_tweets`, () => ({ status: 401, body: { title: 'Unauthorized' } }));
    try {
      renewing(() => ({ status: 503, body: {} }));
      expect((await verify(client, 'twitter', 'like')).body).toMatchObject({
        verified: false,
        message: socialTexts.unavailable('X'),
      });
      expect(await statusOf(client, 'twitter')).toMatchObject({ status: 'confirmed' });
      renewing(() => ({ status: 400, body: { error: 'invalid_grant' } }));
      expect((await verify(client, 'twitter', 'like')).body).toMatchObject({
        verified: false,
        message: socialTexts.signInAgain('X'),
      });
      expect(await statusOf(client, 'twitter')).toMatchObject({ status: 'expired' });
    } finally {
      answerAsX(x);
    }
  });

  test('a token that has ended whenever X is asked: nobody is sent to connect again', async () => {
    const { client, userId, xId } = await newOnX();
    x.on(`GET /2/users/${xId}/liked_tweets`, () => {
      pass(2 * 3_600_000);
      return { status: 401, body: { title: 'Unauthorized' } };
    });
    expect((await verify(client, 'twitter', 'like')).body).toMatchObject({
      verified: false,
      message: socialTexts.unavailable('X'),
    });
    expect(await typesOf(userId)).toEqual(connected);
    expect(await statusOf(client, 'twitter')).toMatchObject({ status: 'confirmed' });
    expect((await verify(client, 'twitter', 'follow')).body).toMatchObject({ verified: true });
  });

  test('a question that X does not allow: no event, and nobody is sent to connect what is connected', async () => {
    const { client, userId, xId } = await newOnX();
    x.on(`GET /2/users/${xId}/liked_tweets`, () => ({ status: 403, body: { title: 'Client Forbidden' } }));
    const { body } = await verify(client, 'twitter', 'like');
    expect(body).toMatchObject({ verified: false, message: socialTexts.refused('X') });
    expect(body.message).not.toMatch(/connect/i);
    expect(await statusOf(client, 'twitter')).toMatchObject({ status: 'confirmed' });
    expect(await setOff(client, 'twitter', `user_${xId}`)).toMatchObject({
      ...{ status: 'confirmed', reward: '0', authorizeUrl: null },
      message: socialTexts.alreadyConnected('X', `user_${xId}`),
    });
    expect(await typesOf(userId)).toEqual(connected);
  });

  test('an old token is renewed on the way', async () => {
    const { client } = await newOnX();
    pass(2 * 3_600_000);
    expect((await verify(client, 'twitter', 'follow')).body).toMatchObject({ verified: true });
    expect(x.requests.some(({ form }) => form.get('grant_type') === 'refresh_token')).toBe(true);
  });
});

test('the posts come from X and are asked for every two minutes', async () => {
  const client = createTestClient(app.url);
  const count = () => x.requests.filter(({ path }) => path === '/2/users/900/tweets').length;
  pass(2 * 60_000);
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
  pass(2 * 60_000);
  x.fault = 'status 500';
  expect((await client.get('/api/twitter/posts')).body).toEqual(expected);
});
