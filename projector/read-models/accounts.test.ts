import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import { ONE_EVO } from '../../contracts/money.ts';
import { ArrayParameter } from '../array-parameter.ts';
import { TestLedger } from '../testing/test-ledger.ts';
import { type KnownRows, writtenRows } from '../testing/written-rows.ts';
import { accounts } from './accounts.ts';

const DAY = Date.UTC(2026, 0, 1);
const hash = 'e'.repeat(64);
const verified = { type: 'EmailVerified', data: { emailHash: hash } } as const;
const removed = { type: 'AccountRemoved', data: { reason: 'x' } } as const;
const signedUp = (marketingOptIn: boolean) =>
  ({ type: 'EmailSignedUp', data: { emailHash: hash, sealedEmail: 'sealed', marketingOptIn } }) as const;

const rowsOf = (ledger: TestLedger, known: KnownRows = {}) => writtenRows(accounts, ledger.events, known);

test('the accounts of a batch are asked for, each once and no others', async () => {
  const ledger = new TestLedger();
  const [one, other] = [ledger.open(), ledger.open()];
  ledger.grant(one, ONE_EVO);
  ledger.append(`wallet-0x${'1'.repeat(40)}`, { type: 'Released', data: { userId: randomUUID() } });
  const asked: unknown[] = [];
  const users = (values: readonly unknown[]) => {
    asked.push(values);
    return [];
  };
  await rowsOf(ledger, { users });
  expect(asked).toEqual([[new ArrayParameter('uuid', [one, other])]]);
});

test('a batch that touches no account writes nothing', async () => {
  const ledger = new TestLedger();
  ledger.append('raffle-seeds', { type: 'SeedCommitted', data: { number: 1, hash } });
  expect(await rowsOf(ledger)).toEqual({});
});

test('a place that is taken where nobody opened an account is none; one that is opened behind it is', async () => {
  const ledger = new TestLedger();
  const userId = randomUUID();
  const taken = { type: 'RevisionTaken', data: { commandId: randomUUID() } } as const;
  ledger.append(streamOf('account', userId), taken);
  expect(await rowsOf(ledger)).toEqual({});
  ledger.open({ userId });
  const { users, stats } = await rowsOf(ledger);
  expect(users).toMatchObject([{ user_id: userId, revision: 1n }]);
  expect(stats).toEqual([[1, 1, 0, 0, 0, '0']]);
});

describe('the history of an account', () => {
  test('has a line for each event that moves EVO, and the last figures of each day', async () => {
    const ledger = new TestLedger();
    const userId = ledger.open();
    const granted = ledger.grant(userId, 5n * ONE_EVO);
    const claimed = ledger.claim(userId, 2n * ONE_EVO);
    ledger.now = DAY + 86_400_000;
    const revoked = ledger.account(userId, {
      type: 'RewardRevoked',
      data: { grantId: randomUUID(), amount: '1', reason: 'mistake' },
    });
    ledger.account(userId, { type: 'WhitelistJoined', data: {} });
    const { history_lines: lines, history_days: days } = await rowsOf(ledger);
    const line = (
      { position, id, type, metadata }: typeof granted,
      [...figures]: string[],
      text: string,
    ) => ({
      user_id: userId,
      ...position,
      event_id: id,
      event_type: type,
      description: text,
      total_change: figures[0],
      claimed_change: figures[1],
      total_after: figures[2],
      claimed_after: figures[3],
      created_at: metadata.occurredAt,
    });
    expect(lines).toEqual([
      line(granted, ['5', '0', '5', '0'], 'Well done'),
      line(claimed, ['0', '2', '5', '2'], 'Claimed rewards'),
      line(revoked, ['-1', '0', '4', '2'], 'Taken back: mistake'),
    ]);
    expect(days).toEqual([
      { user_id: userId, day: '2026-01-01', total: '5', claimed: '2' },
      { user_id: userId, day: '2026-01-02', total: '4', claimed: '2' },
    ]);
  });

  test('says nothing of a batch in which no EVO moves', async () => {
    const ledger = new TestLedger();
    ledger.account(ledger.open(), { type: 'WhitelistJoined', data: {} });
    const { history_lines: lines, history_days: days } = await rowsOf(ledger);
    expect([lines, days]).toEqual([undefined, undefined]);
  });
});

