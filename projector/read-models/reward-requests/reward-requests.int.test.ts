import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ONE_EVO } from '../../../contracts/money.ts';
import { defaultUsername } from '../../../contracts/username.ts';
import { project, startTestReadModels, type TestReadModels } from '../../testing/read-models.ts';
import { TestLedger } from '../../testing/test-ledger.ts';
import { findEqualReward, listRewardRequests, type RewardRequestRow } from './queries.ts';

let db: TestReadModels;
beforeAll(async () => {
  db = await startTestReadModels();
});
afterAll(() => db.stop());

const ledger = new TestLedger();
const [sender, second] = [`0x${'1'.repeat(40)}`, `0x${'2'.repeat(40)}`];

test('what can still be approved is open to the last millisecond, and all else is over; newest first, a page at a time', async () => {
  const walletAddress = ledger.newWallet();
  const userId = ledger.open({ walletAddress });
  const stranger = randomUUID();
  const ask = (whose: string, expiresAt: string) => {
    const id = randomUUID();
    const about = { userId: whose, amount: '50000', reason: 'Great work', above: 'reward' } as const;
    ledger.append(`reward-request-${id}`, {
      type: 'RewardRequested',
      data: { ...about, requestedBy: sender, namedBySuperAdmin: sender, expiresAt },
    });
    return id;
  };
  const due = '2026-01-08T12:00:00.000Z';
  const [early, own, approved, declined, late] = [
    ask(userId, due),
    ask(stranger, due),
    ask(userId, '2026-02-01T00:00:00.000Z'),
    ask(userId, '2026-02-01T00:00:00.000Z'),
    ask(userId, '2026-01-08T12:00:00.001Z'),
  ];
  const decision = { userId, amount: '50000' };
  ledger.append(`reward-request-${approved}`, {
    type: 'RewardApproved',
    data: { ...decision, approvedBy: second },
  });
  ledger.append(`reward-request-${declined}`, {
    type: 'RewardDeclined',
    data: { ...decision, reason: 'Too much', declinedBy: second },
  });
  await project(db.pool, ledger.events);

  const listed = async (state: 'open' | 'over', now: string, limit: number) => {
    const found: RewardRequestRow[] = [];
    for (;;) {
      const before = found.at(-1)?.position;
      const page = await listRewardRequests(db.pool, { state, now, limit, before });
      expect(page.length).toBeLessThanOrEqual(limit);
      if (page.length === 0) return found;
      found.push(...page);
    }
  };
  const ids = async (...asked: Parameters<typeof listed>) => (await listed(...asked)).map(({ id }) => id);
  for (const limit of [1, 2, 100]) {
    expect(await ids('open', '2026-01-08T11:59:59.999Z', limit)).toEqual([late, own, early]);
    expect(await ids('over', '2026-01-08T11:59:59.999Z', limit)).toEqual([declined, approved]);
    expect(await ids('open', due, limit)).toEqual([late]);
    expect(await ids('over', due, limit)).toEqual([declined, approved, own, early]);
  }
  const amount = 50_000n * ONE_EVO;
  expect(await listed('over', due, 100)).toMatchObject([
    { state: 'declined', decidedBy: second, declinedFor: 'Too much', amount },
    { state: 'approved', decidedBy: second, declinedFor: null, amount },
    // Whoever the read models do not know has the name that every account begins with.
    { state: 'open', decidedBy: null, username: defaultUsername(stranger), walletAddress: null },
    { state: 'open', decidedBy: null, username: defaultUsername(userId), walletAddress, requestedBy: sender },
  ]);
});

