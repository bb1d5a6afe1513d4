import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { actRefusals, actWords } from '../../../contracts/act-messages.ts';
import { setAsideTexts } from '../../../contracts/admin-messages.ts';
import { getDashboard } from '../../../contracts/api/dashboard.ts';
import { listRewardRequests } from '../../../contracts/api/reward-requests.ts';
import { streamOf } from '../../../contracts/events/ledger-event.ts';
import { refusals } from '../../../contracts/messages.ts';
import { parseEvo } from '../../../contracts/money.ts';
import { shortenAddress } from '../../../contracts/wallet-address-text.ts';
import { connectEventStore } from '../../../ledger/event-store.ts';
import { createCommandHandler } from '../../../ledger/handle-command.ts';
import { rewardRequest } from '../../../ledger/rewards-by-hand/request.ts';
import { testContext } from '../../../ledger/testing/start-ledger.ts';
import { createPool, LIVE_SCHEMA } from '../../../projector/database.ts';
import { commandIdOf } from '../../http/middleware/idempotency.ts';
import { type AdminClient, asAdmin, newAdmin, superAdminOf } from '../../testing/admin.ts';
import { createTestClient, idempotencyKey, type TestClient } from '../../testing/client.ts';
import { expectEqualFold } from '../../testing/equal-fold.ts';
import { readLedgerAt } from '../../testing/read-ledger.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

// One admin alone sends a little; what is more needs a second one. A new day for each test: the limit is a day's.

let now = Date.UTC(2027, 0, 1, 12);
let app: TestApp;
let root: AdminClient;
let anna: AdminClient;
let ben: AdminClient;
beforeAll(async () => {
  const env = { MAX_REWARD: '100', MAX_REWARDS_A_DAY: '250', MAX_ACCOUNT: '5000', STEP_UP_ABOVE: '150' };
  app = await startApp({ env, clock: () => now });
  root = await superAdminOf(app);
  anna = await newAdmin(app, root);
  ben = await newAdmin(app, root);
});
afterAll(async () => {
  await expectEqualFold(app);
  await app.close();
});
beforeEach(() => later(24));

/** So many hours later; sessions have ended by then. */
async function later(hours: number): Promise<void> {
  now += hours * 3_600_000;
  for (const { client } of [root, anna, ben]) await client.connect();
}

async function newUser(): Promise<TestClient & { readonly userId: string }> {
  const client = createTestClient(app.url);
  const { body } = await client.connect();
  return { ...client, userId: body.user.id };
}

const send = (by: AdminClient, to: TestClient, amount: string, more: object = {}, key = idempotencyKey()) =>
  by.post(
    '/api/admin/send-reward',
    { walletAddress: to.account.address, amount, reason: 'Prize', ...more },
    key,
  );
const approve = (by: AdminClient, requestId: string, more: object = {}, key?: Record<string, string>) =>
  by.post('/api/admin/reward-requests/approve', { requestId, ...more }, key);
const decline = (by: AdminClient, requestId: string, key?: Record<string, string>) =>
  by.post('/api/admin/reward-requests/decline', { requestId, reason: 'Too much' }, key);

async function requestsFor(userId: string, state: 'open' | 'over', after: { headers: Headers }) {
  const { body } = await anna.get(`/api/admin/reward-requests?state=${state}&limit=100`, after);
  return listRewardRequests.response.parse(body).requests.filter((request) => request.userId === userId);
}

/** What an account was granted by hand, in the ledger. */
async function grantsTo(userId: string) {
  const events = await readLedgerAt(app.eventStoreUrl);
  return events.flatMap(({ stream, type, data, metadata }) => {
    if (stream !== `account-${userId}` || type !== 'RewardGranted') return [];
    // Of an event of this type.
    const { amount, source, grantId } = data as { amount: string; source: string; grantId: string };
    return source === 'admin' ? [{ amount, grantId, right: metadata.right, actor: metadata.actor }] : [];
  });
}

async function onDatabase(text: string, values: unknown[]): Promise<void> {
  const pool = createPool(app.databaseUrl, { maxConnections: 1 });
  try {
    await pool.query(text, values);
  } finally {
    await pool.end();
  }
}

