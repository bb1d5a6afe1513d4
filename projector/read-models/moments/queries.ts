import type { LedgerPosition } from '../../../contracts/ledger-position.ts';
import { formatEvo } from '../../../contracts/money.ts';
import { type Database, LIVE_SCHEMA } from '../../database.ts';
import { amountFromSql } from '../../sql-amount.ts';
import { CLASS_ACCOUNTS, CLASSES, type ClassName } from './classes.ts';

/** The sums of the program at a moment. Amounts are base units, signed. */
export type SumsAt = {
  /** Accounts that are not removed. */
  readonly users: number;
  /** Every class, in a fixed order; their balances add up to zero. */
  readonly classes: readonly ClassAt[];
};

export type ClassAt = {
  readonly name: ClassName;
  /** As a trial balance names it. */
  readonly account: string;
  /** Accounts of the class that have a balance. */
  readonly accounts: number;
  readonly balance: bigint;
};

/** After the last event up to `at`; all zero before the first. */
export async function sumsAt(db: Database, at: LedgerPosition): Promise<SumsAt> {
  const { rows } = await db.query<SumsRow>(
    `select users, with_claimable, with_claimed, ${CLASSES.join(', ')} from ${LIVE_SCHEMA}.moments
     where (commit, prepare) <= ($1::bigint, $2::bigint) order by commit desc, prepare desc limit 1`,
    [at.commit, at.prepare],
  );
  const row = rows[0];
  return {
    users: Number(row?.users ?? 0),
    classes: CLASSES.map((name) => {
      const balance = amountFromSql(row?.[name] ?? '0');
      return { name, account: CLASS_ACCOUNTS[name], accounts: accountsOf(name, balance, row), balance };
    }),
  };
}

type SumsRow = Record<'users' | 'with_claimable' | 'with_claimed' | ClassName, string>;

function accountsOf(name: ClassName, balance: bigint, row: SumsRow | undefined): number {
  if (name === 'claimable') return Number(row?.with_claimable ?? 0);
  if (name === 'claimed') return Number(row?.with_claimed ?? 0);
  return balance === 0n ? 0 : 1;
}

export type LeaderAt = {
  readonly userId: string;
  /** Of today: a name is a label of the account, and whoever took it off does not get it back in the past. */
  readonly username: string;
  /** 1 + the number of users with a greater total; users with the same total share it. */
  readonly rank: number;
  /** Base units. */
  readonly total: bigint;
};

/** Places of a copy that are read first, for each one that is asked for; where too many of them have changed, more. */
const FIRST_READ = 2;
const READ_MORE = 16;

/** The first places of the leaderboard as it stood after the last event up to `at`, in its order. */
export async function leadersAt(db: Database, at: LedgerPosition, limit: number): Promise<LeaderAt[]> {
  const board = await boardAt(db, at);
  for (let depth = limit * FIRST_READ; ; depth *= READ_MORE) {
    const { rows } = await db.query<LeaderRow>(LEADERS, [
      at.commit,
      at.prepare,
      board.commit,
      board.prepare,
      board.number,
      limit,
      depth,
    ]);
    const [counts] = rows;
    // Whoever stands further down in the copy may be among the first once those above have left.
    if (Number(counts?.kept) < limit && Number(counts?.read) === depth) continue;
    return rows.flatMap(({ user_id, username, rank, total }) =>
      user_id === null
        ? []
        : [{ userId: user_id, username, rank: Number(rank), total: amountFromSql(total) }],
    );
  }
}

/** Every row tells how many places of the copy were read, and how many of those had not changed since. */
type LeaderRow = { read: string; kept: string } & (
  | { user_id: string; username: string; rank: string; total: string }
  | { user_id: null; username: null; rank: null; total: null }
);

export type AccountAt = {
  /** Base units. */
  readonly totalRewards: bigint;
  readonly claimedRewards: bigint;
  /** Null while the account has no place on the leaderboard. */
  readonly rank: number | null;
};

/** One account after the last event up to `at`; nothing of one that was not open then. */
export async function accountAt(db: Database, userId: string, at: LedgerPosition): Promise<AccountAt> {
  const { rows } = await db.query<{ total: string; claimed: string }>(
    `select total_after as total, claimed_after as claimed from ${LIVE_SCHEMA}.history_lines
     where user_id = $1 and (commit, prepare) <= ($2::bigint, $3::bigint)
     order by commit desc, prepare desc limit 1`,
    [userId, at.commit, at.prepare],
  );
  const totalRewards = amountFromSql(rows[0]?.total ?? '0');
  const claimedRewards = amountFromSql(rows[0]?.claimed ?? '0');
  return { totalRewards, claimedRewards, rank: await rankAt(db, userId, totalRewards, at) };
}

