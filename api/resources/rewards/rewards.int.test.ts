import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refusals, validation } from '../../../contracts/messages.ts';
import { createTestClient, idempotencyKey, placeIn, type TestClient } from '../../testing/client.ts';
import { readLedgerAt } from '../../testing/read-ledger.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

let app: TestApp;
let admin: TestClient;

beforeAll(async () => {
  // The limits of what one admin sends alone have tests of their own.
  const most = { MAX_REWARD: '1000000', MAX_REWARDS_A_DAY: '1000000000', MAX_ACCOUNT: '1000000000' };
  // With a projector in a thread of its own, as a large machine has it.
  app = await startApp({ env: { ...most, PROJECTOR: 'thread' } });
  const keys = JSON.parse(await readFile(join(app.dataDir, 'demo-wallets.json'), 'utf8'));
  admin = createTestClient(app.url, keys.admin);
  expect((await admin.connect()).body.role).toBe('superAdmin');
});
afterAll(() => app.close());

async function newUser() {
  const client = createTestClient(app.url);
  const { body } = await client.connect();
  return { client, userId: body.user.id };
}

const eventsOf = async (userId: string) =>
  (await readLedgerAt(app.eventStoreUrl)).filter(({ stream }) => stream === `account-${userId}`);

const sendReward = (body: unknown, headers: Record<string, string> = {}) =>
  admin.post('/api/admin/send-reward', body, { 'x-wallet-address': admin.account.address, ...headers });

/** The dashboard as it is once the read models have the given answer's event. */
async function dashboardAfter(client: TestClient, answer: { headers: Headers }) {
  const dashboard = await client.get<Record<'user' | 'standing', Record<string, unknown>>>(
    '/api/dashboard',
    placeIn(answer),
  );
  expect(dashboard.headers.get('x-ledger-lag')).toBeNull();
  return dashboard.body;
}

describe('claiming', () => {
  test('takes what is pending, and the next read shows it', async () => {
    const { client, userId } = await newUser();
    const claim = await client.post('/api/rewards/claim', {}, idempotencyKey());
    expect(claim).toMatchObject({
      status: 200,
      body: {
        success: true,
        receipt: { amount: '100', pendingBefore: '100', pendingAfter: '0', claimedAfter: '100' },
      },
    });
    const dashboard = await dashboardAfter(client, claim);
    expect(dashboard).toMatchObject({
      user: { id: userId, totalRewards: '100', claimedRewards: '100', pendingRewards: '0' },
      transactions: [
        { type: 'claim', amount: '100', status: 'completed' },
        { type: 'reward', amount: '100', status: 'completed' },
      ],
      recentActivities: [{ reward: '100' }],
      weekRewards: '100',
      standing: { entry: { userId } },
      leaderboard: expect.arrayContaining([expect.objectContaining({ position: 1 })]),
    });
    const second = await client.post('/api/rewards/claim', {}, idempotencyKey());
    expect(second).toMatchObject({ status: 409, body: { message: refusals.nothingToClaim } });
  });

  test('a hundred parallel claims leave one RewardsClaimed', async () => {
    const { client, userId } = await newUser();
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => client.post('/api/rewards/claim', {}, idempotencyKey())),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(99);
    expect((await eventsOf(userId)).filter(({ type }) => type === 'RewardsClaimed')).toHaveLength(1);
  });

  test('the same Idempotency-Key gives the same answer, in parallel and later', async () => {
    const { client, userId } = await newUser();
    const key = idempotencyKey();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => client.post('/api/rewards/claim', {}, key)),
    );
    await sendReward({ walletAddress: client.account.address, amount: '5', reason: 'later' });
    answers.push(await client.post('/api/rewards/claim', {}, key));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(answers.at(-1)?.headers.get('idempotency-replayed')).toBe('true');
    expect((await eventsOf(userId)).filter(({ type }) => type === 'RewardsClaimed')).toHaveLength(1);
  });

  test('the same key of two users are two commands', async () => {
    const [anna, ben] = [await newUser(), await newUser()];
    const key = idempotencyKey();
    expect((await anna.client.post('/api/rewards/claim', {}, key)).status).toBe(200);
    expect((await ben.client.post('/api/rewards/claim', {}, key)).status).toBe(200);
  });

  test.each([[{ amount: '1' }], ['[]'], ['{'], ['"x"']])('a body of %j is 400 and no event', async (body) => {
    const { client, userId } = await newUser();
    expect((await client.post('/api/rewards/claim', body)).status).toBe(400);
    expect(await eventsOf(userId)).toHaveLength(2);
  });

  test('a key that is no UUID is 400', async () => {
    const { client } = await newUser();
    const answer = await client.post('/api/rewards/claim', {}, { 'idempotency-key': 'again' });
    expect(answer).toMatchObject({ status: 400, body: { message: refusals.idempotencyKeyInvalid } });
  });
});

