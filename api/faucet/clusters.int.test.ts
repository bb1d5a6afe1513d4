import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ONE_EVO } from '../../contracts/money.ts';
import { LIVE_SCHEMA } from '../../projector/database.ts';
import { ensureSchema } from '../../projector/progress/schema.ts';
import { plansOf } from '../../projector/testing/explain.ts';
import { startTestDatabase, type TestDatabase } from '../testing/start-database.ts';
import { listClusters, listMembers } from './clusters.ts';

/** Each opened in a minute of its own. */
const MEMBERS = 40_000;
/** Opened in one more minute, and brought by one of the members. */
const FARM = 4;

let database: TestDatabase;
let client: pg.PoolClient;
beforeAll(async () => {
  database = await startTestDatabase();
  await ensureSchema(database.pool, LIVE_SCHEMA);
  client = await database.pool.connect();
  await fill();
});
afterAll(async () => {
  client.release(true);
  await database.stop();
});

async function fill(): Promise<void> {
  const id = (n: string) => `('00000000-0000-4000-8000-' || lpad((${n})::text, 12, '0'))::uuid`;
  await client.query(
    `insert into ${LIVE_SCHEMA}.users (user_id, revision, username, wallet_address, referrer_id, total_rewards,
       claimed_rewards, opened_at, removed, email_verified, marketing_opt_in, twitter_confirmed, instagram_confirmed,
       youtube_confirmed, twitter_follow, twitter_like, twitter_retweet, instagram_follow, youtube_subscribe, streak,
       hold_reason)
     select ${id('n')}, 0, 'evo' || n, '0x' || lpad(n::text, 40, '0'), case when n > ${MEMBERS} then ${id('1')} end,
       100, case when n > ${MEMBERS} then n - ${MEMBERS} else 0 end,
       '2026-01-31T23:59:59.999Z'::timestamptz - greatest(${MEMBERS} - n, 0) * interval '1 minute'
         + case when n > ${MEMBERS} then interval '1 second' * (n - ${MEMBERS}) else interval '0' end,
       false, false, false, false, false, false, false, false, false, false, false, 0,
       case when n = ${MEMBERS + FARM} then 'One farm' end
     from generate_series(1, ${MEMBERS + FARM}) as n`,
  );
  await client.query(
    `insert into faucet.openings (wallet, network, opened_at)
     select lower(wallet_address), sha256(case when referrer_id is null then user_id::text else 'farm' end::bytea), opened_at
     from ${LIVE_SCHEMA}.users`,
  );
  await client.query('vacuum analyze');
}

const kinds = ['minute', 'network', 'referrer', 'idle', 'held'] as const;

test.each(kinds)('the clusters by %s of many accounts are counted in memory', async (kind) => {
  const [plan = ''] = await plansOf(client, (spy) => listClusters(spy, kind, { limit: 10 }));
  expect(plan).not.toMatch(/\bDisk\b/);
});

test.each(['minute', 'network', 'referrer'] as const)(
  'a farm is told by its %s, with its sums',
  async (kind) => {
    const [found, ...others] = await listClusters(client, kind, { limit: 10 });
    expect(others).toEqual([]);
    expect(found).toMatchObject({
      ...{ size: FARM, idle: FARM, held: 1, pending: 390n * ONE_EVO, claimed: 10n * ONE_EVO },
      firstOpenedAt: new Date('2026-02-01T00:00:00.999Z'),
      lastOpenedAt: new Date('2026-02-01T00:00:03.999Z'),
      referrer: kind === 'referrer' ? 'evo1' : null,
    });
    if (kind === 'minute') expect(found?.key).toBe('2026-02-01 00:00');
    const members = await listMembers(client, { kind, key: found?.key ?? '' }, { limit: 10 });
    expect(members?.map(({ username }) => username)).toEqual(
      Array.from({ length: FARM }, (_, n) => `evo${MEMBERS + n + 1}`),
    );
  },
);

test('days are those of UTC, and each page goes on behind the one before, also among days of one size', async () => {
  const pages = [];
  for (let after: { size: number; key: string } | undefined; ; ) {
    const [row] = await listClusters(client, 'idle', { after, limit: 1 });
    if (!row) break;
    pages.push(row);
    after = row;
  }
  const days = pages.map(({ key }) => key);
  expect(pages[0]).toMatchObject({ key: '2026-01-31', size: 24 * 60 });
  // All of the first day is not there, and on the last one the farm alone was opened.
  expect(days.slice(0, -2)).toEqual(days.slice(0, -2).toSorted().reverse());
  expect(pages.at(-1)).toMatchObject({ key: '2026-02-01', size: FARM });
  expect(pages.reduce((sum, { size }) => sum + size, 0)).toBe(MEMBERS + FARM);
});