/** A reward that Anna has asked for. */
async function asked(amount = '101') {
  const user = await newUser();
  const sent = await send(anna, user, amount);
  const [request] = await requestsFor(user.userId, 'open', sent);
  if (!request) throw new Error('a request was expected');
  return { user, sent, request };
}

describe('whose wallet it is', () => {
  const walletIn = (userId: string, wallet: string | null) =>
    onDatabase(`update ${LIVE_SCHEMA}.users set wallet_address = $2 where user_id = $1`, [userId, wallet]);

  test('the ledger says, where the read models name another, and where they name nobody', async () => {
    const [one, other] = [await newUser(), await newUser()];
    // Until both are there.
    await root.get('/api/admin/users', await send(anna, other, '1'));
    // Nothing is projected meanwhile, which would go on from what is wrong.
    const foreseen = () => send(anna, one, '2', { dryRun: true });
    await walletIn(one.userId, null);
    expect(await foreseen()).toMatchObject({ status: 200, body: { userId: one.userId } });
    await walletIn(other.userId, one.account.address);
    expect(await foreseen()).toMatchObject({ status: 200, body: { userId: one.userId } });
    await walletIn(other.userId, other.account.address);
    await walletIn(one.userId, one.account.address);
    const dashboard = await one.get('/api/dashboard');
    const { username } = getDashboard.response.parse(dashboard.body).user;
    expect(await foreseen()).toMatchObject({ body: { userId: one.userId, username } });
  });
});

describe('one admin alone', () => {
  test('sends up to the limit of one reward, and asks for what is above it', async () => {
    const user = await newUser();
    expect(await send(anna, user, '100')).toMatchObject({
      status: 200,
      body: { above: null, pendingAfter: '200' },
    });
    expect((await send(anna, user, '100.01', { dryRun: true })).body).toMatchObject({
      above: 'reward',
      pendingAfter: '200',
      message: expect.stringContaining('needs a second admin'),
    });
    const sent = await send(anna, user, '100.01');
    expect(sent).toMatchObject({ status: 200, body: { above: 'reward', pendingAfter: '200' } });
    expect(await grantsTo(user.userId)).toMatchObject([{ amount: '100', right: { role: 'admin' } }]);
    expect(await requestsFor(user.userId, 'open', sent)).toMatchObject([
      { amount: '100.01', reason: 'Prize', above: 'reward', requestedBy: anna.address, state: 'open' },
    ]);
  });

  test('sends up to the limit of the day, together with all others and at the same time', async () => {
    const users = await Promise.all(Array.from({ length: 8 }, newUser));
    const answers = await Promise.all(users.map((user, n) => send([root, anna, ben][n % 3]!, user, '50')));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    const above = answers.map(({ body }) => body.above);
    expect(above.filter((limit) => limit === null)).toHaveLength(5);
    expect(above.filter((limit) => limit === 'day')).toHaveLength(3);
    const granted = await Promise.all(users.map(({ userId }) => grantsTo(userId)));
    expect(granted.map((grants) => grants.length)).toEqual(above.map((limit) => (limit === null ? 1 : 0)));
    await later(12);
    expect((await send(anna, users[0]!, '50')).body.above).toBeNull();
  });

  test('does not save days up: what was refused on many days is not sent on one', async () => {
    const newcomer = createTestClient(app.url);
    const keys = Array.from({ length: 4 }, idempotencyKey);
    for (const key of keys) {
      await later(24);
      expect((await send(anna, newcomer, '100', {}, key)).status).toBe(404);
    }
    await newcomer.connect();
    const limits: unknown[] = [];
    for (const key of keys) limits.push((await send(anna, newcomer, '100', {}, key)).body.above);
    expect(limits).toEqual([null, null, 'day', 'day']);
  });

  test('never takes an account beyond its limit, nor do two', async () => {
    const user = await newUser();
    const tooMuch = {
      status: 400,
      body: { message: 'Rewards by hand take an account to 5,000 EVO at the most, and this would be more' },
    };
    expect(await send(anna, user, '4900.000000000000000001')).toMatchObject(tooMuch);
    const sent = await send(anna, user, '4900');
    expect(sent.body.above).toBe('reward');
    const [request] = await requestsFor(user.userId, 'open', sent);
    await send(ben, user, '1');
    expect(await approve(ben, request?.id ?? '')).toMatchObject(tooMuch);
    expect(await requestsFor(user.userId, 'open', sent)).toHaveLength(1);
  });

  test('asks once with one key, and gets the first answer again, also when it was approved since', async () => {
    const user = await newUser();
    const key = idempotencyKey();
    const answers = await Promise.all(Array.from({ length: 4 }, () => send(anna, user, '101', {}, key)));
    expect(answers.map(({ body }) => body.above)).toEqual(Array(4).fill('reward'));
    const [request, ...others] = await requestsFor(user.userId, 'open', answers[0]!);
    expect(others).toEqual([]);
    expect((await approve(ben, request?.id ?? '')).status).toBe(200);
    const again = await send(anna, user, '101', {}, key);
    expect(again).toMatchObject({ status: 200, body: { above: 'reward' } });
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect((await send(anna, user, '102', {}, key)).status).toBe(422);
    expect(await grantsTo(user.userId)).toHaveLength(1);
  });

  test.each(['waits', 'was declined'])(
    'sends nothing that %s when it is asked for again by its key, once there is room and Postgres has lost the key',
    async (what) => {
      const [user, other] = [await newUser(), await newUser()];
      for (const amount of ['100', '100', '50']) await send(root, other, amount);
      const key = idempotencyKey();
      const sent = await send(anna, user, '10', {}, key);
      expect(sent.body.above).toBe('day');
      const [request] = await requestsFor(user.userId, 'open', sent);
      if (what === 'was declined') await decline(ben, request?.id ?? '');
      await later(24);
      await onDatabase('delete from auth.idempotency_keys', []);
      const again = await send(anna, user, '10', {}, key);
      expect(again).toMatchObject({ status: 200, body: { above: 'day' } });
      expect(again.headers.get('idempotency-replayed')).toBe('true');
      expect(await grantsTo(user.userId)).toEqual([]);
    },
  );
});

