import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, LIVE_SCHEMA } from '../database.ts';
import { plansOf } from '../testing/explain.ts';
import { fillRankNodes } from '../testing/rank-nodes.ts';
import { startTestReadModels, type TestReadModels } from '../testing/read-models.ts';
import { listActivities, rewardsSince } from './activities/queries.ts';
import { explainBalance, explainGrants, listDays } from './history/queries.ts';
import { leaderboardPage, standingOf } from './leaderboard/queries.ts';
import { referralStatistics } from './referrals/queries.ts';
import { publicFigures } from './stats/public-figures.ts';
import { listTransactions } from './transactions/queries.ts';
import { findOwnersOfWallets, findUserById } from './users/queries.ts';

const USERS = 20_000;
/** Of every user, in a year; the first has a hundred times as many, in a hundred days. */
const EVENTS = 10;
const first = '00000000-0000-4000-8000-000000000001';
const now = new Date('2026-06-01T00:00:00Z');
const weekAgo = new Date('2026-05-25T00:00:00Z');

let db: TestReadModels;
let client: pg.PoolClient;
beforeAll(async () => {
  db = await startTestReadModels();
  client = await db.pool.connect();
  await client.query(`set search_path to ${LIVE_SCHEMA}`);
  await fill();
});
afterAll(async () => {
  client.release(true);
  await db.stop();
});

/** Rows that differ enough for the planner; they need not add up. */
async function fill(): Promise<void> {
  const id = `('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid`;
  await client.query(
    `insert into users (user_id, revision, username, wallet_address, referrer_id, total_rewards, claimed_rewards,
       opened_at, removed, email_verified, marketing_opt_in, twitter_confirmed, instagram_confirmed,
       youtube_confirmed, twitter_follow, twitter_like, twitter_retweet, instagram_follow, youtube_subscribe,
       streak, active_at)
     select ${id}, 0, 'evo' || n, '0x' || lpad(n::text, 40, '0'), case when n % 2 = 0 then '${first}'::uuid end,
       n, 0, $1, false, false, false, false, false, false, false, false, false, false, false, 0,
       $1::timestamptz - n * interval '1 hour'
     from generate_series(1, ${USERS}) as n`,
    [now],
  );
  await client.query('insert into referrers select user_id, 1, 1, 1 from users');
  await client.query(
    'insert into active_friends select user_id, referrer_id, active_at from users where referrer_id is not null',
  );
  await client.query(`insert into standings select user_id, total_rewards from users`);
  await fillRankNodes(client);
  const events = `
    select user_id, row_number() over () as at, gen_random_uuid() as event_id,
           $1::timestamptz - e * case when user_id = '${first}' then interval '1 day' / 10
                                      else interval '36 days' end as created_at, e
    from users, generate_series(1, case when user_id = '${first}' then ${100 * EVENTS} else ${EVENTS} end) as e`;
  await client.query(
    `insert into activities select user_id, at, at, event_id, 'referral', 'referral', 'x', 1, created_at from (${events})`,
    [now],
  );
  await client.query(
    `insert into transactions select user_id, at, at, event_id, 'reward', 'x', 1, 'completed', null, null, null, created_at
     from (${events})`,
    [now],
  );
  await client.query(
    `insert into log_events
     select commit, prepare, row_number() over (order by commit) - 1, event_id, sha256(event_id::text::bytea),
            'account-' || user_id, row_number() over (partition by user_id order by commit), 'RewardGranted',
            created_at, user_id, null, null
     from transactions`,
  );
  await client.query(
    `insert into history_lines
     select user_id, at, at, event_id, 'RewardGranted', 'x', 1, case when e = 1 then 1 else 0 end, 1, 1, created_at
     from (${events})`,
    [now],
  );
  await client.query(
    `insert into history_days select distinct user_id, created_at::date, 1, 1 from (${events})`,
    [now],
  );
  await client.query(
    `insert into balances select 'user:' || user_id || ':claimable', 1 from users
     union all select 'program:issued', ${-USERS}`,
  );
  await client.query(
    `insert into raffles (raffle_id, number, stage, mode, amounts, committed_at)
     select ${id}, n, case when n > 995 then 'failed' else 'completed' end, 'flat', '["1"]', $1
     from generate_series(1, 1000) as n`,
    [now],
  );
  await client.query(
    `insert into raffle_events
     select raffle_id, 'raffle-' || raffle_id, revision, number, number,
            '{"type":"RaffleCompleted","data":{"totalDistributed":"1"},"metadata":{"occurredAt":"2026-06-01T00:00:00.000Z"}}'
     from raffles, generate_series(0, 19) as revision`,
  );
  // Every row is sampled: what the planner knows, and so each plan, is the same at every run.
  await client.query('set default_statistics_target to 10000');
  await client.query('vacuum analyze');
}

/** What every visitor's and every user's page asks, for the user with the most of everything. */
const questions: Record<string, (db: Database) => Promise<unknown>> = {
  'the figures of the program': (db) => publicFigures(db),
  'a user by id': (db) => findUserById(db, first),
  'a user by wallet': (db) => findOwnersOfWallets(db, [`0x${'1'.padStart(40, '0')}`]),
  'the standing with its neighbours': (db) => standingOf(db, first),
  'the first page of the leaderboard': (db) => leaderboardPage(db, { limit: 50 }),
  'a later page of the leaderboard': (db) =>
    leaderboardPage(db, { after: { total: 5_000n * 10n ** 18n, userId: first }, limit: 50 }),
  transactions: (db) => listTransactions(db, first, { limit: 25 }),
  'older transactions': (db) =>
    listTransactions(db, first, { before: { commit: 500n, prepare: 500n }, limit: 25 }),
  activities: (db) => listActivities(db, first, 10),
  'the rewards of a week': (db) => rewardsSince(db, first, weekAgo),
  'why the total': (db) => explainBalance(db, first, 'totalRewards', { limit: 25 }),
  'why the claimed': (db) => explainBalance(db, first, 'claimedRewards', { limit: 25 }),
  'why the pending, further back': (db) =>
    explainBalance(db, first, 'pendingRewards', { before: { commit: 500n, prepare: 500n }, limit: 25 }),
  'why the week': (db) => explainGrants(db, first, weekAgo, { limit: 25 }),
  'the days of a year': (db) => listDays(db, first, 366),
  'the referrals of one with ten thousand friends': (db) => referralStatistics(db, first, weekAgo),
};

test.each(Object.entries(questions))('%s: read from indexes, and no more than is asked', async (_, ask) => {
  const plans = await plansOf(client, ask);
  expect(plans).toHaveLength(1);
  for (const plan of plans) {
    const scans = plan.split('\n').filter((line) => /Seq Scan on (?!stats)/.test(line));
    expect(scans, plan).toEqual([]);
    const read = [...plan.matchAll(/Index.*rows=(\d+)/g)].map(([, rows]) => Number(rows));
    expect(Math.max(...read), plan).toBeLessThanOrEqual(170);
    expect(plan).not.toMatch(/Rows Removed by Filter: \d{2,}/);
  }
});
