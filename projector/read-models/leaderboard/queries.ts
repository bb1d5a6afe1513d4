import { formatEvo } from '../../../contracts/money.ts';
import { type Database, LIVE_SCHEMA } from '../../database.ts';
import { amountFromSql } from '../../sql-amount.ts';
import { rankOf } from './rank.ts';

export type LeaderboardRow = {
  readonly userId: string;
  readonly username: string;
  readonly level: number;
  /** 1 + the number of users with a greater total; users with the same total share it. */
  readonly position: number;
  /** Base units. */
  readonly total: bigint;
};

/** The last row of a page; the next page begins after it. */
export type LeaderboardCursor = { readonly total: bigint; readonly userId: string };

export type Standing = {
  readonly position: number;
  readonly participants: number;
  /** Base units. */
  readonly total: bigint;
  /** The rows before and after the user's own, in the board's order. */
  readonly above: readonly LeaderboardRow[];
  readonly below: readonly LeaderboardRow[];
  /** The total of the next better place in base units; undefined at the top. */
  readonly nextTotal: bigint | undefined;
};

/** Rows on each side of the user's own. */
export const NEIGHBOURS = 2;

/** The greatest total first; users with the same total in descending order of their ids. */
export async function leaderboardPage(
  db: Database,
  { after, limit }: { readonly after?: LeaderboardCursor; readonly limit: number },
): Promise<LeaderboardRow[]> {
  const { rows } = await db.query<PageRow>(PAGE, [
    after ? formatEvo(after.total) : null,
    after?.userId ?? null,
    limit,
  ]);
  return rows.map(rowOf);
}

/** Where one user stands among all; undefined when the user is not on the board. */
export async function standingOf(db: Database, userId: string): Promise<Standing | undefined> {
  const { rows } = await db.query<NeighbourRow>(neighbourhood('$1', '$2'), [userId, NEIGHBOURS]);
  return standingFrom(rows);
}

/** @param rows as `neighbourhood` gives them */
export function standingFrom(rows: readonly NeighbourRow[]): Standing | undefined {
  const own = rows.find(({ side }) => side === 0);
  if (!own) return undefined;
  return {
    position: Number(own.position),
    participants: Number(own.participants),
    total: amountFromSql(own.total),
    above: rows.filter(({ side }) => side < 0).map(rowOf),
    below: rows.filter(({ side }) => side > 0).map(rowOf),
    nextTotal: own.next_total === null ? undefined : amountFromSql(own.next_total),
  };
}

/**
 * The user's row and those around it, the best first. Each rank is looked for once: a subquery that is not materialized is
 * pulled up, and asks for every row.
 * @param userId @param neighbours SQL: of whom, and how many rows on each side
 */
export const neighbourhood = (userId: string, neighbours: string) => `
  with own as materialized (select user_id, total from ${LIVE_SCHEMA}.standings where user_id = ${userId}),
  rows as materialized (
    select 0 as side, user_id, total from own
    union all
    select -1, above.* from own, lateral (
      select user_id, total from ${LIVE_SCHEMA}.standings
      where (total, user_id) > (own.total, own.user_id) order by total, user_id limit ${neighbours}
    ) as above
    union all
    select 1, below.* from own, lateral (
      select user_id, total from ${LIVE_SCHEMA}.standings
      where (total, user_id) < (own.total, own.user_id) order by total desc, user_id desc limit ${neighbours}
    ) as below
  ),
  ranks as materialized (
    select total, ${rankOf('totals.total')} as position from (select distinct total from rows) as totals
  )
  select rows.side, rows.user_id, rows.total, users.username, users.level,
         ranks.position,
         (select participants from ${LIVE_SCHEMA}.stats) as participants,
         (select standings.total from ${LIVE_SCHEMA}.standings
          where standings.total > (select total from own) order by standings.total limit 1) as next_total
  from rows
  join ranks using (total)
  join ${LIVE_SCHEMA}.users using (user_id)
  order by rows.total desc, rows.user_id desc`;

// Two ranks place a whole page, and the first needs none: users with the first row's total may also stand on the page before, so they take
// its rank; every later group of equal totals begins on this page, so it is counted on from the second group's.
const PAGE = `
  with page as materialized (
    select user_id, total, rank() over (order by total desc) as place
    from (
      select user_id, total
      from ${LIVE_SCHEMA}.standings
      where $1::numeric is null or (total, user_id) < ($1::numeric, $2::uuid)
      order by total desc, user_id desc
      limit $3
    ) as rows
  ),
  first as materialized (select total, ${rankOf('page.total')} as rank from page where place = 1 limit 1),
  second as materialized (
    select place, ${rankOf('page.total')} as rank from page where place > 1 order by place limit 1
  )
  select page.user_id, page.total, users.username, users.level,
         case when $1::numeric is null then page.place
              when page.place = 1 then (select rank from first)
              else (select rank - place from second) + page.place end as position
  from page
  join ${LIVE_SCHEMA}.users using (user_id)
  order by page.total desc, page.user_id desc`;

function rowOf(row: PageRow): LeaderboardRow {
  return {
    userId: row.user_id,
    username: row.username,
    level: Number(row.level),
    position: Number(row.position),
    total: amountFromSql(row.total),
  };
}

type PageRow = { user_id: string; username: string; level: string; position: string; total: string };
export type NeighbourRow = PageRow & { side: number; participants: string; next_total: string | null };