describe('an equal reward of before is told of by a dry run, and keeps nobody from sending another one', () => {
  const told = ({ body }: { body: { sentBefore?: unknown } }) => body.sentBefore;
  const nameOf = ({ body }: { body: { username?: unknown } }) => String(body.username);

  test('to whoever sent it and to others, with whether it had the same reason, for a day', async () => {
    const user = await newUser();
    const foreseen = (by: AdminClient, amount = '7', more: object = {}) =>
      send(by, user, amount, { dryRun: true, ...more });
    expect(told(await foreseen(anna))).toBeUndefined();
    const sent = await send(anna, user, '7');
    expect(told(sent)).toBeUndefined();
    // Until the read models have it.
    await anna.get('/api/admin/users', sent);
    const name = nameOf(sent);
    const onTop = 'This one would come on top of it.';
    const sentBy = (who: string, why = 'the same reason', when = 'a moment ago') =>
      `7.00 EVO was already sent to ${name} ${when} by ${who}, for ${why}. ${onTop}`;
    expect(told(await foreseen(anna))).toBe(sentBy('you'));
    expect(told(await foreseen(anna, '7.0'))).toBe(sentBy('you'));
    expect(told(await foreseen(ben))).toBe(sentBy(shortenAddress(anna.address)));
    expect(told(await foreseen(anna, '7', { reason: 'Second prize' }))).toBe(sentBy('you', 'another reason'));
    expect(told(await foreseen(anna, '7.000000000000000001'))).toBeUndefined();
    expect((await foreseen(anna)).body).toMatchObject({ above: null, pendingAfter: '114' });
    await later(23);
    expect(told(await foreseen(anna))).toBe(sentBy('you', 'the same reason', '23 hours ago'));
    await later(1);
    expect(told(await foreseen(anna))).toBeUndefined();
    expect((await send(anna, user, '7')).body).toMatchObject({ above: null, pendingAfter: '114' });
    expect(await grantsTo(user.userId)).toHaveLength(2);
  });

  test('not of one that was taken back', async () => {
    const user = await newUser();
    const sent = await send(anna, user, '9');
    const { body } = await root.get<{ activities: { id: string; action_type: string }[] }>(
      '/api/admin/activity-history',
      sent,
    );
    expect(told(await send(anna, user, '9', { dryRun: true }))).toMatch(/^9\.00 EVO was already sent to /);
    const undone = await root.post('/api/admin/undo', { eventId: body.activities[0]?.id });
    expect(undone.status).toBe(200);
    await anna.get('/api/admin/users', undone);
    expect(told(await send(anna, user, '9', { dryRun: true }))).toBeUndefined();
  });

  test('to a second admin who is asked twice: of the other request, and then of what was sent for it', async () => {
    const { user, sent, request } = await asked('103');
    const foreseen = async (id: string) => told(await approve(ben, id, { dryRun: true }));
    expect(await foreseen(request.id)).toBeUndefined();
    const again = await send(anna, user, '103');
    const other = (await requestsFor(user.userId, 'open', again)).find(({ id }) => id !== request.id);
    const name = nameOf(sent);
    const waits = `103.00 EVO to ${name} already waits for a second admin: ${shortenAddress(anna.address)} asked for it a moment ago, for the same reason. This one would come on top of it.`;
    expect(await foreseen(request.id)).toBe(waits);
    expect(await foreseen(other?.id ?? '')).toBe(waits);
    expect(told(await send(ben, user, '103', { dryRun: true }))).toBe(waits);
    const approved = await approve(ben, request.id);
    expect(told(approved)).toBeUndefined();
    await ben.get('/api/admin/users', approved);
    expect(await foreseen(other?.id ?? '')).toBe(
      `103.00 EVO was already sent to ${name} a moment ago by you, for the same reason. This one would come on top of it.`,
    );
  });
});

