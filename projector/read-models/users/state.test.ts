import { expect, test } from 'vitest';
import type { AccountEvent } from '../../../contracts/events/account.ts';
import { ONE_EVO } from '../../../contracts/money.ts';
import { TestLedger } from '../../testing/test-ledger.ts';
import { writtenRows } from '../../testing/written-rows.ts';
import { accounts } from '../accounts.ts';

const userId = 'b3c5e4a0-2d6f-4f4e-8f0a-5d8f5a3b1c01';
const wallet = `0x${'1'.repeat(40)}`;
const hash = 'e'.repeat(64);
const OPENED = '2026-01-01T00:00:00.000Z';
const LATER = '2026-01-02T03:04:05.006Z';

/** The row of an account that was opened and did nothing since. */
const NEW = {
  user_id: userId,
  revision: 0n,
  username: 'evo_b3c5e4a02d6f4f4e',
  wallet_address: wallet,
  referrer_id: null,
  total_rewards: '0',
  claimed_rewards: '0',
  opened_at: OPENED,
  removed: false,
  welcomed: false,
  hold_reason: null,
  email_hash: null,
  sealed_email: null,
  email_verified: false,
  marketing_opt_in: false,
  email_rewarded: false,
  twitter_handle: null,
  twitter_sealed_handle: null,
  twitter_confirmed: false,
  instagram_handle: null,
  instagram_sealed_handle: null,
  instagram_confirmed: false,
  youtube_handle: null,
  youtube_sealed_handle: null,
  youtube_confirmed: false,
  twitter_follow: false,
  twitter_like: false,
  twitter_retweet: false,
  instagram_follow: false,
  youtube_subscribe: false,
  check_in_day: null,
  streak: 0n,
  whitelisted_at: null,
  succeeded_at: null,
  active_at: null,
  changed_on: null,
};

/** The row of the account after it was opened and these events, all of them later and in one batch. */
async function rowAfter(...events: AccountEvent[]) {
  const ledger = new TestLedger();
  ledger.open({ userId, walletAddress: wallet });
  ledger.now = Date.parse(LATER);
  for (const event of events) ledger.account(userId, event);
  const { users } = await writtenRows(accounts, ledger.events);
  expect(users).toHaveLength(1);
  return users?.[0];
}

const id = 'c4d6f5b1-3e70-4a5f-9a1b-6e9a6b4c2d12';
const active = { succeeded_at: LATER, active_at: LATER };
const typed = { type: 'SocialConnected', data: { platform: 'twitter', method: 'handle' } } as const;
const signedUp = {
  type: 'EmailSignedUp',
  data: { emailHash: hash, sealedEmail: 'sea\0led', marketingOptIn: true },
} as const;
const task = (platform: 'twitter' | 'instagram' | 'youtube', taskType: string) =>
  ({
    type: 'TaskVerified',
    data: { platform, taskType, method: 'demo', evidence: 'yes' },
  }) as AccountEvent; // one of the tasks of the platform