describe('the sums of the program', () => {
  test.each([
    ['an account', [1, 1, 0, 0, 0, '0'], () => undefined],
    ['a balance', [1, 1, 0, 0, 1, '5'], (ledger: TestLedger, id: string) => ledger.grant(id, 5n * ONE_EVO)],
    [
      'what was all claimed',
      [1, 1, 0, 0, 0, '5'],
      (ledger: TestLedger, id: string) => {
        ledger.grant(id, 5n * ONE_EVO);
        ledger.claim(id, 5n * ONE_EVO);
      },
    ],
    [
      'an address that is proven and may be written to',
      [1, 1, 1, 1, 0, '0'],
      (ledger: TestLedger, id: string) => {
        ledger.account(id, signedUp(true));
        ledger.account(id, verified);
      },
    ],
    [
      'an address that is neither',
      [1, 1, 0, 0, 0, '0'],
      (ledger: TestLedger, id: string) => ledger.account(id, signedUp(false)),
    ],
    [
      'an account that was removed',
      [0, 0, 0, 0, 0, '0'],
      (ledger: TestLedger, id: string) => {
        ledger.grant(id, 5n * ONE_EVO);
        ledger.account(id, removed);
      },
    ],
  ])('%s adds %j', async (_, sums, act) => {
    const ledger = new TestLedger();
    act(ledger, ledger.open());
    expect((await rowsOf(ledger)).stats).toEqual([sums]);
  });

  test('an account without a wallet is a user and no participant, and two accounts add up', async () => {
    const ledger = new TestLedger();
    for (const amount of [2n, 3n]) ledger.grant(ledger.open(), amount * ONE_EVO);
    ledger.account(randomUUID(), { type: 'AccountOpened', data: { source: 'email' } });
    expect((await rowsOf(ledger)).stats).toEqual([[3, 2, 0, 0, 2, '5']]);
  });
});

test('the sums of the program change by what an account was before', async () => {
  const { ledger, known, userId } = await opened({
    total_rewards: '5',
    email_verified: true,
    marketing_opt_in: true,
  });
  ledger.grant(userId, ONE_EVO);
  expect((await rowsOf(ledger, known)).stats).toEqual([[0, 0, 0, 0, 0, '1']]);
  ledger.account(userId, removed);
  expect((await rowsOf(ledger, known)).stats).toEqual([[-1, -1, -1, -1, -1, '-5']]);
});

describe('the list of users', () => {
  const row = (user_id: string) => ({
    user_id,
    pending: '0',
    has_wallet: true,
    email_verified: false,
    marketing_opt_in: false,
    removed: false,
  });

  test('gets a new account as it is at the end of the batch, with the place of its opening', async () => {
    const ledger = new TestLedger();
    const userId = ledger.open();
    const { position } = ledger.events.at(-1)!;
    ledger.grant(userId, 5n * ONE_EVO);
    ledger.claim(userId, 2n * ONE_EVO);
    expect((await rowsOf(ledger)).user_list).toEqual([
      { ...row(userId), pending: '3', opened_commit: position.commit, opened_prepare: position.prepare },
    ]);
  });

  test.each([
    ['pending', [{ type: 'RewardGranted', data: grant('5') }], { pending: '5' }],
    ['a proven address', [verified], { email_verified: true }],
    ['a sign-up', [signedUp(true)], { marketing_opt_in: true }],
    ['a removal', [removed], { removed: true }],
  ] as const)('changes with %s', async (_, events, change) => {
    const { ledger, known, userId } = await opened();
    for (const event of events) ledger.account(userId, event);
    expect((await rowsOf(ledger, known)).user_list).toEqual([{ ...row(userId), ...change }]);
  });

  test('changes with the first wallet, and with nothing that it does not show', async () => {
    const { ledger, known, userId } = await opened({ wallet_address: null });
    ledger.account(userId, { type: 'WhitelistJoined', data: {} });
    expect((await rowsOf(ledger, known)).user_list).toBeUndefined();
    const walletAddress = `0x${'1'.repeat(40)}`;
    ledger.account(userId, { type: 'WalletLinked', data: { walletAddress } });
    expect((await rowsOf(ledger, known)).user_list).toEqual([row(userId)]);
  });
});

