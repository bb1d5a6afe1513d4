import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountEvent, RewardSource } from '../../contracts/events/account.ts';
import { ONE_EVO } from '../../contracts/money.ts';
import { storedHash } from '../../ledger/envelope.ts';
import { LIVE_SCHEMA } from '../database.ts';
import { project, startTestReadModels, type TestReadModels } from '../testing/read-models.ts';
import { TestLedger } from '../testing/test-ledger.ts';
import { listActivities, rewardsSince } from './activities/queries.ts';
import { explainGrants } from './history/queries.ts';
import { balanceOf, sumOfBalances } from './postings/queries.ts';
import { listProgramDays } from './program-days/queries.ts';
import { referralStatistics } from './referrals/queries.ts';
import { programStats } from './stats/queries.ts';
import { listTransactions } from './transactions/queries.ts';
import { readOverviews } from './users/overview.ts';

const DAY = 86_400_000;

let db: TestReadModels;
const ledger = new TestLedger();
let userId: string;
beforeAll(async () => {
  db = await startTestReadModels();
  userId = ledger.open();
  const grants: [bigint, RewardSource, string, string?][] = [
    [100n, 'welcome', 'Welcome bonus'],
    [35n, 'social_task', 'Retweeted', 'twitter:retweet:17'],
    [25n, 'social_task', 'Liked', 'twitter:like:17'],
    [75n, 'social_task', 'Followed', 'instagram:follow'],
    [200n, 'referral', 'A friend joined'],
    [5n, 'admin', 'NUL \0 and quotes \'"\\ {} and 🦊'],
  ];
  for (const [evo, source, reason, ref] of grants) {
    ledger.grant(userId, evo * ONE_EVO, ref ? { source, reason, ref } : { source, reason });
    ledger.now += DAY;
  }
  ledger.claim(userId, 440n * ONE_EVO);
  const other = ledger.open();
  ledger.grant(other, 1n);
  await project(db.pool, ledger.events);
});
afterAll(() => db.stop());

test('transactions: newest first, a page after the other, by ledger position', async () => {
  const all = await listTransactions(db.pool, userId, { limit: 100 });
  expect(all.map(({ type, description, amount }) => [type, description, amount / ONE_EVO])).toEqual([
    ['claim', 'Claimed rewards', 440n],
    ['reward', 'NUL \u{fffd} and quotes \'"\\ {} and 🦊', 5n],
    ['referral', 'A friend joined', 200n],
    ['reward', 'Followed', 75n],
    ['reward', 'Liked', 25n],
    ['reward', 'Retweeted', 35n],
    ['reward', 'Welcome bonus', 100n],
  ]);
  const hashes = new Map(ledger.events.map((event) => [event.id, storedHash(event)]));
  expect(all.map(({ eventHash }) => `sha256-jcs:${eventHash}`)).toEqual(all.map(({ id }) => hashes.get(id)));
  expect(all[0]).toMatchObject({ status: 'completed', txHash: null, createdAt: new Date(ledger.now) });
  const paged = [];
  let before = undefined as (typeof all)[number]['position'] | undefined;
  do {
    const page = await listTransactions(db.pool, userId, before ? { before, limit: 3 } : { limit: 3 });
    paged.push(...page);
    before = page.length === 3 ? page.at(-1)?.position : undefined;
  } while (before);
  expect(paged).toEqual(all);
});

test('activities: what was granted, by kind; claims are none', async () => {
  const activities = await listActivities(db.pool, userId, 5);
  expect(activities.map(({ type, reward }) => [type, reward / ONE_EVO])).toEqual([
    ['other', 5n],
    ['referral', 200n],
    ['other', 75n],
    ['twitter_like', 25n],
    ['twitter_retweet', 35n],
  ]);
});

test('rewards since a moment, that moment included', async () => {
  const since = (days: number) => rewardsSince(db.pool, userId, new Date(ledger.now - days * DAY));
  expect(await since(2)).toBe(205n * ONE_EVO);
  expect(await since(100)).toBe(440n * ONE_EVO);
  expect(await since(-1)).toBe(0n);
  // The week is the same wherever it is told.
  const moment = new Date(ledger.now - 2 * DAY);
  const [overview] = await readOverviews(db.pool, [{ userId, since: moment }], 1);
  const { total } = await explainGrants(db.pool, userId, moment, { limit: 1 });
  expect([overview?.rewards, total]).toEqual([205n * ONE_EVO, 205n * ONE_EVO]);
  expect((await referralStatistics(db.pool, userId, moment)).earnedSince).toBe(200n * ONE_EVO);
});

test('postings and balances', async () => {
  expect(await balanceOf(db.pool, `user:${userId}:claimed`)).toBe(440n * ONE_EVO);
  expect(await balanceOf(db.pool, `user:${userId}:claimable`)).toBe(0n);
  expect(await balanceOf(db.pool, 'program:issued')).toBe(-440n * ONE_EVO - 1n);
  expect(await balanceOf(db.pool, 'nobody')).toBe(0n);
  expect(await sumOfBalances(db.pool)).toBe(0n);
});

test('stats of the program', async () => {
  expect(await programStats(db.pool)).toEqual({
    totalUsers: 2,
    withWallet: 2,
    withBalance: 1,
    verifiedEmails: 0,
    marketingOptIns: 0,
    totalRewards: 440n * ONE_EVO + 1n,
  });
});

// In Santiago the clocks go on at midnight: the sixth of September begins at one.
test.each(['UTC', 'America/Santiago', 'Pacific/Auckland'])(
  'the last days are those of UTC, each with its own sums, where Postgres has the time zone %s',
  async (zone) => {
    const client = await db.pool.connect();
    try {
      await client.query('begin');
      await client.query(`set local time zone '${zone}'`);
      await client.query(
        `insert into ${LIVE_SCHEMA}.program_days
         select date '2026-09-08' - n, n, n + 1 from generate_series(0, 5) as n where n <> 3`,
      );
      await client.query(
        `insert into ${LIVE_SCHEMA}.program_day_grants
         select date '2026-09-08' - n, 'streak', n + 2 from generate_series(0, 5) as n where n <> 3`,
      );
      const days = await listProgramDays(client, '2026-09-08', 5);
      const told = days.map(({ day, newUsers, claimed, granted }) => [
        day,
        newUsers,
        Number(claimed / ONE_EVO),
        Number((granted.get('streak') ?? 0n) / ONE_EVO),
      ]);
      expect(told).toEqual([
        ['2026-09-04', 4, 5, 6],
        ['2026-09-05', 0, 0, 0],
        ['2026-09-06', 2, 3, 4],
        ['2026-09-07', 1, 2, 3],
        ['2026-09-08', 0, 1, 2],
      ]);
    } finally {
      await client.query('rollback');
      client.release();
    }
  },
);

test('of the friends those are active who have done something since a moment and were not removed', async () => {
  const referrerId = ledger.open();
  const start = ledger.now;
  const friend = (...events: readonly AccountEvent[]) => {
    const friendId = ledger.open({ referrerId });
    for (const event of events) ledger.account(friendId, event);
  };
  const checkedIn: AccountEvent = { type: 'CheckedIn', data: { day: '2026-01-07', streak: 1 } };
  ledger.now = start - 1;
  friend(checkedIn);
  ledger.now = start;
  friend(checkedIn);
  friend(checkedIn, { type: 'AccountRemoved', data: { reason: 'Abuse' } });
  friend();
  await project(db.pool, ledger.events);
  const statistics = await referralStatistics(db.pool, referrerId, new Date(start));
  expect(statistics).toMatchObject({ total: 3, successful: 0, active: 1 });
});
