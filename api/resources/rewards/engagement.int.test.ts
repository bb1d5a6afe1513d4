import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Dashboard } from '../../../contracts/api/dashboard.ts';
import type { Referrals } from '../../../contracts/api/referrals.ts';
import { formatPosition } from '../../../contracts/ledger-position.ts';
import { refusals, validation } from '../../../contracts/messages.ts';
import { defaultUsername } from '../../../contracts/username.ts';
import { account } from '../../../ledger/accounts/account.ts';
import { connectEventStore } from '../../../ledger/event-store.ts';
import { createCommandHandler } from '../../../ledger/handle-command.ts';
import { createPool } from '../../../projector/database.ts';
import {
  type Answer,
  createTestClient,
  idempotencyKey,
  placeIn,
  type TestClient,
} from '../../testing/client.ts';
import { crowdOf } from '../../testing/crowd.ts';
import { readLedgerAt } from '../../testing/read-ledger.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

const DAY_MS = 24 * 3_600_000;

let app: TestApp;
let admin: TestClient;
let now = Date.now();
beforeAll(async () => {
  app = await startApp({
    clock: () => now,
    env: { MAX_REWARD: '1000000', MAX_REWARDS_A_DAY: '1000000000' },
  });
  const keys = JSON.parse(await readFile(join(app.dataDir, 'demo-wallets.json'), 'utf8'));
  admin = createTestClient(app.url, keys.admin);
});
afterAll(() => app.close());
// The longest test turns the clock by two weeks, longer than a session lasts.
beforeEach(async () => {
  await admin.connect();
});

async function newUser(more: { referrerId?: string } = {}) {
  const client = createTestClient(app.url);
  const { body } = await client.connect(more);
  const rename = (username: unknown, headers: Record<string, string> = idempotencyKey()) =>
    client.put(`/api/users/${client.account.address}/username`, { username }, headers);
  const checkIn = (headers: Record<string, string> = idempotencyKey()) =>
    client.post('/api/rewards/check-in', {}, headers);
  return { client, userId: body.user.id, rename, checkIn };
}
type User = Awaited<ReturnType<typeof newUser>>;

/** A read that waits for the answer's event. */
async function readAfter<Body>(client: TestClient, path: string, answer?: Answer<unknown>): Promise<Body> {
  const read = await client.get<Body>(path, answer && placeIn(answer));
  expect(read.status).toBe(200);
  expect(read.headers.get('x-ledger-lag')).toBeNull();
  return read.body;
}
const dashboardAfter = (client: TestClient, answer?: Answer<unknown>) =>
  readAfter<Dashboard>(client, '/api/dashboard', answer);

const eventsOf = async (userId: string) =>
  (await readLedgerAt(app.eventStoreUrl)).filter(({ stream }) => stream === `account-${userId}`);

const reward = (client: TestClient, amount: string) =>
  admin.post(
    '/api/admin/send-reward',
    { walletAddress: client.account.address, amount, reason: 'Thanks' },
    { 'x-wallet-address': admin.account.address },
  );

let names = 0;
const newName = () => `Fox_${randomUUID().slice(0, 8)}_${names++ % 100}`;

describe('the username', () => {
  test('changes everywhere, and the old one is free again', async () => {
    const [anna, ben] = [await newUser(), await newUser()];
    const [fox, owl] = [newName(), newName()];
    const first = await anna.rename(` ${fox} `);
    expect(first).toMatchObject({ status: 200, body: { username: fox } });
    expect(await ben.rename(fox.toUpperCase())).toMatchObject({
      status: 409,
      body: { error: 'UsernameTaken', message: validation.usernameTaken },
    });
    const second = await anna.rename(owl);
    const { user, standing } = await dashboardAfter(anna.client, second);
    expect([user.username, standing.entry.user.username]).toEqual([owl, owl]);
    expect((await ben.rename(fox.toLowerCase())).status).toBe(200);
    // Signing in again shows it at once.
    expect((await anna.client.connect()).body.user).toMatchObject({ username: owl });
  });

  test.each([
    ['', validation.usernameEmpty],
    ['   ', validation.usernameEmpty],
    [undefined, validation.usernameEmpty],
    [7, validation.usernameEmpty],
    ['ab', validation.usernamePattern],
    ['a'.repeat(21), validation.usernamePattern],
    ['a'.repeat(10_000), validation.usernamePattern],
    ['with space', validation.usernamePattern],
    ['ünïcode', validation.usernamePattern],
    ["x'; drop table users", validation.usernamePattern],
  ])('%j is refused', async (username, message) => {
    const { rename, userId } = await newUser();
    expect(await rename(username)).toMatchObject({ status: 400, body: { message } });
    expect(await eventsOf(userId)).toHaveLength(2);
  });

  test('the same name again, and names of the form that accounts begin with', async () => {
    const { rename, userId } = await newUser();
    const name = newName();
    expect(await rename(defaultUsername(userId))).toMatchObject({
      status: 400,
      body: { message: validation.usernameSame },
    });
    await rename(name);
    expect(await rename(name)).toMatchObject({ status: 400, body: { message: validation.usernameSame } });
    expect(await rename('evo_0123456789')).toMatchObject({
      status: 409,
      body: { message: validation.usernameTaken },
    });
  });

  test("only at the session's own address, in any case", async () => {
    const [anna, ben] = [await newUser(), await newUser()];
    const at = (address: string) =>
      anna.client.put(`/api/users/${address}/username`, { username: newName() });
    for (const address of [ben.client.account.address, 'me', '0x']) {
      expect(await at(address)).toMatchObject({ status: 403, body: { message: refusals.notYourAccount } });
    }
    expect((await at(anna.client.account.address.toLowerCase())).status).toBe(200);
    expect((await createTestClient(app.url).put('/api/users/x/username', {})).status).toBe(401);
  });

  test('fifty users want one name at once: one gets it', async () => {
    const users = await crowdOf(50, () => newUser());
    const name = newName();
    const answers = await Promise.all(users.map(({ rename }) => rename(name)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(49).fill(409)]);
  });

  test('a retry with its key gives the same answer, also after the name was changed once more', async () => {
    const { rename, userId } = await newUser();
    const key = idempotencyKey();
    const name = newName();
    const first = await rename(name, key);
    await rename(newName());
    const again = await rename(name, key);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect((await eventsOf(userId)).filter(({ type }) => type === 'UsernameChanged')).toHaveLength(2);
  });
});

