import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountEvent } from '../../../contracts/events/account.ts';
import { ONE_EVO } from '../../../contracts/money.ts';
import { defaultUsername } from '../../../contracts/username.ts';
import { beginIn, inTransaction, LIVE_SCHEMA } from '../../database.ts';
import { applyBatch } from '../../progress/apply-batch.ts';
import { project, startTestReadModels, type TestReadModels } from '../../testing/read-models.ts';
import { TestLedger } from '../../testing/test-ledger.ts';
import { findOwnersOfWallets, findUserById } from './queries.ts';

let db: TestReadModels;
/** Of all tests: two ledgers have no place in one set of read models. */
const ledger = new TestLedger();
beforeAll(async () => {
  db = await startTestReadModels();
});
afterAll(() => db.stop());

test('a balance or an act that changes writes no index anew, whoever has referred the account', async () => {
  const friend = ledger.open({ referrerId: ledger.open() });
  ledger.grant(friend, ONE_EVO);
  await project(db.pool, ledger.events);
  ledger.grant(friend, ONE_EVO);
  ledger.account(friend, { type: 'CheckedIn', data: { day: '2026-01-07', streak: 1 } });
  ledger.claim(friend, ONE_EVO);
  await inTransaction(
    db.pool,
    async (client) => {
      await applyBatch(client, ledger.events);
      const { rows } = await client.query(
        `select n_tup_upd as updated, n_tup_hot_upd as without_indexes from pg_stat_xact_user_tables
         where schemaname = $1 and relname = 'users'`,
        [LIVE_SCHEMA],
      );
      expect(rows).toEqual([{ updated: '1', without_indexes: '1' }]);
    },
    (client) => beginIn(client, LIVE_SCHEMA),
  );
});

test('an account as its events left it, found by id and by wallet in any case', async () => {
  const walletAddress = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
  const referrerId = ledger.open();
  const userId = ledger.open({ walletAddress, referrerId });
  ledger.grant(userId, 100n * ONE_EVO);
  ledger.grant(userId, 150n * ONE_EVO + 1n);
  ledger.claim(userId, 30n * ONE_EVO);
  await project(db.pool, ledger.events);
  const expected = {
    userId,
    username: defaultUsername(userId),
    walletAddress,
    referrerId,
    totalRewards: 250n * ONE_EVO + 1n,
    claimedRewards: 30n * ONE_EVO,
    pendingRewards: 220n * ONE_EVO + 1n,
    level: 3,
    openedAt: new Date(ledger.now),
    revision: 3n,
    removed: false,
    sealedEmail: null,
    emailHash: null,
    emailVerified: false,
    marketingOptIn: false,
    emailRewarded: false,
    platforms: {
      twitter: { handle: null, sealedHandle: null, confirmed: false },
      instagram: { handle: null, sealedHandle: null, confirmed: false },
      youtube: { handle: null, sealedHandle: null, confirmed: false },
    },
    tasks: new Set(),
    checkInDay: null,
    streak: 0,
    whitelistedAt: null,
    holdReason: null,
    welcomed: false,
    proven: false,
  };
  expect(await findUserById(db.pool, userId)).toEqual(expected);
  const { username } = expected;
  const shouted = walletAddress.toUpperCase().replace('0X', '0x');
  const nobodys = `0x${'9'.repeat(40)}`;
  expect(await findOwnersOfWallets(db.pool, [shouted, nobodys, walletAddress])).toEqual([
    { userId, username },
    undefined,
    { userId, username },
  ]);
  expect(await findUserById(db.pool, crypto.randomUUID())).toBeUndefined();
});

test('after an erasure nothing names the person, also of what the first version wrote in clear text', async () => {
  const userId = ledger.open();
  const tell = (event: AccountEvent) => ledger.account(userId, event);
  const [emailHash, handleHash] = ['a'.repeat(64), 'b'.repeat(64)];
  tell({ type: 'UsernameChanged', data: { username: 'Red_Fox' } });
  tell({ type: 'SocialConnected', data: { platform: 'twitter', handle: 'fox', method: 'handle' } });
  const connected = {
    platform: 'youtube',
    sealedHandle: 'sealed',
    handleHash,
    platformUserId: 'UC2',
  } as const;
  tell({ type: 'SocialConnected', data: { ...connected, method: 'oauth' } });
  tell({ type: 'EmailSignedUp', data: { emailHash, sealedEmail: 'sealed', marketingOptIn: true } });
  tell({ type: 'EmailVerified', data: { emailHash } });
  tell({ type: 'PersonalDataErased', data: {} });
  await project(db.pool, ledger.events);
  expect(await findUserById(db.pool, userId)).toMatchObject({
    username: defaultUsername(userId),
    platforms: {
      twitter: { handle: null, sealedHandle: null, confirmed: false },
      youtube: { handle: null, sealedHandle: null, confirmed: true },
    },
    ...{ emailHash: null, sealedEmail: null, emailVerified: false, marketingOptIn: false },
  });
});

test('what a user has done, and what was taken back', async () => {
  const userId = ledger.open();
  const tell = (event: AccountEvent) => ledger.account(userId, event);
  tell({ type: 'UsernameChanged', data: { username: 'Silver_Fox' } });
  tell({ type: 'SocialConnected', data: { platform: 'twitter', handle: 'fox', method: 'handle' } });
  tell({
    type: 'SocialConnected',
    data: { platform: 'youtube', handle: 'fox tv', platformUserId: 'UC1', method: 'oauth' },
  });
  tell({
    type: 'TaskVerified',
    data: { platform: 'youtube', taskType: 'subscribe', method: 'oauth', evidence: 'subscribed' },
  });
  const emailHash = 'a'.repeat(64);
  tell({ type: 'EmailSignedUp', data: { emailHash, sealedEmail: 'sealed', marketingOptIn: true } });
  tell({ type: 'EmailVerified', data: { emailHash } });
  tell({ type: 'CheckedIn', data: { day: '2026-01-01', streak: 4 } });
  tell({ type: 'WhitelistJoined', data: {} });
  ledger.grant(userId, 100n * ONE_EVO);
  ledger.claim(userId, 30n * ONE_EVO);
  tell({ type: 'BalanceCleared', data: { amount: '70', reason: 'Abuse' } });
  tell({ type: 'AccountRemoved', data: { reason: 'Abuse' } });
  await project(db.pool, ledger.events);
  expect(await findUserById(db.pool, userId)).toMatchObject({
    username: 'Silver_Fox',
    platforms: {
      twitter: { handle: 'fox', confirmed: false },
      youtube: { handle: 'fox tv', confirmed: true },
      instagram: { handle: null, sealedHandle: null, confirmed: false },
    },
    tasks: new Set(['youtube_subscribe']),
    emailHash,
    sealedEmail: 'sealed',
    emailVerified: true,
    marketingOptIn: true,
    checkInDay: '2026-01-01',
    streak: 4,
    whitelistedAt: new Date(ledger.now),
    totalRewards: 30n * ONE_EVO,
    claimedRewards: 30n * ONE_EVO,
    pendingRewards: 0n,
    removed: true,
  });
});

test('no row says that more was claimed than granted', async () => {
  const userId = ledger.open();
  ledger.grant(userId, 5n * ONE_EVO);
  await project(db.pool, ledger.events);
  const claimed = (evo: number) =>
    db.pool.query(`update ${LIVE_SCHEMA}.users set claimed_rewards = $2 where user_id = $1`, [userId, evo]);
  await expect(claimed(6)).rejects.toThrow(/check constraint/);
  expect((await claimed(5)).rowCount).toBe(1);
});
