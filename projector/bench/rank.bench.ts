import { secondsOr, sizesOr } from '../../ledger/bench/asked.ts';
import type { Measurement } from '../../ledger/bench/measure.ts';
import { printTable, thousands } from '../../ledger/bench/table.ts';
import { beginIn, type Database, LIVE_SCHEMA } from '../database.ts';
import { leaderboardPage, standingOf } from '../read-models/leaderboard/queries.ts';
import { rankOf } from '../read-models/leaderboard/rank.ts';
import { fillRankNodes } from '../testing/rank-nodes.ts';
import { startTestReadModels, type TestReadModels } from '../testing/read-models.ts';
import { plansOf } from './plans.ts';
import { measureInTurns } from './turns.ts';

/** Of each question about each group, without the warm-up. */
const SECONDS = secondsOr('3');
const ROUNDS = 3;
const GROUP = 500;

const RANK = `select ${rankOf('standings.total')} as place from ${LIVE_SCHEMA}.standings where user_id = $1`;
const COUNT = `
  select 1 + count(*) as place from ${LIVE_SCHEMA}.standings
  where total > (select total from ${LIVE_SCHEMA}.standings where user_id = $1)`;

export const HELP = 'npm run bench -- rank [USERS …]';

/**
 * What a user's rank costs as the number of users grows, beside counting all users above, for users anywhere, at the
 * top, in the middle and at the bottom; and what the leaderboard makes of it.
 * @param args numbers of users, 10⁴, 10⁵ and 10⁶ when none is given
 */
export async function bench(args: readonly string[]): Promise<void> {
  const sizes = sizesOr([10_000, 100_000, 1_000_000], args, 'USERS');
  const head = (what: string) => [`${what}: p50 ms`, 'p99', '× size before'];
  const ranks = [['users', 'whose', ...head('rank'), 'rows', ...head('counted'), 'rows', 'counted / rank']];
  const pages = [['users', ...head('place, neighbours'), ...head('any page of 25'), ...head('last page')]];
  const before = new Map<string, number>();
  const cellsOf = (name: string, { p50, p99 }: Measurement): string[] => {
    const growth = p50 / (before.get(name) ?? Number.NaN);
    before.set(name, p50);
    return [p50.toFixed(3), p99.toFixed(3), Number.isNaN(growth) ? '' : growth.toFixed(2)];
  };
  for (const users of sizes) {
    const db = await startTestReadModels();
    try {
      await fill(db, users);
      const groups = await groupsOf(db.pool, users);
      for (const group of Object.values(groups)) await assertRanks(db.pool, group);
      for (const [whose, group] of Object.entries(groups)) {
        const [rank, counted] = await compare(db.pool, group);
        ranks.push([
          thousands(users),
          whose,
          ...cellsOf(`rank ${whose}`, rank),
          thousands(await rowsRead(db, RANK, group)),
          ...cellsOf(`counted ${whose}`, counted),
          thousands(await rowsRead(db, COUNT, group)),
          (counted.p50 / rank.p50).toFixed(1),
        ]);
      }
      const measured = await measurePages(db.pool, groups);
      pages.push([thousands(users), ...measured.flatMap((one, index) => cellsOf(`page ${index}`, one))]);
    } finally {
      await db.stop();
    }
  }
  printTable(ranks);
  console.log('');
  printTable(pages);
}

async function compare(db: Database, group: readonly Sample[]): Promise<[Measurement, Measurement]> {
  const lanes = [RANK, COUNT].map((sql) => [() => db.query(sql, [pick(group).user_id])]);
  const [rank, counted] = await measureInTurns(lanes, { seconds: SECONDS, rounds: ROUNDS });
  if (!rank || !counted) throw new Error('nothing was measured');
  return [rank, counted];
}

async function measurePages(db: Database, { anyone, bottom }: Groups): Promise<Measurement[]> {
  const pageAfter = ({ user_id, total }: Sample) =>
    leaderboardPage(db, { after: { total: BigInt(total), userId: user_id }, limit: 25 });
  const lanes = [
    () => standingOf(db, pick(anyone).user_id),
    () => pageAfter(pick(anyone)),
    () => pageAfter(pick(bottom)),
  ];
  return measureInTurns(
    lanes.map((lane) => [lane]),
    { seconds: SECONDS, rounds: ROUNDS },
  );
}

/** The most rows that the query reads of tables and indexes, for any of some users. */
async function rowsRead(db: TestReadModels, text: string, group: readonly Sample[]): Promise<number> {
  const client = await db.pool.connect();
  try {
    let most = 0;
    for (let one = 0; one < 20; one++) {
      const plans = await plansOf(client, { text, values: [pick(group).user_id] });
      const rows = plans.flatMap(({ scans }) => scans.map((scan) => scan.rows));
      most = Math.max(
        most,
        rows.reduce((sum, next) => sum + next, 0),
      );
    }
    return most;
  } finally {
    client.release(true);
  }
}

/** Ranks are worth measuring only when they are right. */
async function assertRanks(db: Database, group: readonly Sample[]): Promise<void> {
  for (const { user_id } of group.slice(0, 20)) {
    const [rank, counted] = await Promise.all(
      [RANK, COUNT].map(async (sql) => (await db.query<{ place: string }>(sql, [user_id])).rows[0]?.place),
    );
    if (rank === undefined || rank !== counted) throw new Error(`rank ${rank}, counted ${counted}`);
  }
}

/**
 * Four of five have whole totals, few different ones and so many ties, falling off towards the top; every fifth has
 * one with four decimals.
 */
async function fill(db: TestReadModels, users: number): Promise<void> {
  const client = await db.pool.connect();
  try {
    await beginIn(client, LIVE_SCHEMA);
    await client.query(
      `insert into standings
       select gen_random_uuid(),
              100 + 25 * floor(400 * power(random(), 4))::numeric
                + case when n % 5 = 0 then trunc((random() * 100)::numeric, 4) else 0 end
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
    await fillRankNodes(client);
    await client.query('update stats set participants = $1', [users]);
    await client.query('commit');
  } finally {
    client.release();
  }
  await db.pool.query('vacuum analyze');
}

/** `total` in base units. */
type Sample = { readonly user_id: string; readonly total: string };
type Groups = Readonly<Record<'anyone' | 'top' | 'middle' | 'bottom', readonly Sample[]>>;

async function groupsOf(db: Database, users: number): Promise<Groups> {
  // Qualified, because the column of the answer is a text.
  const some = async (order: string, offset = 0): Promise<Sample[]> => {
    const { rows } = await db.query<Sample>(
      `select user_id, (total * 1000000000000000000)::numeric(38, 0)::text as total
       from ${LIVE_SCHEMA}.standings order by ${order} limit ${GROUP} offset ${Math.floor(offset)}`,
    );
    return rows;
  };
  return {
    anyone: await some('random()'),
    top: await some('standings.total desc'),
    middle: await some('standings.total', users / 2),
    bottom: await some('standings.total'),
  };
}

function pick(samples: readonly Sample[]): Sample {
  const sample = samples[Math.floor(Math.random() * samples.length)];
  if (!sample) throw new Error('there are no users');
  return sample;
}