describe('the daily check-in', () => {
  test('pays once a day, more every seventh, and begins again after a gap', async () => {
    const { client, checkIn } = await newUser();
    const begin = now;
    try {
      for (let day = 1; day <= 8; day++) {
        const answer = await checkIn();
        expect(answer).toMatchObject({ status: 200, body: { streak: day, reward: day === 7 ? '5' : '1' } });
        const { user } = await dashboardAfter(client, answer);
        expect(user).toMatchObject({ streak: day, checkedInToday: true });
        expect(await checkIn()).toMatchObject({
          status: 409,
          body: { message: refusals.alreadyCheckedIn },
        });
        now += DAY_MS;
        await client.connect();
      }
      expect((await dashboardAfter(client)).user).toMatchObject({ streak: 8, checkedInToday: false });
      now += DAY_MS;
      expect((await dashboardAfter(client)).user).toMatchObject({ streak: 0, checkedInToday: false });
      const answer = await checkIn();
      expect(answer.body).toMatchObject({ streak: 1, reward: '1' });
      expect((await dashboardAfter(client, answer)).user).toMatchObject({ totalRewards: '113', streak: 1 });
    } finally {
      now = begin;
    }
  });

  test('fifty at once are one; a retry after midnight is the same one', async () => {
    const { userId, checkIn } = await newUser();
    const key = idempotencyKey();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => checkIn(n === 0 ? key : idempotencyKey())),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await eventsOf(userId)).map(({ type }) => type)).toEqual([
      'AccountOpened',
      'RewardGranted',
      'CheckedIn',
      'RewardGranted',
    ]);
    const second = await newUser();
    const first = await second.checkIn(key);
    now += DAY_MS;
    expect((await second.checkIn(key)).body).toEqual(first.body);
    now -= DAY_MS;
  });
});

test('the whitelist: joining twice is joining once', async () => {
  const { client, userId } = await newUser();
  expect((await dashboardAfter(client)).user.isWhitelisted).toBe(false);
  const answers = await Promise.all(Array.from({ length: 10 }, () => client.post('/api/whitelist', {})));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const first = answers.find(({ headers }) => headers.has('x-ledger-position'));
  expect((await dashboardAfter(client, first)).user.isWhitelisted).toBe(true);
  expect((await eventsOf(userId)).filter(({ type }) => type === 'WhitelistJoined')).toHaveLength(1);
  expect((await client.post('/api/whitelist', { userId: randomUUID() })).status).toBe(400);
});

test('the dashboard shows what the user has connected, done and signed up with', async () => {
  const { client } = await newUser();
  const email = `fox.${randomUUID().slice(0, 8)}@example.com`;
  await client.post('/api/social/connect', { platform: 'twitter', handle: '@silver_fox' });
  await client.post('/api/social/verify', { platform: 'twitter', taskType: 'follow' });
  await client.post('/api/email/signup', { email, marketingOptIn: true });
  const last = await reward(client, '1');
  const { user, recentActivities } = await dashboardAfter(client, last);
  expect(user).toMatchObject({
    isTwitterConnected: true,
    twitterHandle: 'silver_fox',
    twitterFollowCompleted: true,
    twitterLikeCompleted: false,
    isYoutubeConnected: false,
    youtubeHandle: null,
    email,
    isEmailVerified: false,
    emailMarketingOptIn: true,
    totalRewards: '201',
  });
  expect(recentActivities.map(({ reward }) => reward)).toEqual(['1', '50', '50', '100']);
});

