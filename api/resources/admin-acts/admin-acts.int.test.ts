import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatPosition } from '../../../contracts/ledger-position.ts';
import { refusals } from '../../../contracts/messages.ts';
import { connectEventStore } from '../../../ledger/event-store.ts';
import { createCommandHandler } from '../../../ledger/handle-command.ts';
import { requestMassAct } from '../../../ledger/mass-acts/request-mass-act.ts';
import { testContext } from '../../../ledger/testing/start-ledger.ts';
import { createPool } from '../../../projector/database.ts';
import { type AdminClient, newAdmin, superAdminOf } from '../../testing/admin.ts';
import { type Answer, idempotencyKey, placeIn } from '../../testing/client.ts';
import { crowdOf, untilServed } from '../../testing/crowd.ts';
import { newUser } from '../../testing/email-calls.ts';
import { expectEqualFold } from '../../testing/equal-fold.ts';
import { readLedgerAt } from '../../testing/read-ledger.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

let app: TestApp;
let root: AdminClient;
let admin: AdminClient;
beforeAll(async () => {
  app = await startApp();
  root = await superAdminOf(app);
  admin = await newAdmin(app, root);
});
afterAll(async () => {
  // Whatever the tests did, every row is the one that a plain fold gives.
  await expectEqualFold(app);
  await app.close();
});

const ledger = () => readLedgerAt(app.eventStoreUrl);
const typesOf = async (userId: string) =>
  (await ledger()).filter(({ stream }) => stream === `account-${userId}`).map(({ type }) => type);

type Activity = {
  id: string;
  action_type: string;
  performed_by_wallet: string;
  description: string;
  details: Record<string, unknown>;
  undoable: boolean;
};

async function history(after?: { headers: Headers }): Promise<Activity[]> {
  const path = '/api/admin/activity-history?limit=100';
  return (await root.get<{ activities: Activity[] }>(path, after)).body.activities;
}

async function actOf(answer: Answer, type: string): Promise<Activity> {
  const act = (await history(answer)).find(({ action_type }) => action_type === type);
  if (!act) throw new Error(`no ${type} in the history`);
  return act;
}

async function userOf(client: { get: AdminClient['client']['get'] }, after: { headers: Headers }) {
  const { body } = await client.get<{ user: Record<string, string> }>('/api/dashboard', placeIn(after));
  return body.user;
}

/** Until no mass act is under way. */
async function quiet(): Promise<{ headers: Headers }> {
  const underWay = async () => (await root.get<{ act: unknown }>('/api/admin/mass-act')).body.act;
  await expect.poll(underWay, { timeout: 30_000, interval: 25 }).toBeNull();
  const { commit, prepare } = (await ledger()).at(-1)?.position ?? { commit: 0n, prepare: 0n };
  return { headers: new Headers({ 'x-ledger-position': `C:${commit}/P:${prepare}` }) };
}

