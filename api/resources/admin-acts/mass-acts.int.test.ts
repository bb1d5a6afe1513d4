import { randomUUID } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { v5 as uuidv5 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatPosition } from '../../../contracts/ledger-position.ts';
import { refusals } from '../../../contracts/messages.ts';
import { connectEventStore } from '../../../ledger/event-store.ts';
import { createCommandHandler } from '../../../ledger/handle-command.ts';
import { requestMassAct } from '../../../ledger/mass-acts/request-mass-act.ts';
import { testContext } from '../../../ledger/testing/start-ledger.ts';
import { createPool } from '../../../projector/database.ts';
import { commandIdOf } from '../../http/middleware/idempotency.ts';
import { historyOf } from '../../testing/activities.ts';
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

/** Until no mass act is under way. */
async function quiet(): Promise<{ headers: Headers }> {
  const underWay = async () => (await root.get<{ act: unknown }>('/api/admin/mass-act')).body.act;
  await expect.poll(underWay, { timeout: 30_000, interval: 25 }).toBeNull();
  const newest = (await ledger()).at(-1)?.position ?? { commit: 0n, prepare: 0n };
  return { headers: new Headers({ 'x-ledger-position': formatPosition(newest) }) };
}

/** Whoever carries the act out waits before it says how far it is, until the client that is given back ends its transaction. */
async function holdUp(pool: Pool, requestId: string): Promise<PoolClient> {
  const held = await pool.connect();
  await held.query('begin');
  await held.query(
    'insert into processes.mass_acts (request_id, expected_count, expected_total) values ($1, 0, 0)',
    [requestId],
  );
  return held;
}

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
      expect(await ownUser(client, done)).toMatchObject({ pendingRewards: '0' });
      expect((await typesOf(userId)).filter((type) => type === 'BalanceCleared')).toHaveLength(1);
    }
    const lines = (await historyOf(root, done)).filter(({ details }) => details.reason === 'New season');
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
    expect(await ownUser(anna.client, done)).toMatchObject({ totalRewards: '0', claimedRewards: '0' });
    expect(await ownUser(ben.client, done)).toMatchObject({ totalRewards: '0', claimedRewards: '0' });
    const { body: stats } = await root.get('/api/admin/stats', done);
    expect(stats.totalRewards).toBe('0');

    const resets = (await historyOf(root, done)).filter(
      ({ action_type }) => action_type === 'rewards_reset_all',
    );
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
    expect(await ownUser(anna.client, done)).toMatchObject({ totalRewards: '100', claimedRewards: '0' });
    expect(await ownUser(ben.client, done)).toMatchObject({ totalRewards: '100', claimedRewards: '100' });
    const lines = await historyOf(root, done);
    expect(lines.find(({ id }) => id === took.id)?.undoable).toBe(false);
    expect(lines[0]).toMatchObject({
      action_type: 'act_undone',
      description: 'Undo: gave back what a reset took',
      details: { completed: true },
    });
  });

  test('are reset, and get back what that took, also where users have sent something under the ids of the requests for keys', async () => {
    const users = [await newUser(app), await newUser(app), await newUser(app)];
    const own = await admin.client.get<{ session: { userId: string } }>('/api/session');
    const key = randomUUID();
    const underKey = (of: number, path: string, requestId: string) =>
      users[of]!.client.post(path, {}, { 'idempotency-key': requestId });
    const figures = async (done: { headers: Headers }) =>
      Promise.all(users.map(async ({ client }) => (await ownUser(client, done)).totalRewards));
    await quiet();
    const resetId = commandIdOf(own.body.session.userId, key);
    expect((await underKey(0, '/api/rewards/check-in', resetId)).status).toBe(200);
    const reset = await admin.post('/api/admin/reset-rewards', {}, { 'idempotency-key': key });
    expect(reset.body).toMatchObject({ requestId: resetId });
    const done = await quiet();
    expect(await figures(done)).toEqual(['0', '0', '0']);

    const took = (await historyOf(root, done)).find(
      ({ action_type }) => action_type === 'rewards_reset_all',
    )!;
    // The id of the undoing follows from that of the act and what stands in the code, so that anybody knows it before.
    const undoId = uuidv5(took.id, '5c0bb1b4-9a0f-4f0e-8a77-1d2f4d1c2a90');
    expect((await underKey(1, '/api/rewards/check-in', undoId)).status).toBe(200);
    expect((await admin.post('/api/admin/undo', { eventId: took.id })).status).toBe(200);
    const undone = await quiet();
    expect((await ledger()).map(({ data }) => data)).toContainEqual(
      expect.objectContaining({ requestId: undoId, resetId }),
    );
    expect(await figures(undone)).toEqual(['101', '101', '100']);
  });

  test('are given back nothing of a reset that another one has followed: some would have got theirs, and others none', async () => {
    const [anna, ben] = [await newUser(app), await newUser(app)];
    const resetNow = async () => {
      await quiet();
      expect((await admin.post('/api/admin/reset-rewards', {}, idempotencyKey())).status).toBe(200);
      const done = await quiet();
      return (await historyOf(root, done)).find(({ action_type }) => action_type === 'rewards_reset_all')!;
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
    expect(await ownUser(anna.client, done)).toMatchObject({ totalRewards: '1' });
    expect(await ownUser(ben.client, done)).toMatchObject({ totalRewards: '0' });
  });

  test('what was refused while another act was under way, and is asked for again under its key, is told what stands there then', async () => {
    await quiet();
    const store = connectEventStore(app.eventStoreUrl);
    const pool = createPool(app.databaseUrl, { maxConnections: 2 });
    const key = idempotencyKey();
    const ask = () => admin.post('/api/admin/clear-all-balances', { reason: 'In turn' }, key);
    const context = testContext({ actor: { kind: 'admin', wallet: root.address } });
    const before = await newUser(app);
    const held = await holdUp(pool, context.commandId);
    try {
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
    expect(await ownUser(before.client, done)).toMatchObject({ pendingRewards: '0' });
    const { client } = await newUser(app);
    expect(await ownUser(client, await quiet())).toMatchObject({ pendingRewards: '100' });
    expect(await ask()).toMatchObject({ status: 200, body: { count: 1, total: '100' } });
    await quiet();
    expect((await admin.get('/api/admin/mass-act')).body).toMatchObject({
      ended: { count: 1, total: '100' },
    });
  });

  test('an undo that was refused while its reset was under way is expected to give back what that took in the end', async () => {
    await quiet();
    const store = connectEventStore(app.eventStoreUrl);
    const pool = createPool(app.databaseUrl, { maxConnections: 2 });
    const context = testContext({ actor: { kind: 'admin', wallet: root.address } });
    await newUser(app);
    const held = await holdUp(pool, context.commandId);
    try {
      const reset = { act: { kind: 'reset' }, reason: 'Held', dryRun: false } as const;
      const handler = createCommandHandler(store);
      await requestMassAct(handler, { ...reset, authorize: async () => undefined }, context);
      const eventId = (await ledger()).findLast(({ type }) => type === 'MassResetRequested')?.id ?? '';
      const undo = () => admin.post('/api/admin/undo', { eventId });
      await expect.poll(undo).toMatchObject({ status: 409, body: { message: refusals.massActUnderWay } });
      await held.query('rollback');
      await quiet();
      expect(await undo()).toMatchObject({ status: 200 });
      await quiet();
      const { rows } = await pool.query<{ expected: string; done: string }>(
        'select expected_count as expected, count as done from processes.mass_acts where request_id = $1',
        [uuidv5(eventId, '5c0bb1b4-9a0f-4f0e-8a77-1d2f4d1c2a90')],
      );
      expect(Number(rows[0]?.done)).toBeGreaterThan(0);
      expect(rows[0]?.expected).toBe(rows[0]?.done);
    } finally {
      held.release(true);
      await pool.end();
      await store.close();
    }
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
  await newUser(app);
  await quiet();
  expect((await admin.post('/api/admin/clear-all-balances', {}, idempotencyKey())).status).toBe(200);
  const done = await quiet();
  const clear = (await historyOf(root, done)).find(
    ({ description }) => description === 'Cleared all App Rewards',
  )!;
  expect(clear.details).toMatchObject({ reason: 'All App Rewards were cleared by an admin' });
  expect(await admin.post('/api/admin/undo', { eventId: clear.id })).toMatchObject({
    status: 409,
    body: { message: refusals.notUndoable },
  });
});