describe('sending a reward', () => {
  test('a key with another body is 422, also when the body names another wallet', async () => {
    const [anna, ben] = [await newUser(), await newUser()];
    const key = idempotencyKey();
    const body = { walletAddress: anna.client.account.address, amount: '10', reason: 'Thanks' };
    expect((await sendReward(body, key)).status).toBe(200);
    for (const other of [
      { ...body, amount: '11' },
      { ...body, reason: 'Thank you' },
      { ...body, walletAddress: ben.client.account.address },
    ]) {
      expect(await sendReward(other, key)).toMatchObject({
        status: 422,
        body: { message: refusals.idempotencyKeyReused },
      });
    }
    const again = await sendReward(body, key);
    expect(again.status).toBe(200);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(await eventsOf(anna.userId)).toHaveLength(3);
    expect(await eventsOf(ben.userId)).toHaveLength(2);
  });

  test('a key that was used for one user is refused for another, also where the two share no stream', async () => {
    const [anna, ben] = [await newUser(), await newUser()];
    const key = { ...idempotencyKey(), 'x-wallet-address': admin.account.address };
    const clear = (userId: string) => admin.post('/api/admin/clear-balance', { userId }, key);
    expect((await clear(anna.userId)).status).toBe(200);
    expect(await clear(ben.userId)).toMatchObject({
      status: 422,
      body: { message: refusals.idempotencyKeyReused },
    });
    expect((await clear(anna.userId)).headers.get('idempotency-replayed')).toBe('true');
    expect(await eventsOf(ben.userId)).toHaveLength(2);
  });

  test('a dry run tells and changes nothing; the act after it may use the same key', async () => {
    const { client, userId } = await newUser();
    const key = idempotencyKey();
    const body = { walletAddress: client.account.address, amount: '10.50', reason: 'Thanks' };
    expect(await sendReward({ ...body, dryRun: true }, key)).toMatchObject({
      status: 200,
      body: { dryRun: true, amount: '10.5', pendingBefore: '100', pendingAfter: '110.5' },
    });
    expect(await eventsOf(userId)).toHaveLength(2);
    expect((await sendReward(body, key)).body).toMatchObject({ dryRun: false, pendingAfter: '110.5' });
    expect(await eventsOf(userId)).toHaveLength(3);
  });

  test('all 18 decimals survive every hop', async () => {
    const { client, userId } = await newUser();
    const amount = '987654.123456789012345678';
    const sent = await sendReward({ walletAddress: client.account.address, amount, reason: 'Exact' });
    expect(sent.body).toMatchObject({
      amount,
      pendingAfter: '987754.123456789012345678',
      message: expect.stringMatching(/^987,654\.123456789012345678 EVO sent to /),
    });
    const dashboard = await dashboardAfter(client, sent);
    expect(dashboard).toMatchObject({
      user: { totalRewards: '987754.123456789012345678' },
      transactions: [{ amount }, {}],
      recentActivities: [{ reward: amount }, {}],
      standing: { entry: { totalEvo: '987754.123456789012345678' } },
    });
    const claim = await client.post('/api/rewards/claim', {});
    expect(claim.body).toMatchObject({ receipt: { amount: '987754.123456789012345678' } });
    const events = await eventsOf(userId);
    expect(events.at(-2)?.data).toMatchObject({ amount });
    expect((await dashboardAfter(client, claim)).user).toMatchObject({ pendingRewards: '0' });
  });

  test('the smallest amount there is', async () => {
    const { client } = await newUser();
    const sent = await sendReward({
      walletAddress: client.account.address,
      amount: '0.000000000000000001',
      reason: 'x',
    });
    expect((await dashboardAfter(client, sent)).user).toMatchObject({
      totalRewards: '100.000000000000000001',
    });
  });

  test('no more than the most that one grant pays', async () => {
    const { client, userId } = await newUser();
    const send = (amount: string) =>
      sendReward({ walletAddress: client.account.address, amount, reason: 'Much' });
    expect(await send('1000000.000000000000000001')).toMatchObject({
      status: 400,
      body: { message: 'A reward is at most 1,000,000 EVO' },
    });
    expect(await eventsOf(userId)).toHaveLength(2);
    expect((await send('1000000')).status).toBe(200);
  });

  const bad = [
    '1e18',
    '-1',
    '0',
    '0.0',
    'NaN',
    'Infinity',
    '0x10',
    '1,5',
    '1_000',
    '١٢',
    '1.',
    '.5',
    `0.${'1'.repeat(19)}`,
    '1'.repeat(21),
    '9'.repeat(10_000),
    `1.${'0'.repeat(10_000)}`,
    'x'.repeat(10_000),
    ' ',
  ];
  test.each(
    bad.map((amount) => [amount.length > 40 ? `${amount.slice(0, 20)}… (${amount.length})` : amount, amount]),
  )('the amount %j is 400 with a text and no event', async (_, amount) => {
    const answer = await sendReward({ walletAddress: admin.account.address, amount, reason: 'x' });
    expect(answer.status).toBe(400);
    expect(answer.body.message).toMatch(
      new RegExp(`^(${validation.rewardAmountInvalid}|${validation.rewardFieldsRequired})`),
    );
    expect(
      await eventsOf((await admin.get<{ session: { userId: string } }>('/api/session')).body.session.userId),
    ).toHaveLength(2);
  });

  test.each([1, 10.5, null, true, ['1'], { value: '1' }])(
    'the amount %j of another type is 400',
    async (amount) => {
      const answer = await sendReward({ walletAddress: admin.account.address, amount, reason: 'x' });
      expect(answer).toMatchObject({ status: 400, body: { message: validation.rewardAmountInvalid } });
    },
  );

  test.each(['walletAddress', 'amount', 'reason'])('without %s', async (field) => {
    const body = { walletAddress: admin.account.address, amount: '1', reason: 'x' };
    for (const value of [undefined, '']) {
      expect(await sendReward({ ...body, [field]: value })).toMatchObject({
        status: 400,
        body: {
          message: validation.rewardFieldsRequired,
          fields: { [field]: validation.rewardFieldsRequired },
        },
      });
    }
  });

  test('to a wallet that has no account', async () => {
    const nobody = createTestClient(app.url).account.address;
    expect(await sendReward({ walletAddress: nobody, amount: '1', reason: 'x' })).toMatchObject({
      status: 404,
      body: { message: refusals.accountNotFound },
    });
  });

  test('the admin list holds the super admin', async () => {
    const answer = await admin.get('/api/admin/admin-wallets', { 'x-wallet-address': admin.account.address });
    expect(answer.body).toMatchObject({
      admins: [{ wallet_address: admin.account.address, isOriginal: true, is_active: true, added_by: null }],
    });
  });
});