test.each<[AccountEvent, change: object]>([
  [{ type: 'WalletLinked', data: { walletAddress: '0xabc' } }, { wallet_address: '0xabc' }],
  [{ type: 'UsernameChanged', data: { username: 'ada' } }, { username: 'ada' }],
  [{ ...typed, data: { ...typed.data, handle: 'a\0da' } }, { twitter_handle: 'a\u{fffd}da' }],
  [
    { ...typed, data: { ...typed.data, platform: 'youtube', sealedHandle: 's\0', platformUserId: '7' } },
    { youtube_sealed_handle: 's\u{fffd}', youtube_confirmed: true, ...active },
  ],
  [
    { ...typed, data: { ...typed.data, platform: 'instagram', sealedHandle: 's' } },
    { instagram_sealed_handle: 's' },
  ],
  [task('twitter', 'follow'), { twitter_follow: true, ...active }],
  [task('twitter', 'like'), { twitter_like: true, ...active }],
  [task('twitter', 'retweet'), { twitter_retweet: true, ...active }],
  [task('instagram', 'follow'), { instagram_follow: true, ...active }],
  [task('youtube', 'subscribe'), { youtube_subscribe: true, ...active }],
  [signedUp, { email_hash: hash, sealed_email: 'sea\u{fffd}led', marketing_opt_in: true }],
  [
    { type: 'EmailVerified', data: { emailHash: hash } },
    { email_verified: true, ...active },
  ],
  [
    { type: 'CheckedIn', data: { day: '2026-01-02', streak: 3 } },
    { check_in_day: '2026-01-02', streak: 3n, active_at: LATER },
  ],
  [
    { type: 'RewardGranted', data: { grantId: id, amount: '5', source: 'welcome', reason: 'x' } },
    { welcomed: true, total_rewards: '5', changed_on: '2026-01-02' },
  ],
  [
    { type: 'RewardGranted', data: { grantId: id, amount: '3', source: 'email_verification', reason: 'x' } },
    { email_rewarded: true, total_rewards: '3', changed_on: '2026-01-02' },
  ],
  [
    { type: 'RewardGranted', data: { grantId: id, amount: '2', source: 'email_signup', reason: 'x' } },
    { total_rewards: '2', changed_on: '2026-01-02' },
  ],
  [
    { type: 'RewardGranted', data: { grantId: id, amount: '5', source: 'admin', reason: 'x' } },
    { total_rewards: '5', changed_on: '2026-01-02' },
  ],
  [{ type: 'ClaimsHeld', data: { holdId: id, reason: 'o\0dd' } }, { hold_reason: 'o\u{fffd}dd' }],
  [{ type: 'ClaimsReleased', data: { holdId: id, reason: 'fine' } }, {}],
  [{ type: 'WhitelistJoined', data: {} }, { whitelisted_at: LATER }],
  [{ type: 'AccountRemoved', data: { reason: 'x' } }, { removed: true }],
  [{ type: 'PrizeForgone', data: { ref: 'x', reason: 'no_wallet' } }, {}],
])('%j is all that changes', async (event, change) => {
  expect(await rowAfter(event)).toEqual({ ...NEW, revision: 1n, ...change });
});

test('an account by mail has no wallet, and a referred one its referrer', async () => {
  const ledger = new TestLedger();
  ledger.account(userId, { type: 'AccountOpened', data: { source: 'email', referrerId: id } });
  const { users } = await writtenRows(accounts, ledger.events);
  expect(users).toEqual([{ ...NEW, wallet_address: null, referrer_id: id }]);
});

test('a hold that is released and a removal that is undone leave nothing behind', async () => {
  const held = { type: 'ClaimsHeld', data: { holdId: id, reason: 'odd' } } as const;
  const released = { type: 'ClaimsReleased', data: { holdId: id, reason: 'fine' } } as const;
  const removed = { type: 'AccountRemoved', data: { reason: 'x' } } as const;
  const reinstated = { type: 'AccountReinstated', data: {} } as const;
  expect(await rowAfter(held, released, removed, reinstated)).toEqual({ ...NEW, revision: 4n });
});

test('a handle that is typed anew is not the confirmed one any more', async () => {
  const confirmed = { ...typed, data: { ...typed.data, handle: 'ada', platformUserId: '7' } } as const;
  const sealed = { ...typed, data: { ...typed.data, sealedHandle: 's' } } as const;
  expect(await rowAfter(confirmed, sealed)).toEqual({
    ...{ ...NEW, revision: 2n, ...active },
    twitter_sealed_handle: 's',
  });
});

test('another address has to be proven again', async () => {
  const verified = { type: 'EmailVerified', data: { emailHash: hash } } as const;
  const again = { ...signedUp, data: { ...signedUp.data, marketingOptIn: false } } as const;
  expect(await rowAfter(signedUp, verified, again)).toEqual({
    ...{ ...NEW, revision: 3n, ...active },
    ...{ email_hash: hash, sealed_email: 'sea\u{fffd}led' },
  });
});

