import type { LedgerPosition } from '../../contracts/ledger-position.ts';
import { secondsOr, sizesOr } from '../../ledger/bench/asked.ts';
import { printTable, thousands } from '../../ledger/bench/table.ts';
import { beginIn, type Database, LIVE_SCHEMA } from '../database.ts';
import { EVENTS_A_MARK } from '../read-models/clock/project.ts';
import { placeAtTime } from '../read-models/clock/queries.ts';
import { type FeedFilter, listEvents, listMoves } from '../read-models/log/feed.ts';
import { type Board, copyBoard } from '../read-models/moments/boards.ts';
import { accountAt, leadersAt, sumsAt } from '../read-models/moments/queries.ts';
import { startTestReadModels, type TestReadModels } from '../testing/read-models.ts';
import { measureInTurns } from './turns.ts';

/** Of each question about each kind of moment, without the warm-up. */
const SECONDS = secondsOr('3');
const ROUNDS = 3;
/** What is asked, in the order of the lanes. */
const WHAT = ['sums', 'first ten', 'account and rank', 'a time', 'moves between'];

/** One event in so many opens an account; all others grant to one that is open. */
const OPENING = 10;
const SAMPLES = 50;
/** Milliseconds: event n happens n seconds later, some ten seconds too early by its clock. */
const FIRST = Date.UTC(2026, 0, 1);
const END = { commit: 2n ** 62n, prepare: 0n };

export const HELP = 'npm run bench -- moments [EVENTS …]';

/**
 * What a moment of the ledger costs: the sums of the program, the first ten, one account with its rank, the place of a
 * time and a page of what moved since a moment, at any moment and at those that are farthest from a copy of the
 * leaderboard; and what a page of the list of events costs.
 * @param args numbers of events, 10⁵ and 10⁶ when none is given
 */
export async function bench(args: readonly string[]): Promise<void> {
  const sizes = sizesOr([100_000, 1_000_000], args, 'EVENTS');
  const head = (what: string) => [`${what}: p50 ms`, 'p99'];
  const feeds = [['events', 'list of events', ...head('page of 25')]];
  const table = [['events', 'accounts', 'moments', ...WHAT.flatMap(head)]];
  for (const events of sizes) {
    const db = await startTestReadModels();
    try {
      const { copies, seconds } = await fill(db, events);
      const groups = {
        any: Array.from({ length: SAMPLES }, () => 1 + Math.floor(Math.random() * events)),
        // The last ones: the board is largest there, and so are the changes since its copy.
        'before a copy': copies.slice(-5).map((number) => number - 1),
      };
      for (const [which, numbers] of Object.entries(groups)) {
        const measured = await measureMoments(db.pool, numbers, events);
        const cells = measured.flatMap(({ p50, p99 }) => [p50.toFixed(1), p99.toFixed(1)]);
        table.push([thousands(events), thousands(events / OPENING), which, ...cells]);
      }
      const pages = await measureInTurns(
        FEEDS.map((filter) => [() => listEvents(db.pool, filter, { before: at(groups.any), limit: 25 })]),
        { seconds: SECONDS, rounds: ROUNDS },
      );
      for (const [index, { p50, p99 }] of pages.entries()) {
        feeds.push([thousands(events), JSON.stringify(FEEDS[index]), p50.toFixed(1), p99.toFixed(1)]);
      }
      console.log(
        `${thousands(events)} events: ${copies.length} copies of the board in ${seconds.toFixed(1)} s`,
      );
    } finally {
      await db.stop();
    }
  }
  printTable(table);
  console.log('');
  printTable(feeds);
}

/** The position of one of some events. */
function at(numbers: readonly number[]): LedgerPosition {
  const number = BigInt(numbers[Math.floor(Math.random() * numbers.length)] ?? 1);
  return { commit: number, prepare: number };
}

/** A filter that fits most events, and those that fit one in a hundred and one in ten thousand. */
const FEEDS: readonly FeedFilter[] = [
  {},
  { stream: 'account' },
  { stream: 'raffle' },
  { type: 'RaffleDrawn' },
  { stream: 'access-log' },
];

function measureMoments(db: Database, numbers: readonly number[], events: number) {
  const anyone = () => userId(Math.floor(Math.random() * (events / OPENING)));
  const lanes = [
    () => sumsAt(db, at(numbers)),
    () => leadersAt(db, at(numbers), 10),
    () => accountAt(db, anyone(), at(numbers)),
    () => placeAtTime(db, new Date(FIRST + 1_000 * Number(at(numbers).commit))),
    () => listMoves(db, { after: at(numbers), upTo: END, limit: 25 }),
  ];
  return measureInTurns(
    lanes.map((lane) => [lane]),
    { seconds: SECONDS, rounds: ROUNDS },
  );
}

