import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatPosition } from '../../../contracts/ledger-position.ts';
import { refusals } from '../../../contracts/messages.ts';
import { actOf, historyOf } from '../../testing/activities.ts';
import { type AdminClient, newAdmin, superAdminOf } from '../../testing/admin.ts';
import { idempotencyKey } from '../../testing/client.ts';
import { crowdOf } from '../../testing/crowd.ts';
import { newUser, ofAccount } from '../../testing/email-calls.ts';
import { expectEqualFold } from '../../testing/equal-fold.ts';
import { ownUser } from '../../testing/own-user.ts';
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
const typesOf = async (userId: string) => ofAccount(await ledger(), userId);

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
    expect(await ownUser(client, clicks[0]!)).toMatchObject({ totalRewards: '0', pendingRewards: '0' });

    const act = await actOf(root, clicks[0]!, 'balance_cleared');
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
    const act = await actOf(
      root,
      await admin.post('/api/admin/clear-balance', { userId }),
      'balance_cleared',
    );
    const plan = await admin.post('/api/admin/undo', { eventId: act.id, dryRun: true });
    expect(plan.body.message).toMatch(/^100\.00 EVO would be given back to evo_/);
    const undone = await Promise.all([
      ...Array.from({ length: 5 }, () => admin.post('/api/admin/undo', { eventId: act.id })),
      ...Array.from({ length: 5 }, () => root.post('/api/admin/undo', { eventId: act.id })),
    ]);
    expect(new Set(undone.map(({ status }) => status))).toEqual(new Set([200]));
    expect(undone[0]?.body.message).toMatch(/^100\.00 EVO given back to evo_\w+$/);
    expect(await ownUser(client, undone[0]!)).toMatchObject({ pendingRewards: '100' });
    expect((await typesOf(userId)).filter((type) => type === 'RewardGranted')).toHaveLength(2);
    const lines = await historyOf(root, undone[0]);
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
    const act = await actOf(root, await send('100'), 'reward_sent');
    expect(act.undoable).toBe(true);
    if (how === 'cleared') await admin.post('/api/admin/clear-balance', { userId });
    else await client.post('/api/rewards/claim', {}, idempotencyKey());
    const later = await send('150');
    const lines = await historyOf(root, later);
    expect(lines.find(({ id }) => id === act.id)?.undoable).toBe(false);
    expect(lines[0]).toMatchObject({ action_type: 'reward_sent', undoable: true });
    expect(await admin.post('/api/admin/undo', { eventId: act.id })).toMatchObject({
      status: 409,
      body: { message: refusals.grantNotRevocable },
    });
    expect(await ownUser(client, later)).toMatchObject({ pendingRewards: '150' });
  });

  test('is taken back while it is pending', async () => {
    const { client, userId } = await newUser(app);
    const reward = { walletAddress: client.account.address, amount: '7.5', reason: 'By mistake' };
    const act = await actOf(root, await admin.post('/api/admin/send-reward', reward), 'reward_sent');
    expect(act).toMatchObject({
      undoable: true,
      details: { userId, amount: '7.5', reason: 'By mistake', source: 'admin' },
    });
    const undone = await admin.post('/api/admin/undo', { eventId: act.id });
    expect(undone).toMatchObject({ status: 200, body: { success: true } });
    expect(undone.body.message).toMatch(/^7\.50 EVO taken back from evo_\w+$/);
    expect(await ownUser(client, undone)).toMatchObject({ totalRewards: '100', pendingRewards: '100' });
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
    const act = await actOf(root, await admin.post('/api/admin/send-reward', reward), 'reward_sent');
    const claim = await client.post('/api/rewards/claim', {}, idempotencyKey());
    expect((await historyOf(root, claim)).find(({ id }) => id === act.id)?.undoable).toBe(false);
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
    const act = await actOf(root, removed, 'user_removed');
    expect(act).toMatchObject({ undoable: true, details: { userId, reason: 'Removed by an admin' } });
    const undone = await admin.post('/api/admin/undo', { eventId: act.id });
    expect(undone.status).toBe(200);
    expect(undone.body.message).toMatch(/^evo_\w+ can sign in again$/);
    expect((await client.connect()).body).toMatchObject({ isNewUser: false, user: { totalRewards: '100' } });
    expect((await historyOf(root, undone)).find(({ id }) => id === act.id)?.undoable).toBe(false);
  });

  test('sent again after it was undone ends no session: it was done before', async () => {
    const { client, userId } = await newUser(app);
    const key = idempotencyKey();
    const removed = await admin.post('/api/admin/remove-user', { userId }, key);
    const act = await actOf(root, removed, 'user_removed');
    expect((await admin.post('/api/admin/undo', { eventId: act.id })).status).toBe(200);
    await client.connect();
    const again = await admin.post('/api/admin/remove-user', { userId }, key);
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
    expect((await client.get('/api/session')).body).toMatchObject({ session: { userId } });
  });

  test('many at once says of each whether it is removed', async () => {
    const users = await crowdOf(40, () => newUser(app));
    const unknown = randomUUID();
    const userIds = [...users.map(({ userId }) => userId), unknown];
    const key = idempotencyKey();
    const [answer, again] = await Promise.all([
      admin.post<{ removed: number; failed: { userId: string }[] }>(
        '/api/admin/remove-users',
        { userIds },
        key,
      ),
      admin.post<{ removed: number }>('/api/admin/remove-users', { userIds }, key),
    ]);
    expect(answer.body).toMatchObject({ success: true, removed: 40 });
    expect(answer.body).toHaveProperty('message', '40 users removed, 1 could not be removed');
    expect(again.body.removed).toBe(40);
    expect(answer.body.failed.map(({ userId }) => userId)).toEqual([unknown]);
    const removals = (await ledger()).filter(
      ({ type, stream }) => type === 'AccountRemoved' && userIds.includes(stream.slice('account-'.length)),
    );
    expect(removals).toHaveLength(40);
  });

  test('begun anew under another key, after an answer that was lost, tells those that are gone as removed', async () => {
    const [anna, ben, carl] = [await newUser(app), await newUser(app), await newUser(app)];
    const lost = { userIds: [anna.userId, ben.userId] };
    await admin.post('/api/admin/remove-users', lost, idempotencyKey());
    const anew = { userIds: [...lost.userIds, carl.userId] };
    expect(await admin.post('/api/admin/remove-users', anew, idempotencyKey())).toMatchObject({
      status: 200,
      body: { removed: 3, failed: [], message: '3 users removed' },
    });
    expect(await admin.post('/api/admin/remove-users', anew, idempotencyKey())).toMatchObject({
      status: 200,
      body: { removed: 3, failed: [] },
    });
    for (const { userId } of [anna, ben, carl])
      expect((await typesOf(userId)).filter((type) => type === 'AccountRemoved')).toHaveLength(1);
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