test('erasing takes the address, the handles and the name, and leaves what was confirmed and paid', async () => {
  const row = await rowAfter(
    signedUp,
    { type: 'EmailVerified', data: { emailHash: hash } },
    ...(['twitter', 'instagram', 'youtube'] as const).flatMap((platform): AccountEvent[] => [
      { ...typed, data: { ...typed.data, platform, handle: 'ada', sealedHandle: 's', platformUserId: '7' } },
    ]),
    { type: 'UsernameChanged', data: { username: 'ada' } },
    { type: 'RewardGranted', data: { grantId: id, amount: '5', source: 'admin', reason: 'x' } },
    { type: 'PersonalDataErased', data: {} },
  );
  expect(row).toEqual({
    ...{ ...NEW, revision: 8n, ...active, total_rewards: '5', changed_on: '2026-01-02' },
    ...{ twitter_confirmed: true, instagram_confirmed: true, youtube_confirmed: true },
  });
});

test('every way in which EVO moves, in one row', async () => {
  const row = await rowAfter(
    { type: 'RewardGranted', data: { grantId: id, amount: '100', source: 'admin', reason: 'x' } },
    { type: 'RewardsClaimed', data: { claimId: id, amount: '30' } },
    { type: 'BalanceCleared', data: { amount: '5', reason: 'x' } },
    { type: 'RewardRevoked', data: { grantId: id, amount: '7', reason: 'x' } },
    { type: 'RewardsReset', data: { resetId: id, total: '60', claimed: '20' } },
    { type: 'RewardsRestored', data: { resetId: id, total: '1', claimed: '2' } },
  );
  expect(row).toMatchObject({ total_rewards: '29', claimed_rewards: '12' });
});

test('the first success stays the first, and the last act is the last', async () => {
  const ledger = new TestLedger();
  ledger.open({ userId });
  for (const time of ['2026-01-02T00:00:00.000Z', '2026-01-03T00:00:00.000Z']) {
    ledger.now = Date.parse(time);
    ledger.account(userId, task('twitter', 'like'));
  }
  expect((await writtenRows(accounts, ledger.events)).users).toMatchObject([
    { succeeded_at: '2026-01-02T00:00:00.000Z', active_at: '2026-01-03T00:00:00.000Z' },
  ]);
});

test('the day of the last change never goes back, whatever the clock of another replica says', async () => {
  const ledger = new TestLedger();
  ledger.open({ userId });
  for (const time of ['2026-01-02T00:00:00.001Z', '2026-01-01T23:59:59.999Z']) {
    ledger.now = Date.parse(time);
    ledger.grant(userId, ONE_EVO);
  }
  const day = async () => (await writtenRows(accounts, ledger.events)).users;
  expect(await day()).toMatchObject([{ changed_on: '2026-01-02' }]);
  ledger.now = Date.parse('2026-01-04T12:00:00.000Z');
  ledger.claim(userId, ONE_EVO);
  expect(await day()).toMatchObject([{ changed_on: '2026-01-04', claimed_rewards: '1' }]);
});

test('an account goes on from what its row says', async () => {
  const time = new Date('2025-12-01T00:00:00.000Z');
  const row = {
    ...{ ...NEW, revision: '7', total_rewards: '12.500000000000000000', claimed_rewards: '2', streak: '4' },
    ...{ opened_at: time, whitelisted_at: time, succeeded_at: time, active_at: time },
  };
  const ledger = new TestLedger();
  ledger.account(userId, { type: 'UsernameChanged', data: { username: 'ada' } });
  const written = async (known: object) =>
    (await writtenRows(accounts, ledger.events, { users: [known] })).users?.[0];
  const kept = {
    ...NEW,
    revision: 0n,
    username: 'ada',
    total_rewards: '12.5',
    claimed_rewards: '2',
    streak: 4n,
  };
  const iso = time.toISOString();
  expect(await written(row)).toEqual({
    ...{ ...kept, opened_at: iso, whitelisted_at: iso, succeeded_at: iso, active_at: iso },
  });
  const never = { ...row, whitelisted_at: null, succeeded_at: null, active_at: null };
  expect(await written(never)).toEqual({ ...kept, opened_at: iso });
});