test('what waits and what is over are told the newest first, a page after the other', async () => {
  const made: string[] = [];
  for (let n = 0; n < 3; n += 1) made.unshift((await asked()).request.id);
  const pages = async (state: 'open' | 'over', after?: { headers: Headers }) => {
    const told: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query: string = cursor && `&cursor=${encodeURIComponent(cursor)}`;
      const { body } = await anna.get(`/api/admin/reward-requests?state=${state}&limit=2${query}`, after);
      const page = listRewardRequests.response.parse(body);
      told.push(...page.requests.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect(new Set(told).size).toBe(told.length);
    return told;
  };
  expect((await pages('open')).slice(0, 3)).toEqual(made);
  // In the order in which they were asked for, not in that of the decisions.
  let last: { headers: Headers } | undefined;
  for (const id of made) last = await decline(ben, id);
  expect((await pages('over', last)).slice(0, 3)).toEqual(made);
  const open = await pages('open', last);
  expect(open.filter((id) => made.includes(id))).toEqual([]);
});

describe('a second admin', () => {
  test('sees what an approval would do, approves, and the account is granted once', async () => {
    const { user, request } = await asked();
    expect((await approve(ben, request.id, { dryRun: true })).body).toMatchObject({
      pendingBefore: '100',
      pendingAfter: '201',
      dryRun: true,
      message: expect.stringMatching(/^101\.00 EVO would go to evo_\w+$/),
    });
    expect(await grantsTo(user.userId)).toEqual([]);
    const key = idempotencyKey();
    const answer = await approve(ben, request.id, {}, key);
    expect(answer).toMatchObject({ status: 200, body: { pendingAfter: '201', dryRun: false } });
    expect(answer.body.message).toMatch(/^Approved: 101\.00 EVO sent to evo_\w+$/);
    const again = await approve(ben, request.id, {}, key);
    expect(again.body).toEqual(answer.body);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(await grantsTo(user.userId)).toMatchObject([{ amount: '101', grantId: request.id }]);
    expect(await requestsFor(user.userId, 'open', answer)).toEqual([]);
    expect(await requestsFor(user.userId, 'over', answer)).toMatchObject([
      { state: 'approved', decidedBy: ben.address },
    ]);
    const { body } = await root.get('/api/admin/activity-history', answer);
    // The contract's own array.
    expect((body.activities as unknown[]).slice(0, 3)).toMatchObject([
      { action_type: 'reward_sent', performed_by_wallet: ben.address, undoable: true },
      { action_type: 'reward_approved', performed_by_wallet: ben.address },
      { action_type: 'reward_requested', performed_by_wallet: anna.address },
    ]);
  });

  test('signs an approval of much with the own wallet, in words that say to whom it goes', async () => {
    const { user, request } = await asked('150.5');
    const body = { requestId: request.id };
    const words = actWords.approve(parseEvo('150.5'), user.account.address);
    expect(await ben.client.postUnsigned('/api/admin/reward-requests/approve', body)).toMatchObject({
      status: 403,
      body: { error: 'SignatureNeeded', message: actRefusals.signatureNeeded(words) },
    });
    expect((await approve(ben, request.id, { dryRun: true })).body).toMatchObject({ toSign: words });
    expect(await grantsTo(user.userId)).toEqual([]);
    // The client signs what it is asked to.
    expect((await approve(ben, request.id)).status).toBe(200);
    expect(await grantsTo(user.userId)).toMatchObject([{ amount: '150.5' }]);
  });

  test('is one of two who approve at once: the other is told, and one grant is paid', async () => {
    const { user, request } = await asked();
    const answers = await Promise.all([approve(ben, request.id), approve(root, request.id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await grantsTo(user.userId)).toHaveLength(1);
  });

  test('is not whoever asked, nor somebody whom they have made an admin', async () => {
    const { user, request } = await asked();
    expect(await approve(anna, request.id)).toMatchObject({
      status: 403,
      body: { error: 'OwnRewardRequest' },
    });
    const puppet = await newAdmin(app, anna);
    expect(await approve(puppet, request.id)).toMatchObject({
      status: 403,
      body: { error: 'SameHandRewardRequest' },
    });
    expect((await approve(asAdmin(user), request.id)).status).toBe(403);
    expect(await grantsTo(user.userId)).toEqual([]);
    expect((await approve(root, request.id)).status).toBe(200);
  });

  test('is not asked for somebody who is no admin any more', async () => {
    const cleo = await newAdmin(app, root);
    const user = await newUser();
    const sent = await send(cleo, user, '101');
    const [request] = await requestsFor(user.userId, 'open', sent);
    await root.post('/api/admin/remove-admin', { adminId: cleo.address });
    expect((await approve(ben, request?.id ?? '')).status).toBe(409);
    expect((await decline(ben, request?.id ?? '')).status).toBe(200);
  });

  test('may decline, and who asked may withdraw: nothing is granted then', async () => {
    for (const who of [ben, anna]) {
      const { user, request } = await asked();
      const key = idempotencyKey();
      const answer = await decline(who, request.id, key);
      expect(answer.status).toBe(200);
      expect(answer.body.message).toMatch(/^Declined: 101\.00 EVO to evo_\w+ is not sent$/);
      // Under its key it is the same decision, under another one there is nothing left to decide.
      const again = await decline(who, request.id, key);
      expect(again.body).toEqual(answer.body);
      expect(again.headers.get('idempotency-replayed')).toBe('true');
      expect((await decline(who, request.id)).status).toBe(409);
      expect((await approve(ben, request.id)).status).toBe(409);
      expect(await requestsFor(user.userId, 'over', answer)).toMatchObject([
        { state: 'declined', decidedBy: who.address, declinedFor: 'Too much' },
      ]);
      expect(await grantsTo(user.userId)).toEqual([]);
    }
  });

  /** What an approval does first; nothing of it has come to the account. */
  async function approveAlone(requestId: string, commandId: string): Promise<void> {
    const store = connectEventStore(app.eventStoreUrl);
    const occurredAt = new Date(now).toISOString();
    try {
      await createCommandHandler(store).handle({
        ...testContext({ actor: { kind: 'admin', wallet: ben.address }, occurredAt, commandId }),
        stream: streamOf('reward-request', requestId),
        decider: rewardRequest((wallet) => wallet),
        command: { type: 'ApproveReward', by: ben.address, at: occurredAt },
        input: { operation: 'approve-reward', requestId },
      });
    } finally {
      await store.close();
    }
  }

  /** The approval, as one that the program could not act on. */
  async function setAsideOf(requestId: string) {
    const { body } = await root.get<{ events: { id: string; stream: string; reason: string }[] }>(
      '/api/admin/set-aside',
    );
    return body.events.find(({ stream }) => stream === `reward-request-${requestId}`);
  }

  async function letInAgain(removed: { headers: Headers }): Promise<void> {
    const { body } = await root.get<{ activities: { id: string; action_type: string }[] }>(
      '/api/admin/activity-history',
      removed,
    );
    const removal = body.activities.find(({ action_type }) => action_type === 'user_removed');
    expect((await root.post('/api/admin/undo', { eventId: removal?.id })).status).toBe(200);
  }

  test('whose account was removed before the grant is told so, and so is who looks; let in again it is granted by who tries again', async () => {
    const { user, request } = await asked();
    const removed = await root.post('/api/admin/remove-user', { userId: user.userId });
    const { body: own } = await ben.client.get<{ session: { userId: string } }>('/api/session');
    const key = randomUUID();
    await approveAlone(request.id, commandIdOf(own.session.userId, key));
    const answer = await approve(ben, request.id, {}, { 'idempotency-key': key });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        message: expect.stringMatching(/^Approved, but 101\.00 EVO to evo_\w+ was not sent\. /),
        unpaid: refusals.accountRemoved,
        pendingAfter: '100',
      },
    });
    const over = () => requestsFor(user.userId, 'over', answer);
    expect(await over()).toMatchObject([{ state: 'approved', unpaid: true, decidedBy: ben.address }]);
    const parked = () => setAsideOf(request.id);
    await expect.poll(parked).toMatchObject({ reason: expect.stringContaining(refusals.accountRemoved) });

    await letInAgain(removed);
    const id = (await parked())?.id;
    expect((await root.post('/api/admin/set-aside/retry', { id, reason: 'Let in' })).status).toBe(200);
    await expect.poll(() => grantsTo(user.userId)).toMatchObject([{ amount: '101', grantId: request.id }]);
    await expect.poll(over).toMatchObject([{ state: 'approved', decidedBy: ben.address }]);
    await expect.poll(async () => (await over())[0]?.unpaid).toBeUndefined();
  });

  test('whose approval was set aside and then dismissed is paid nothing for it when it is sent again, also where the account could take it by then', async () => {
    const { user, request } = await asked();
    const removed = await root.post('/api/admin/remove-user', { userId: user.userId });
    const { body: own } = await ben.client.get<{ session: { userId: string } }>('/api/session');
    const key = randomUUID();
    await approveAlone(request.id, commandIdOf(own.session.userId, key));
    await expect.poll(() => setAsideOf(request.id)).toBeDefined();
    const id = (await setAsideOf(request.id))?.id;
    const decision = { id, reason: 'Sent by other means' };
    const over = async () => (await requestsFor(user.userId, 'over', removed))[0];
    expect(await over()).not.toHaveProperty('dismissed');
    expect((await root.post('/api/admin/set-aside/dismiss', decision)).status).toBe(200);
    // Whoever looks at the list does not wait for it.
    expect(await over()).toMatchObject({ state: 'approved', unpaid: true, dismissed: true });
    await letInAgain(removed);
    for (let sending = 0; sending < 2; sending += 1) {
      const answer = await approve(ben, request.id, {}, { 'idempotency-key': key });
      expect(answer).toMatchObject({
        status: 200,
        body: {
          message: expect.stringMatching(
            /^Approved, but 101\.00 EVO to evo_\w+ is not sent: an admin has dismissed it$/,
          ),
          unpaid: setAsideTexts.rewardDismissed,
          pendingBefore: '100',
          pendingAfter: '100',
        },
      });
      expect(answer.headers.get('idempotency-replayed')).toBe('true');
    }
    expect(await grantsTo(user.userId)).toEqual([]);
  });

  test('who dies once it is approved has approved it: the program grants it by itself', async () => {
    const { user, request } = await asked();
    await approveAlone(request.id, randomUUID());
    const granted = [{ amount: '101', grantId: request.id, actor: { kind: 'system', wallet: ben.address } }];
    await expect.poll(() => grantsTo(user.userId)).toMatchObject(granted);
  });

  test('comes too late after a week', async () => {
    const { user, sent, request } = await asked();
    await later(7 * 24);
    expect(await approve(ben, request.id)).toMatchObject({
      status: 409,
      body: { error: 'RewardRequestExpired' },
    });
    expect(await requestsFor(user.userId, 'open', sent)).toEqual([]);
    expect(await requestsFor(user.userId, 'over', sent)).toMatchObject([{ state: 'expired' }]);
  });
});