describe('the leaderboard', () => {
  test('gets the totals that have changed, and the ranks with them', async () => {
    const ledger = new TestLedger();
    const userId = ledger.open();
    ledger.grant(userId, 12n);
    const { standings, rank_nodes: nodes } = await rowsOf(ledger);
    expect(standings).toEqual([{ user_id: userId, total: '0.000000000000000012' }]);
    expect(nodes).toEqual([{ parent: '0'.repeat(36), digit: 12, change: 1 }]);
  });

  test('moves a known account from its total, and takes a removed one off', async () => {
    const { ledger, known, userId } = await opened({ total_rewards: '0.000000000000000012' });
    ledger.grant(userId, 1n);
    expect(await rowsOf(ledger, known)).toMatchObject({
      standings: [{ user_id: userId, total: '0.000000000000000013' }],
      rank_nodes: [
        { parent: '0'.repeat(36), digit: 12, change: -1 },
        { parent: '0'.repeat(36), digit: 13, change: 1 },
      ],
    });
    ledger.account(userId, removed);
    const { standings, rank_nodes: nodes } = await rowsOf(ledger, known);
    expect(standings).toEqual([{ user_id: userId, total: null }]);
    expect(nodes).toEqual([{ parent: '0'.repeat(36), digit: 12, change: -1 }]);
  });

  test('does not change with what changes no total, and ranks nobody without EVO', async () => {
    const { ledger, known, userId } = await opened({ total_rewards: '12' });
    ledger.claim(userId, ONE_EVO);
    const { standings, rank_nodes: nodes } = await rowsOf(ledger, known);
    expect([standings, nodes]).toEqual([undefined, undefined]);
    const fresh = new TestLedger();
    const other = fresh.open();
    const first = await rowsOf(fresh);
    expect([first.standings, first.rank_nodes]).toEqual([[{ user_id: other, total: '0' }], undefined]);
  });
});

describe('who has brought friends', () => {
  test('has their number, of how many it is proven, and what was paid for them', async () => {
    const ledger = new TestLedger();
    const referrerId = ledger.open();
    const friend = ledger.open({ referrerId });
    ledger.open({ referrerId });
    ledger.account(friend, verified);
    for (const source of ['referral', 'referral_weekly', 'referral_commission'] as const) {
      ledger.grant(referrerId, 2n * ONE_EVO, { source });
    }
    ledger.grant(friend, 5n * ONE_EVO, { source: 'referral_friend' });
    ledger.grant(referrerId, 5n * ONE_EVO, { source: 'admin' });
    const rows = [{ user_id: referrerId, total: 2, successful: 1, earned: '6' }];
    expect((await rowsOf(ledger)).referrers).toEqual(rows);
  });

  test('loses a friend who is removed; what changes neither is no row', async () => {
    const referrer_id = randomUUID();
    const { ledger, known, userId } = await opened({ referrer_id, succeeded_at: new Date(DAY) });
    ledger.grant(userId, ONE_EVO);
    ledger.account(userId, verified);
    expect((await rowsOf(ledger, known)).referrers).toBeUndefined();
    ledger.account(userId, removed);
    expect((await rowsOf(ledger, known)).referrers).toEqual([
      { user_id: referrer_id, total: -1, successful: -1, earned: '0' },
    ]);
  });

  test('counts a friend of before who is proven now, and a payment alone', async () => {
    const referrer_id = randomUUID();
    const { ledger, known, userId } = await opened({ referrer_id });
    ledger.account(userId, verified);
    expect((await rowsOf(ledger, known)).referrers).toEqual([
      { user_id: referrer_id, total: 0, successful: 1, earned: '0' },
    ]);
    const alone = await opened();
    alone.ledger.grant(alone.userId, ONE_EVO, { source: 'referral' });
    expect((await rowsOf(alone.ledger, alone.known)).referrers).toEqual([
      { user_id: alone.userId, total: 0, successful: 0, earned: '1' },
    ]);
  });
});

function grant(amount: string) {
  return { grantId: randomUUID(), amount, source: 'admin', reason: 'Well done' } as const;
}

/** An account of the batches before, as its row says, and a ledger in which it goes on. */
async function opened(row: object = {}) {
  const before = new TestLedger();
  const userId = before.open();
  const [user] = (await rowsOf(before)).users ?? [];
  const known = { ...(user as object), opened_at: new Date(DAY), ...row };
  return { ledger: new TestLedger(), userId, known: { users: [known] } };
}
