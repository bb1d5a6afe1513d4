import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { massActProgress } from '../../../contracts/api/admin-acts.ts';
import { activityHistory, adminStats, listAdminUsers } from '../../../contracts/api/admin-users.ts';
import { getDashboard, getLeaderboard, getTransactions } from '../../../contracts/api/dashboard.ts';
import { explainFigure, getHistory } from '../../../contracts/api/ledger.ts';
import { claimRewards } from '../../../contracts/api/rewards.ts';
import type { AccountEvent } from '../../../contracts/events/account.ts';
import { formatPosition } from '../../../contracts/ledger-position.ts';
import { connectEventStore, type EventStore } from '../../../ledger/event-store.ts';
import { appendAsItWas } from '../../../ledger/testing/append-as-it-was.ts';
import { type AdminClient, superAdminOf } from '../../testing/admin.ts';
import { createTestClient, idempotencyKey, type TestClient } from '../../testing/client.ts';
import { expectEqualFold } from '../../testing/equal-fold.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

// A ledger of the first version, which accepted every grant of up to 20 digits, whatever an account had.

let app: TestApp;
let store: EventStore;
let admin: AdminClient;
beforeAll(async () => {
  app = await startApp();
  store = connectEventStore(app.eventStoreUrl);
  admin = await superAdminOf(app);
});
afterAll(async () => {
  await expectEqualFold(app);
  await store.close();
  await app.close();
});

const grantOf = (amount: string, source: 'admin' | 'streak' = 'admin'): AccountEvent => ({
  type: 'RewardGranted',
  data: { grantId: randomUUID(), amount, source, reason: 'Long ago' },
});

async function userWith(...events: AccountEvent[]): Promise<{ client: TestClient; headers: Headers }> {
  const client = createTestClient(app.url);
  const { body } = await client.connect();
  const position = await appendAsItWas(store, body.user.id, events);
  return { client, headers: new Headers({ 'x-ledger-position': formatPosition(position) }) };
}

const sent = (headers: Headers) => ({ 'x-ledger-position': headers.get('x-ledger-position') ?? '' });

const LARGEST = '99999999999999999999.999999999999999999';

test('one account at the largest old total, and then a check-in: every page of it can be read', async () => {
  // The welcome bonus of 100 is on top.
  const { client, headers } = await userWith(grantOf(LARGEST), grantOf('1', 'streak'));
  const total = '100000000000000000100.999999999999999999';
  const page = await client.get('/api/dashboard', sent(headers));
  expect(page.headers.get('x-ledger-lag')).toBeNull();
  expect(getDashboard.response.parse(page.body)).toMatchObject({
    user: { totalRewards: total, pendingRewards: total, rank: 1, level: Number.MAX_SAFE_INTEGER },
    standing: { entry: { totalEvo: total, position: 1 } },
    weekRewards: total,
  });
  const read = async (path: string) => (await client.get(path, sent(headers))).body;
  expect(getLeaderboard.response.parse(await read('/api/leaderboard?limit=1'))).toMatchObject({
    entries: [{ totalEvo: total, position: 1 }],
  });
  const { nextCursor } = getLeaderboard.response.parse(await read('/api/leaderboard?limit=1'));
  expect(
    getLeaderboard.response.parse(await read(`/api/leaderboard?cursor=${nextCursor}`)).entries[0]?.position,
  ).toBe(2);
  expect(getTransactions.response.parse(await read('/api/transactions')).transactions).toHaveLength(3);
  for (const figure of ['totalRewards', 'pendingRewards', 'weekRewards']) {
    expect(
      explainFigure.response.parse(await read(`/api/ledger/explain?figure=${figure}&limit=100`)),
    ).toMatchObject({ total });
  }
  expect(getHistory.response.parse(await read('/api/ledger/history'))).toMatchObject({
    days: [{ totalRewards: total }],
  });
  expect(adminStats.response.parse((await admin.get('/api/admin/stats', { headers })).body)).toBeTruthy();
  for (const sort of ['highest', 'lowest']) {
    const path = `/api/admin/users?sort=${sort}&limit=1`;
    const first = listAdminUsers.response.parse((await admin.get(path, { headers })).body);
    const second = await admin.get(`${path}&cursor=${first.nextCursor}`, { headers });
    expect(listAdminUsers.response.parse(second.body).users).toHaveLength(1);
  }

  // It may have no more, and that is said; what it has it can claim.
  const checkIn = await client.post('/api/rewards/check-in', {}, idempotencyKey());
  expect(checkIn).toMatchObject({
    status: 400,
    body: { message: 'An account holds at most 1,000,000,000 EVO in rewards, and this would be more' },
  });
  const claim = await client.post('/api/rewards/claim', {}, idempotencyKey());
  expect(claimRewards.response.parse(claim.body).receipt).toMatchObject({ amount: total });
});

test('accounts that together hold more than one amount can say: a reset of all, and its undoing', async () => {
  await userWith(grantOf('60000000000000000000'));
  const { client, headers } = await userWith(grantOf('60000000000000000000'));
  const before = adminStats.response.parse((await admin.get('/api/admin/stats', { headers })).body);
  const ended = async (kind: string) => {
    await expect
      .poll(
        async () => {
          const { body } = await admin.get('/api/admin/mass-act');
          const { act, ended } = massActProgress.response.parse(body);
          return act === null && ended?.kind;
        },
        { timeout: 30_000 },
      )
      .toBe(kind);
    return massActProgress.response.parse((await admin.get('/api/admin/mass-act')).body).ended;
  };
  const history = async () => {
    const { body } = await admin.get('/api/admin/activity-history');
    return activityHistory.response.parse(body).activities;
  };

  const reset = await admin.post('/api/admin/reset-rewards', { reason: 'New season' });
  expect(reset.status).toBe(200);
  expect(await ended('reset')).toMatchObject({ total: before.totalRewards });
  await expect.poll(async () => (await history())[0]?.undoable).toBe(true);
  const [act] = await history();
  expect(act?.details).toMatchObject({ amount: before.totalRewards, completed: true });
  const undo = await admin.post('/api/admin/undo', { eventId: act?.id });
  expect(undo.status).toBe(200);
  expect(await ended('restore')).toMatchObject({ total: before.totalRewards });
  await expect
    .poll(
      async () => getDashboard.response.parse((await client.get('/api/dashboard')).body).user.totalRewards,
    )
    .toBe('60000000000000000100');
});