/** @param total of the user at that moment, in base units */
async function rankAt(
  db: Database,
  userId: string,
  total: bigint,
  at: LedgerPosition,
): Promise<number | null> {
  const board = await boardAt(db, at);
  const { rows } = await db.query<{ rank: string; is_on_board: boolean }>(RANK, [
    at.commit,
    at.prepare,
    board.commit,
    board.prepare,
    board.number,
    userId,
    formatEvo(total),
  ]);
  const row = rows[0];
  return row?.is_on_board ? Number(row.rank) : null;
}

/** The newest copy of the leaderboard up to a moment; one of nothing where there is none. */
async function boardAt(
  db: Database,
  at: LedgerPosition,
): Promise<{ number: string; commit: string; prepare: string }> {
  const { rows } = await db.query<{ number: string; commit: string; prepare: string }>(
    `select number, commit, prepare from ${LIVE_SCHEMA}.boards
     where (commit, prepare) <= ($1::bigint, $2::bigint) order by commit desc, prepare desc limit 1`,
    [at.commit, at.prepare],
  );
  return rows[0] ?? { number: '0', commit: '-1', prepare: '-1' };
}

const SINCE_THE_BOARD = `
  (commit, prepare) > ($3::bigint, $4::bigint) and (commit, prepare) <= ($1::bigint, $2::bigint)
  and board_after is distinct from board_before`;

// Of the copy no more is read than may be needed, in its order, and who has changed since it is left out. Who has
// changed is among the first only with at least the last total of those that are left: few ever had so much, so that
// the changes are scanned and not sorted. There is no such bar while too few are left: then nobody is looked for where
// more is read anyway, and everybody where there is no more.
const LEADERS = `
  with changes as materialized (
    select user_id, board_after, commit, prepare from ${LIVE_SCHEMA}.moments where ${SINCE_THE_BOARD}
  ),
  read as materialized (
    select user_id, total from ${LIVE_SCHEMA}.board_places
    where board = $5::bigint
    order by board_places.total desc, user_id desc
    limit $7
  ),
  kept as materialized (
    select * from read where not exists (select from changes where changes.user_id = read.user_id)
  ),
  bar as materialized (
    select case when count(*) = $6 then min(total)
                when (select count(*) from read) = $7 then 'Infinity'::numeric
                else 0 end as total
    from (select total from kept order by total desc limit $6) as first
  ),
  risen as materialized (
    select distinct user_id from changes where board_after >= (select total from bar)
  ),
  changed as materialized (
    select distinct on (user_id) user_id, board_after as total
    from changes join risen using (user_id)
    order by user_id, commit desc, prepare desc
  ),
  leaders as materialized (
    select user_id, total from (select * from changed where total is not null union all select * from kept) as places
    order by total desc, user_id desc
    limit $6
  )
  select (select count(*) from read) as read, (select count(*) from kept) as kept,
         user_id, username, total, rank() over (order by total desc) as rank
  from (select 1) as one left join (leaders join ${LIVE_SCHEMA}.users using (user_id)) on true
  order by total desc, user_id desc`;

// Users above in the copy, and how many more or fewer of them there are since.
const RANK = `
  with changes as materialized (
    select user_id, board_before, board_after, commit, prepare from ${LIVE_SCHEMA}.moments where ${SINCE_THE_BOARD}
  ),
  own as (
    select board_after from changes where user_id = $6::uuid order by commit desc, prepare desc limit 1
  )
  select 1 + (select count(*) from ${LIVE_SCHEMA}.board_places where board = $5::bigint and total > $7::numeric)
           + coalesce((
               select sum(coalesce(board_after > $7::numeric, false)::int - coalesce(board_before > $7::numeric, false)::int)
               from changes), 0) as rank,
         case when exists (select from own) then (select board_after is not null from own)
              else exists (select from ${LIVE_SCHEMA}.board_places
                           where board = $5::bigint and total = $7::numeric and user_id = $6::uuid)
         end as is_on_board`;
