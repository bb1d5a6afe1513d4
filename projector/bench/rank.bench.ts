import type { Lane } from '../../ledger/bench/measure.ts';
import { measure } from '../../ledger/bench/measure.ts';
import { printTable, thousands } from '../../ledger/bench/table.ts';
import { beginIn, type Database, LIVE_SCHEMA } from '../database.ts';
import { leaderboardPage, standingOf } from '../read-models/leaderboard/queries.ts';
import { startTestReadModels, type TestReadModels } from '../testing/read-models.ts';

const SECONDS = 3;
const LANES = 4;

/**
 * What a user's place and a page of the leaderboard cost as the number of users grows, beside what counting all
 * users above would.
 * @param args numbers of users, 10⁴, 10⁵ and 10⁶ when none is given
 */
export async function bench(args: readonly string[]): Promise<void> {
  const sizes = args.length > 0 ? args.map(Number) : [10_000, 100_000, 1_000_000];
  const table = [
    ['users', 'place p50 ms', 'p99', 'page of 25 p50 ms', 'p99', 'counted place p50 ms', 'p99', 'trie rows'],
  ];
  for (const users of sizes) {
    const db = await startTestReadModels();
    try {
      await fill(db, users);
      const ids = await someUsers(db.pool);
      const place = await timesOf(() => standingOf(db.pool, pick(ids).user_id));
      const page = await timesOf(() => {
        const { user_id, total } = pick(ids);
        return leaderboardPage(db.pool, { after: { total: BigInt(total), userId: user_id }, limit: 25 });
      });
      const counted = await timesOf(() => countedPlace(db.pool, pick(ids).user_id));
      const { rows } = await db.pool.query<{ count: string }>('select count(*) from read_models.rank_nodes');
      table.push([
        thousands(users),
        ...[place, page, counted].flatMap(({ p50, p99 }) => [p50.toFixed(2), p99.toFixed(2)]),
        thousands(Number(rows[0]?.count)),
      ]);
    } finally {
      await db.stop();
    }
  }
  printTable(table);
}

async function timesOf(ask: Lane) {
  return measure(
    Array.from({ length: LANES }, () => ask),
    SECONDS,
  );
}

/** A third with the welcome bonus alone, the others spread over a hundred million base amounts. */
async function fill(db: TestReadModels, users: number): Promise<void> {
  const client = await db.pool.connect();
  try {
    await beginIn(client, LIVE_SCHEMA);
    await client.query(
      `insert into standings
       select gen_random_uuid(), case when n % 3 = 0 then 100 else 100 + trunc((random() * 10000)::numeric, 4) end
       from generate_series(1, $1::bigint) as n`,
      [users],
    );
    await client.query(
      `insert into users (user_id, revision, username, total_rewards, claimed_rewards, opened_at, removed,
         email_verified, marketing_opt_in, twitter_confirmed, instagram_confirmed, youtube_confirmed,
         twitter_follow, twitter_like, twitter_retweet, instagram_follow, youtube_subscribe, streak)
       select user_id, 0, 'evo', total, 0, now(), false, false, false, false, false, false, false, false, false,
         false, false, 0
       from standings`,
    );
    await client.query(
      `insert into rank_nodes
       select left(digits, level * 2), substr(digits, level * 2 + 1, 2)::smallint, count(*)
       from (select lpad((total * 1000000000000000000)::numeric(38, 0)::text, 38, '0') as digits from standings) as written,
            generate_series(0, 18) as level
       where substr(digits, level * 2 + 1, 2) <> '00'
       group by 1, 2`,
    );
    await client.query('update stats set participants = $1', [users]);
    await client.query('commit');
  } finally {
    client.release();
  }
  await db.pool.query('vacuum analyze');
}

type Sample = { readonly user_id: string /** Base units. */; readonly total: string };

async function someUsers(db: Database): Promise<Sample[]> {
  const { rows } = await db.query<Sample>(
    `select user_id, (total * 1000000000000000000)::numeric(38, 0)::text as total
     from read_models.standings order by random() limit 1000`,
  );
  return rows;
}

function pick(samples: readonly Sample[]): Sample {
  const sample = samples[Math.floor(Math.random() * samples.length)];
  if (!sample) throw new Error('there are no users');
  return sample;
}

async function countedPlace(db: Database, userId: string): Promise<unknown> {
  return db.query(
    `select 1 + count(*) from read_models.standings
     where total > (select total from read_models.standings where user_id = $1)`,
    [userId],
  );
}