test('what was approved is unpaid until it is granted, and nothing else is', async () => {
  const before = ledger.events.length;
  const userId = ledger.open({ walletAddress: ledger.newWallet() });
  const reward = { userId, amount: '50000' };
  const ask = () => {
    const id = randomUUID();
    const stream = `reward-request-${id}`;
    const [expiresAt, above] = ['2026-01-08T12:00:00.000Z', 'reward'] as const;
    const by = { requestedBy: sender, namedBySuperAdmin: sender };
    ledger.append(stream, {
      type: 'RewardRequested',
      data: { ...reward, reason: 'Great work', above, expiresAt, ...by },
    });
    const decide = () =>
      ledger.append(stream, { type: 'RewardApproved', data: { ...reward, approvedBy: second } });
    return { id, decide };
  };
  const [open, unpaid, paid] = [ask(), ask(), ask()];
  unpaid.decide();
  paid.decide();
  ledger.account(userId, {
    type: 'RewardGranted',
    data: {
      ...{ grantId: paid.id, amount: '50000', source: 'admin', reason: 'Great work' },
      ref: `request:${paid.id}`,
    },
  });
  await project(db.pool, ledger.events.slice(before));
  const ofThese = new Set<string>([open.id, unpaid.id, paid.id]);
  const listed = async (state: 'open' | 'over') =>
    (await listRewardRequests(db.pool, { state, now: '2026-01-07T00:00:00.000Z', limit: 100 })).flatMap(
      ({ id, isUnpaid }) => (ofThese.has(id) ? [[id, isUnpaid]] : []),
    );
  expect(await listed('open')).toEqual([[open.id, false]]);
  expect(await listed('over')).toEqual([
    [paid.id, false],
    [unpaid.id, true],
  ]);
});

test('an equal reward is one by hand, of this very amount, to this account, in time, and not taken back; the newest is told', async () => {
  const begin = ledger.events.length;
  const [userId, stranger] = [ledger.open(), ledger.open()];
  const amount = 7n * ONE_EVO;
  const hour = 3_600_000;
  const start = ledger.now;
  const at = (hours: number) => new Date(start + hours * hour).toISOString();
  const send = (
    hours: number,
    about: Parameters<TestLedger['grant']>[2] = {},
    to = userId,
    units = amount,
  ) => {
    ledger.now = start + hours * hour;
    ledger.actor = { kind: 'admin', wallet: sender };
    const { data } = ledger.grant(to, units, about);
    return 'grantId' in data ? data.grantId : '';
  };
  const find = async (more: { except?: string; since?: string; now?: string } = {}) => {
    await project(db.pool, ledger.events.slice(begin));
    const { except, since = at(0), now = at(3) } = more;
    return findEqualReward(db.pool, { userId, amount, except }, { since, now });
  };

  send(1, {}, stranger);
  send(1, {}, userId, amount + 1n);
  send(1, { source: 'streak' });
  send(1, { source: 'raffle', ref: `${randomUUID()}:1` });
  send(1, { ref: `undo:${randomUUID()}` });
  send(0, { reason: 'At the very moment' });
  expect(await find()).toBeUndefined();
  expect(await find({ since: at(-1) })).toMatchObject({ reason: 'At the very moment' });

  send(1, { reason: 'The first' });
  const second = send(2, { reason: 'The second' });
  expect(await find()).toEqual({
    ...{ id: second, state: 'sent', at: new Date(at(2)) },
    ...{ by: sender, reason: 'The second' },
  });
  expect(await find({ except: second })).toMatchObject({ reason: 'The first' });
  ledger.account(userId, {
    type: 'RewardRevoked',
    data: { grantId: second, amount: '7', reason: 'Undo' },
  });
  expect(await find()).toMatchObject({ reason: 'The first' });

  const requestId = randomUUID();
  ledger.now = start + 3 * hour;
  ledger.append(`reward-request-${requestId}`, {
    type: 'RewardRequested',
    data: {
      ...{ userId, amount: '7', reason: 'The third', above: 'day' },
      ...{ requestedBy: sender, namedBySuperAdmin: sender, expiresAt: at(10) },
    },
  });
  const waits = { id: requestId, state: 'waits', at: new Date(at(3)), by: sender, reason: 'The third' };
  expect(await find()).toEqual(waits);
  expect(await find({ since: at(9), now: at(9) })).toEqual(waits);
  expect(await find({ now: at(10) })).toMatchObject({ reason: 'The first' });
  expect(await find({ except: requestId })).toMatchObject({ reason: 'The first' });
  ledger.append(`reward-request-${requestId}`, {
    type: 'RewardDeclined',
    data: { userId, amount: '7', declinedBy: sender, reason: 'Too much' },
  });
  expect(await find()).toMatchObject({ reason: 'The first' });
  expect(await find({ since: at(1) })).toBeUndefined();
  ledger.now = start + 2 * hour;
  ledger.actor = { kind: 'admin' };
  ledger.grant(userId, amount, { reason: 'By whom nobody knows' });
  expect(await find()).toMatchObject({ by: null, reason: 'By whom nobody knows' });
});