const userId = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const USER_ID = `('00000000-0000-4000-8000-' || lpad(who::text, 12, '0'))::uuid`;

/** Event n stands at the position n. Whole amounts and a few with decimals, so that totals tie as they do. */
async function fill(db: TestReadModels, events: number): Promise<{ copies: number[]; seconds: number }> {
  const client = await db.pool.connect();
  try {
    await beginIn(client, LIVE_SCHEMA);
    await client.query(
      `create temp table happened on commit drop as
       select n, who, amount, sum(amount) over (partition by who order by n) as after
       from (
         select n, n % ${OPENING} = 1 as opens,
                case when n % ${OPENING} = 1 then n / ${OPENING}
                     else floor(random() * (1 + n / ${OPENING}))::bigint end as who,
                case when n % ${OPENING} = 1 then 0
                     when n % 50 = 0 then trunc((random() * 100)::numeric, 4)
                     else 25 * floor(1 + 8 * power(random(), 3))::numeric end as amount
         from generate_series(1, $1::bigint) as n
       ) as acts`,
      [events],
    );
    await client.query(
      `insert into moments
       select n, n, n, ${USER_ID}, case when n % ${OPENING} <> 1 then after - amount end, after,
              1 + n / ${OPENING}, 1 + n / ${OPENING}, -sum(amount) over past, 0, 0, 0, sum(amount) over past, 0,
              1 + n / ${OPENING}, 0
       from happened window past as (order by n)`,
    );
    await client.query(
      `insert into history_lines
       select ${USER_ID}, n, n, gen_random_uuid(), 'RewardGranted', 'x', amount, 0, after, 0, now()
       from happened where amount > 0`,
    );
    await client.query(
      `insert into users (user_id, revision, username, total_rewards, claimed_rewards, opened_at, removed,
         email_verified, marketing_opt_in, twitter_confirmed, instagram_confirmed, youtube_confirmed,
         twitter_follow, twitter_like, twitter_retweet, instagram_follow, youtube_subscribe, streak)
       select ${USER_ID}, 0, 'evo', max(after), 0, now(), false, false, false, false, false, false, false, false, false,
         false, false, 0
       from happened group by who`,
    );
    await client.query(
      `insert into postings
       select n, n, side, gen_random_uuid(), case side when 0 then 'program:issued' else 'user:x:claimable' end,
              case side when 0 then -amount else amount end
       from happened, generate_series(0, 1) as side where amount > 0`,
    );
    await client.query(
      `insert into log_events
       select n, n, n - 1, gen_random_uuid(), sha256(n::text::bytea),
              case when n % 10000 = 5 then 'raffle-' || n when n % 100 = 5 then 'access-log-' || n
                   else 'account-' || ${USER_ID} end,
              n, case when n % 10000 = 5 then 'RaffleDrawn' when n % 100 = 5 then 'AccessDenied'
                      when amount > 0 then 'RewardGranted' else 'AccountOpened' end,
              $1::timestamptz + (n - case when n % 7 = 0 then 10 else 0 end) * interval '1 second',
              case when n % 100 <> 5 then ${USER_ID} end, null, null
       from happened`,
      [new Date(FIRST)],
    );
    await client.query(
      `insert into clock_marks
       select n, n, $1::timestamptz + n * interval '1 second' from happened where n % ${EVENTS_A_MARK} = 0`,
      [new Date(FIRST)],
    );
    await client.query('analyze moments, history_lines, users');
    const copies = numbersOfCopies(events);
    const started = performance.now();
    let previous: Board | undefined;
    for (const number of copies) {
      const board = { number: BigInt(number), position: { commit: BigInt(number), prepare: BigInt(number) } };
      await copyBoard(client, board, previous);
      previous = board;
    }
    const seconds = (performance.now() - started) / 1000;
    await client.query('commit');
    await db.pool.query('vacuum analyze');
    return { copies, seconds };
  } finally {
    client.release();
  }
}

/** As the read model decides: as many changes as the board has places. */
function numbersOfCopies(events: number): number[] {
  const numbers: number[] = [];
  for (let number = 1, last = 0; number <= events; number++) {
    if (number - last < Math.max(32, 1 + Math.floor(number / OPENING))) continue;
    numbers.push(number);
    last = number;
  }
  return numbers;
}