describe('clearing a balance', () => {
  test('says first what it would take, takes it once for twenty clicks, and stands in the history', async () => {
    const { client, userId } = await newUser(app);
    const plan = await admin.post('/api/admin/clear-balance', { userId, dryRun: true });
    expect(plan).toMatchObject({ status: 200, body: { success: true, amount: '100', dryRun: true } });
    expect(plan.body.message).toMatch(/^100\.0{8} EVO of App Rewards would be taken from evo_\w+$/);
    expect(await typesOf(userId)).toHaveLength(2);

    const key = idempotencyKey();
    const clicks = await Promise.all(
      Array.from({ length: 20 }, () => admin.post('/api/admin/clear-balance', { userId }, key)),
    );
    expect(new Set(clicks.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(clicks[0]).toMatchObject({ status: 200, body: { amount: '100', dryRun: false } });
    expect(clicks[0]?.body.message).toMatch(/^100\.0{8} EVO of App Rewards taken from evo_\w+$/);
    expect((await typesOf(userId)).filter((type) => type === 'BalanceCleared')).toHaveLength(1);
    expect(await userOf(client, clicks[0]!)).toMatchObject({ totalRewards: '0', pendingRewards: '0' });

    const act = await actOf(clicks[0]!, 'balance_cleared');
    expect(act).toMatchObject({
      performed_by_wallet: admin.address,
      undoable: true,
      details: { userId, amount: '100', reason: 'Cleared by an admin' },
    });
    expect(act.description).toMatch(/^Cleared 100\.00 EVO of evo_/);
    const again = await admin.post('/api/admin/clear-balance', { userId });
    expect(again).toMatchObject({ status: 409, body: { message: refusals.nothingToClear } });
  });

  test('is of the same account in whatever letters its id is sent', async () => {
    const { userId } = await newUser(app);
    const shouted = userId.toUpperCase();
    const key = idempotencyKey();
    const first = await admin.post('/api/admin/clear-balance', { userId: shouted }, key);
    expect(first).toMatchObject({ status: 200, body: { amount: '100' } });
    const again = await admin.post('/api/admin/clear-balance', { userId }, key);
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
    // Named twice it is removed once, and nobody failed.
    expect(await admin.post('/api/admin/remove-users', { userIds: [userId, shouted] })).toMatchObject({
      ...{ status: 200, body: { removed: 1, failed: [] } },
    });
  });

  test('undone, the same amount is back, once, whoever clicks', async () => {
    const { client, userId } = await newUser(app);
    const act = await actOf(await admin.post('/api/admin/clear-balance', { userId }), 'balance_cleared');
    const plan = await admin.post('/api/admin/undo', { eventId: act.id, dryRun: true });
    expect(plan.body.message).toMatch(/^100\.00 EVO would be given back to evo_/);
    const undone = await Promise.all([
      ...Array.from({ length: 5 }, () => admin.post('/api/admin/undo', { eventId: act.id })),
      ...Array.from({ length: 5 }, () => root.post('/api/admin/undo', { eventId: act.id })),
    ]);
    expect(new Set(undone.map(({ status }) => status))).toEqual(new Set([200]));
    expect(undone[0]?.body.message).toMatch(/^100\.00 EVO given back to evo_\w+$/);
    expect(await userOf(client, undone[0]!)).toMatchObject({ pendingRewards: '100' });
    expect((await typesOf(userId)).filter((type) => type === 'RewardGranted')).toHaveLength(2);
    const lines = await history(undone[0]);
    expect(lines.find(({ id }) => id === act.id)).toMatchObject({
      undoable: false,
      details: { undone: true },
    });
    expect(lines[0]).toMatchObject({ action_type: 'act_undone', undoable: false });
    // A UUID is the same in letters of either case.
    for (const eventId of [act.id, act.id.toUpperCase()]) {
      expect(await admin.post('/api/admin/undo', { eventId, dryRun: true })).toMatchObject({
        status: 409,
        body: { message: refusals.alreadyUndone },
      });
      const again = await admin.post('/api/admin/undo', { eventId });
      expect(again.headers.get('idempotency-replayed')).toBe('true');
    }
  });
});

describe('a sent reward', () => {
  test.each(['cleared', 'claimed'])('is not taken a second time after it was %s', async (how) => {
    const { client, userId } = await newUser(app);
    const send = (amount: string) =>
      admin.post('/api/admin/send-reward', {
        walletAddress: client.account.address,
        amount,
        reason: 'By mistake',
      });
    const act = await actOf(await send('100'), 'reward_sent');
    expect(act.undoable).toBe(true);
    if (how === 'cleared') await admin.post('/api/admin/clear-balance', { userId });
    else await client.post('/api/rewards/claim', {}, idempotencyKey());
    const later = await send('150');
    const lines = await history(later);
    expect(lines.find(({ id }) => id === act.id)?.undoable).toBe(false);
    expect(lines[0]).toMatchObject({ action_type: 'reward_sent', undoable: true });
    expect(await admin.post('/api/admin/undo', { eventId: act.id })).toMatchObject({
      status: 409,
      body: { message: refusals.grantNotRevocable },
    });
    expect(await userOf(client, later)).toMatchObject({ pendingRewards: '150' });
  });

  test('is taken back while it is pending', async () => {
    const { client, userId } = await newUser(app);
    const reward = { walletAddress: client.account.address, amount: '7.5', reason: 'By mistake' };
    const act = await actOf(await admin.post('/api/admin/send-reward', reward), 'reward_sent');
    expect(act).toMatchObject({
      undoable: true,
      details: { userId, amount: '7.5', reason: 'By mistake', source: 'admin' },
    });
    const undone = await admin.post('/api/admin/undo', { eventId: act.id });
    expect(undone).toMatchObject({ status: 200, body: { success: true } });
    expect(undone.body.message).toMatch(/^7\.50 EVO taken back from evo_\w+$/);
    expect(await userOf(client, undone)).toMatchObject({ totalRewards: '100', pendingRewards: '100' });
    expect(await typesOf(userId)).toEqual([
      'AccountOpened',
      'RewardGranted',
      'RewardGranted',
      'RewardRevoked',
    ]);
    const position = { 'x-ledger-position': undone.headers.get('x-ledger-position') ?? '' };
    const { body } = await client.get<{ transactions: object[] }>('/api/transactions', position);
    expect(body.transactions[0]).toMatchObject({ type: 'adjustment', amount: '7.5' });
  });

  test('that was claimed cannot be taken back', async () => {
    const { client } = await newUser(app);
    const reward = { walletAddress: client.account.address, amount: '7.5', reason: 'Claimed' };
    const act = await actOf(await admin.post('/api/admin/send-reward', reward), 'reward_sent');
    const claim = await client.post('/api/rewards/claim', {}, idempotencyKey());
    expect((await history(claim)).find(({ id }) => id === act.id)?.undoable).toBe(false);
    expect(await admin.post('/api/admin/undo', { eventId: act.id })).toMatchObject({
      status: 409,
      body: { message: refusals.grantNotRevocable },
    });
  });
});

describe('removing', () => {
  test('ends the sessions, keeps the history, and can be undone', async () => {
    const { client, userId } = await newUser(app);
    const plan = await admin.post('/api/admin/remove-user', { userId, username: 'x', dryRun: true });
    expect(plan.body.message).toMatch(/ would be removed$/);
    // Whoever is only asked about stays signed in.
    expect((await client.get('/api/session')).body).toMatchObject({ session: { userId } });
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => admin.post('/api/admin/remove-user', { userId, username: 'x' })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const removed = answers.find(({ status }) => status === 200)!;
    expect(removed.body.message).toMatch(/^evo_\w+ was removed$/);
    expect((await client.get('/api/session')).body).toEqual({ session: null });
    expect((await client.connect()).status).toBe(403);
    const act = await actOf(removed, 'user_removed');
    expect(act).toMatchObject({ undoable: true, details: { userId, reason: 'Removed by an admin' } });
    const undone = await admin.post('/api/admin/undo', { eventId: act.id });
    expect(undone.status).toBe(200);
    expect(undone.body.message).toMatch(/^evo_\w+ can sign in again$/);
    expect((await client.connect()).body).toMatchObject({ isNewUser: false, user: { totalRewards: '100' } });
    expect((await history(undone)).find(({ id }) => id === act.id)?.undoable).toBe(false);
  });

  test('sent again after it was undone ends no session: it was done before', async () => {
    const { client, userId } = await newUser(app);
    const key = idempotencyKey();
    const removed = await admin.post('/api/admin/remove-user', { userId }, key);
    const act = await actOf(removed, 'user_removed');
    expect((await admin.post('/api/admin/undo', { eventId: act.id })).status).toBe(200);
    await client.connect();
    const again = await admin.post('/api/admin/remove-user', { userId }, key);
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
    expect((await client.get('/api/session')).body).toMatchObject({ session: { userId } });
  });

  test('many at once says of each whether it was removed', async () => {
    const users = await crowdOf(40, () => newUser(app));
    const first = users[0]!.userId;
    await admin.post('/api/admin/remove-user', { userId: first });
    const unknown = randomUUID();
    const userIds = [...users.map(({ userId }) => userId), unknown];
    const key = idempotencyKey();
    const [answer, again] = await Promise.all([
      untilServed(() =>
        admin.post<{ removed: number; failed: { userId: string }[] }>(
          '/api/admin/remove-users',
          { userIds },
          key,
        ),
      ),
      untilServed(() => admin.post<{ removed: number }>('/api/admin/remove-users', { userIds }, key)),
    ]);
    expect(answer.body).toMatchObject({ success: true, removed: 39 });
    expect(answer.body).toHaveProperty('message', '39 users removed, 2 could not be removed');
    expect(again.body.removed).toBe(39);
    expect(answer.body.failed.map(({ userId }) => userId).sort()).toEqual([first, unknown].sort());
    const removals = (await ledger()).filter(
      ({ type, stream }) => type === 'AccountRemoved' && userIds.includes(stream.slice('account-'.length)),
    );
    expect(removals).toHaveLength(40);
  });

  test('several, of whom one was removed by an earlier sending: who reads the list behind it waits for the last', async () => {
    const [anna, ben] = [await newUser(app), await newUser(app)];
    const auditor = anna.client.account.address;
    await root.post('/api/admin/auditors/add', { auditorWallet: auditor });
    const sent = [{ userIds: [anna.userId, ben.userId] }, idempotencyKey()] as const;
    expect((await admin.post('/api/admin/remove-users', ...sent)).body).toMatchObject({
      removed: 1,
      failed: [{ userId: anna.userId, message: refusals.accountOfAuditor }],
    });
    await root.post('/api/admin/auditors/remove', { auditorId: auditor });
    const again = await admin.post('/api/admin/remove-users', ...sent);
    expect(again.body).toMatchObject({ removed: 2, failed: [] });
    const [last] = (await ledger()).filter(
      ({ type, stream }) => type === 'AccountRemoved' && stream === `account-${anna.userId}`,
    );
    if (!last) throw new Error('she was not removed');
    expect(again.headers.get('x-ledger-position')).toBe(formatPosition(last.position));
  });
});

describe('all accounts', () => {
  test('are cleared, each once, and the history has one line', async () => {
    const users = await crowdOf(12, () => newUser(app));
    await quiet();
    const plan = await admin.post<{ count: number; total: string }>('/api/admin/clear-all-balances', {
      dryRun: true,
    });
    expect(plan.body).toMatchObject({ dryRun: true, requestId: null });
    expect(plan.body.count).toBeGreaterThanOrEqual(12);
    const key = idempotencyKey();
    const body = { reason: 'New season' };
    const clicks = await Promise.all(
      Array.from({ length: 10 }, () => admin.post('/api/admin/clear-all-balances', body, key)),
    );
    expect(new Set(clicks.map(({ status, body: said }) => JSON.stringify([status, said]))).size).toBe(1);
    expect(clicks[0]).toMatchObject({
      status: 200,
      body: { count: plan.body.count, total: plan.body.total, dryRun: false },
    });
    expect(plan.body).toHaveProperty('message', expect.stringMatching(/ would be taken from \d+ accounts$/));
    expect(clicks[0]?.body.message).toMatch(/^The App Rewards of \d+ accounts .* are being cleared$/);
    // Whoever looks how far it is, or for it in the ledger, finds it by the id that was answered.
    const { requestId } = clicks[0]?.body ?? {};
    const requested = (await ledger()).filter(({ type }) => type === 'MassClearRequested');
    expect(requested.map(({ data }) => data)).toContainEqual({ requestId, reason: 'New season' });
    const done = await quiet();
    expect((await admin.get('/api/admin/mass-act')).body).toMatchObject({
      act: null,
      ended: { requestId, kind: 'clear', count: plan.body.count, total: plan.body.total },
    });
    for (const { client, userId } of users) {
      expect(await userOf(client, done)).toMatchObject({ pendingRewards: '0' });
      expect((await typesOf(userId)).filter((type) => type === 'BalanceCleared')).toHaveLength(1);
    }
    const lines = (await history(done)).filter(({ details }) => details.reason === 'New season');
    expect(lines).toMatchObject([
      {
        action_type: 'balance_cleared',
        performed_by_wallet: admin.address,
        description: 'Cleared all App Rewards',
        undoable: false,
        details: { completed: true, count: plan.body.count, amount: plan.body.total },
      },
    ]);
  });

  test('are reset, and get back what the reset took', async () => {
    const [anna, ben] = [await newUser(app), await newUser(app)];
    await ben.client.post('/api/rewards/claim', {}, idempotencyKey());
    await quiet();
    const plan = await admin.post<{ count: number }>('/api/admin/reset-rewards', { dryRun: true });
    expect(plan.body.count).toBeGreaterThanOrEqual(2);
    const reset = await admin.post('/api/admin/reset-rewards');
    expect(reset).toMatchObject({ status: 200, body: { dryRun: false } });
    expect(reset.body.message).toMatch(/^The rewards of \d+ accounts .* are being set to zero$/);
    let done = await quiet();
    expect(await userOf(anna.client, done)).toMatchObject({ totalRewards: '0', claimedRewards: '0' });
    expect(await userOf(ben.client, done)).toMatchObject({ totalRewards: '0', claimedRewards: '0' });
    const { body: stats } = await root.get('/api/admin/stats', done);
    expect(stats.totalRewards).toBe('0');

    const resets = (await history(done)).filter(({ action_type }) => action_type === 'rewards_reset_all');
    const took = resets[0]!;
    expect(took).toMatchObject({
      ...{ undoable: true, description: 'Reset all user rewards' },
      details: { reason: 'All rewards were reset by an admin' },
    });
    expect(await admin.post('/api/admin/undo', { eventId: took.id, dryRun: true })).toMatchObject({
      status: 200,
      body: { message: 'Every account would get back what the reset took', dryRun: true },
    });
    const undone = await admin.post('/api/admin/undo', { eventId: took.id });
    expect(undone.body.message).toBe('Every account is getting back what the reset took');
    done = await quiet();
    expect(await userOf(anna.client, done)).toMatchObject({ totalRewards: '100', claimedRewards: '0' });
    expect(await userOf(ben.client, done)).toMatchObject({ totalRewards: '100', claimedRewards: '100' });
    const lines = await history(done);
    expect(lines.find(({ id }) => id === took.id)?.undoable).toBe(false);
    expect(lines[0]).toMatchObject({
      action_type: 'act_undone',
      description: 'Undo: gave back what a reset took',
      details: { completed: true },
    });
  });

  test('are given back nothing of a reset that another one has followed: some would have got theirs, and others none', async () => {
    const [anna, ben] = [await newUser(app), await newUser(app)];
    const resetNow = async () => {
      await quiet();
      expect((await admin.post('/api/admin/reset-rewards', {}, idempotencyKey())).status).toBe(200);
      const done = await quiet();
      return (await history(done)).find(({ action_type }) => action_type === 'rewards_reset_all')!;
    };
    const first = await resetNow();
    await anna.client.post('/api/rewards/check-in', {}, idempotencyKey());
    const second = await resetNow();
    for (const dryRun of [true, false]) {
      expect(await admin.post('/api/admin/undo', { eventId: first.id, dryRun })).toMatchObject({
        status: 409,
        body: { message: refusals.notUndoable },
      });
    }
    expect((await admin.post('/api/admin/undo', { eventId: second.id })).status).toBe(200);
    const done = await quiet();
    expect(await userOf(anna.client, done)).toMatchObject({ totalRewards: '1' });
    expect(await userOf(ben.client, done)).toMatchObject({ totalRewards: '0' });
  });

  test('what was refused while another act was under way, and is asked for again under its key, is told what stands there then', async () => {
    await quiet();
    const store = connectEventStore(app.eventStoreUrl);
    const pool = createPool(app.databaseUrl, { maxConnections: 2 });
    const key = idempotencyKey();
    const ask = () => admin.post('/api/admin/clear-all-balances', { reason: 'In turn' }, key);
    const context = testContext({ actor: { kind: 'admin', wallet: root.address } });
    const before = await newUser(app);
    const held = await pool.connect();
    try {
      // Whoever carries the first one out waits here before it says how far it is.
      await held.query('begin');
      await held.query(
        'insert into processes.mass_acts (request_id, expected_count, expected_total) values ($1, 0, 0)',
        [context.commandId],
      );
      const first = { act: { kind: 'clear' }, reason: 'First', dryRun: false } as const;
      const handler = createCommandHandler(store);
      await requestMassAct(handler, { ...first, authorize: async () => undefined }, context);
      expect(await ask()).toMatchObject({ status: 409, body: { message: refusals.massActUnderWay } });
    } finally {
      held.release(true);
      await pool.end();
      await store.close();
    }
    const done = await quiet();
    expect(await userOf(before.client, done)).toMatchObject({ pendingRewards: '0' });
    const { client } = await newUser(app);
    expect(await userOf(client, await quiet())).toMatchObject({ pendingRewards: '100' });
    expect(await ask()).toMatchObject({ status: 200, body: { count: 1, total: '100' } });
    await quiet();
    expect((await admin.get('/api/admin/mass-act')).body).toMatchObject({
      ended: { count: 1, total: '100' },
    });
  });

  test('two admins at once: the second is refused, or comes after the first', async () => {
    await newUser(app);
    await quiet();
    const answers = await Promise.all([
      admin.post('/api/admin/reset-rewards'),
      root.post('/api/admin/clear-all-balances'),
    ]);
    for (const { status, body } of answers) {
      if (status !== 200) expect([status, body.message]).toEqual([409, refusals.massActUnderWay]);
    }
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    await quiet();
  });
});

test('what was never an act, and a mass clear, cannot be undone', async () => {
  expect((await admin.post('/api/admin/undo', { eventId: randomUUID() })).status).toBe(404);
  await admin.post('/api/admin/clear-all-balances', {}, idempotencyKey());
  const done = await quiet();
  const clear = (await history(done)).find(({ description }) => description === 'Cleared all App Rewards')!;
  expect(clear.details).toMatchObject({ reason: 'All App Rewards were cleared by an admin' });
  expect(await admin.post('/api/admin/undo', { eventId: clear.id })).toMatchObject({
    status: 409,
    body: { message: refusals.notUndoable },
  });
});
