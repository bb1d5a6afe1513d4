import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LIVE_SCHEMA } from '../../database.ts';
import { plansOf } from '../../testing/explain.ts';
import { startTestReadModels, type TestReadModels } from '../../testing/read-models.ts';
import { listEvents } from './feed.ts';

const MEMBERS = 10_000;
/** Rows of a page. */
const LIMIT = 25;

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

/** Members who have reserved a wallet, joined and claimed, a seal after each, and some who connected an account elsewhere. */
async function fill(): Promise<void> {
  const id = `('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid`;
  await client.query(
    `insert into log_events
     select n * 10 + at, n * 10 + at, case when kind <> 'seals' then n * 5 + at end, gen_random_uuid(), sha256(n::text::bytea),
            case kind when 'account' then 'account-' || ${id} when 'seals' then 'seals' else kind || '-' || n end,
            case kind when 'wallet' then 0 when 'seals' then n else at end, type, now(),
            case kind when 'account' then ${id} end, null, null
     from generate_series(1, ${MEMBERS}) as n,
       unnest(
         array['wallet', 'account', 'account', 'account', 'social', 'seals'],
         array['Reserved', 'AccountOpened', 'RewardGranted', 'RewardsClaimed', 'Reserved', 'LedgerSealed']
       ) with ordinality as happened (kind, type, at)
     where kind <> 'social' or n < 5`,
  );
  // As for tables that are much larger: reading ahead pays in small ones.
  await client.query('set default_statistics_target to 10000; set enable_bitmapscan to off');
  await client.query('vacuum analyze log_events');
}

const types = [
  'Reserved',
  'AccountOpened',
  'RewardGranted',
  'RewardsClaimed',
  'LedgerSealed',
  'RevisionTaken',
];
const streams = ['account', 'wallet', 'social', 'raffle', 'seals', 'admins', 'wallet-5000'];
const both = types.flatMap((type) => streams.map((stream) => ({ type, stream })));

test.each(both)('$type in $stream: no more is read than is shown', async ({ type, stream }) => {
  const plans = await plansOf(client, async (spy) => {
    const rows = await listEvents(spy, { type, stream }, { limit: LIMIT });
    const { rows: due } = await client.query<{ id: string }>(
      `select id from log_events where type = $1 and (stream = $2 or stream like $2 || '-%')
       order by commit desc limit $3`,
      [type, stream, LIMIT],
    );
    expect(rows.map(({ eventId }) => eventId)).toEqual(due.map(({ id }) => id));
  });
  for (const plan of plans) {
    expect(plan).not.toMatch(/Seq Scan on log_events/);
    const read = [...plan.matchAll(/Scan.* on log_events.*rows=(\d+)/g)].map(([, rows]) => Number(rows));
    const skipped = [...plan.matchAll(/Rows Removed by Filter: (\d+)/g)].map(([, rows]) => Number(rows));
    expect(Math.max(0, ...read, ...skipped), plan).toBeLessThanOrEqual(2 * LIMIT);
  }
});