test('the own place on the board: neighbours on both sides, and what is missing to the next place', async () => {
  const users = await Promise.all(Array.from({ length: 5 }, () => newUser()));
  let last: Answer<unknown> | undefined;
  for (const [n, { client }] of users.entries()) last = await reward(client, String(10_000 - n * 100));
  const at = async (n: number) => (await dashboardAfter(users[n]!.client, last)).standing;
  const ids = (rows: { userId: string }[]) => rows.map(({ userId }) => userId);
  const middle = await at(2);
  expect(ids(middle.above)).toEqual([users[0]!.userId, users[1]!.userId]);
  expect(ids(middle.below)).toEqual([users[3]!.userId, users[4]!.userId]);
  expect(middle).toMatchObject({ entry: { position: 3 }, toNextPlace: '100' });
  const top = await at(0);
  expect(top).toMatchObject({ above: [], toNextPlace: null, entry: { position: 1 } });
});

test('a removed account is gone from the board and can neither read its dashboard nor sign in again, and its sessions end', async () => {
  const [anna, ben] = [await newUser(), await newUser()];
  await reward(anna.client, '1000000');
  const { participants } = (await dashboardAfter(ben.client)).standing;
  // Whoever ends the sessions of who was removed waits for that.
  const pool = createPool(app.databaseUrl);
  const lock = await pool.connect();
  onTestFinished(async () => {
    lock.release(true);
    await pool.end();
  });
  await lock.query('begin');
  await lock.query('select from auth.sessions where user_id = $1 for update', [anna.userId]);
  const store = connectEventStore(app.eventStoreUrl);
  const { position } = await createCommandHandler(store).handle({
    stream: `account-${anna.userId}`,
    decider: account,
    command: { type: 'RemoveAccount', reason: 'Abuse' },
    commandId: randomUUID(),
    input: {},
    actor: { kind: 'system' },
    occurredAt: new Date(now).toISOString(),
    correlationId: randomUUID(),
  });
  await store.close();
  const headers = { 'x-ledger-position': formatPosition(position!) };
  const { body } = await ben.client.get<Dashboard>('/api/dashboard', headers);
  expect(body.standing.participants).toBe(participants - 1);
  expect(body.leaderboard.map(({ userId }) => userId)).not.toContain(anna.userId);
  const removed = { status: 403, body: { message: refusals.accountRemoved } };
  expect(await anna.client.get('/api/dashboard')).toMatchObject(removed);
  expect(await anna.checkIn()).toMatchObject(removed);
  expect(await anna.rename(newName())).toMatchObject(removed);
  await lock.query('commit');
  await expect.poll(async () => (await anna.client.get('/api/dashboard')).status).toBe(401);
  expect(await anna.client.connect()).toMatchObject(removed);
});

describe('referrals', () => {
  const statistics = (user: User) => readAfter<Referrals>(user.client, '/api/referrals');
  const connect = ({ client }: User, platform: string) =>
    client.post('/api/social/connect', { platform, handle: `h${randomUUID().slice(0, 8)}` });

  test('pay both sides in the end, and the statistics are real', async () => {
    const anna = await newUser();
    expect(await statistics(anna)).toEqual({
      link: `${app.url}/ref/${anna.userId}`,
      total: 0,
      successful: 0,
      active: 0,
      earned: '0',
      earnedThisWeek: '0',
      tier: 'Bronze',
      next: { tier: 'Silver', needed: 10 },
    });
    const [ben] = [await newUser({ referrerId: anna.userId }), await newUser({ referrerId: anna.userId })];
    expect((await connect(ben, 'twitter')).status).toBe(200);
    await expect
      .poll(() => statistics(anna), { timeout: 30_000 })
      .toMatchObject({
        total: 2,
        successful: 1,
        active: 1,
        earned: '255',
        earnedThisWeek: '255',
        next: { needed: 9 },
      });
    await expect
      .poll(async () => (await dashboardAfter(ben.client)).user.totalRewards, { timeout: 30_000 })
      .toBe('250');
    expect((await dashboardAfter(anna.client)).recentActivities.map(({ type }) => type)).toEqual([
      'referral',
      'referral',
      'referral',
      'other',
    ]);
  });

  test('a referrer who does not exist, and oneself, are nobody', async () => {
    for (const referrerId of [randomUUID(), 'no-uuid']) {
      const client = createTestClient(app.url);
      const { status, body } = await client.connect({ referrerId });
      expect(status).toBe(referrerId === 'no-uuid' ? 400 : 200);
      if (status !== 200) continue;
      const [opened] = await eventsOf(body.user.id);
      expect(opened?.data).not.toHaveProperty('referrerId');
    }
    const anna = await newUser();
    await anna.client.connect({ referrerId: anna.userId });
    expect((await statistics(anna)).total).toBe(0);
  });
});