describe('reading', () => {
  test('lists are paged by cursor without gap or repetition', async () => {
    const { client } = await newUser();
    for (let n = 1; n <= 7; n++) {
      await sendReward({ walletAddress: client.account.address, amount: String(n), reason: `number ${n}` });
    }
    const last = await sendReward({ walletAddress: client.account.address, amount: '8', reason: 'number 8' });
    await dashboardAfter(client, last);
    const ids: string[] = [];
    let cursor: string | null = null;
    do {
      const query: string = cursor ? `&cursor=${encodeURIComponent(cursor)}` : '';
      const page = await client.get<{ transactions: { id: string }[]; nextCursor: string | null }>(
        `/api/transactions?limit=2${query}`,
      );
      ids.push(...page.body.transactions.map(({ id }) => id));
      cursor = page.body.nextCursor;
    } while (cursor);
    expect(ids).toHaveLength(9);
    expect(new Set(ids).size).toBe(9);
    const claim = await client.post('/api/rewards/claim', {}, idempotencyKey());
    await dashboardAfter(client, claim);
    const countOf = async (type: string): Promise<number> =>
      (await client.get<{ transactions: unknown[] }>(`/api/transactions?type=${type}`)).body.transactions
        .length;
    expect([await countOf('reward'), await countOf('claim'), await countOf('referral')]).toEqual([9, 1, 0]);
    expect((await client.get('/api/transactions?type=bribe')).status).toBe(400);
    for (const query of ['limit=0', 'limit=101', 'limit=x', 'cursor=x', 'cursor=C:1/P:x']) {
      expect((await client.get(`/api/transactions?${query}`)).status).toBe(400);
      expect((await client.get(`/api/leaderboard?${query}`)).status).toBe(400);
    }
  });

  test('a position beyond the head answers in time and says that it lags', async () => {
    const { client } = await newUser();
    const hasty = createTestClient(app.url, client.privateKey, { comesAgain: false });
    await expect.poll(async () => (await hasty.connect()).status).toBe(200);
    const started = performance.now();
    const answer = await hasty.get('/api/dashboard', {
      'x-ledger-position': 'C:999999999999/P:999999999999',
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('x-ledger-lag')).toBe('1');
    expect(performance.now() - started).toBeLessThan(15_000);
    expect((await client.get('/api/dashboard', { 'x-ledger-position': 'yesterday' })).status).toBe(400);
  });

  test('the dashboard by user id answers for the session only', async () => {
    const [anna, ben] = [await newUser(), await newUser()];
    const own = await anna.client.get(`/api/dashboard/${anna.userId.toUpperCase()}`);
    expect(own.body).toMatchObject({ user: { id: anna.userId } });
    for (const id of [ben.userId, randomUUID(), 'me']) {
      const answer = await anna.client.get(`/api/dashboard/${id}`);
      expect(answer).toMatchObject({ status: 403, body: { message: refusals.notYourDashboard } });
    }
  });
});
