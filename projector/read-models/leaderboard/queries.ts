import { formatEvo } from '../../../contracts/money.ts';
import type { Database } from '../../database.ts';
import { amountFromSql } from '../../sql-amount.ts';

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
};

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
  return rows.map((row) => ({
    userId: row.user_id,
    username: row.username,
    level: Number(row.level),
    position: Number(row.position),
    total: amountFromSql(row.total),
  }));
}

/** Where one user stands among all; undefined when there is no such user. */
export async function standingOf(db: Database, userId: string): Promise<Standing | undefined> {
  const { rows } = await db.query<{ position: string; participants: string; total: string }>(
    `select read_models.rank_of(total) as position, total,
            (select total_users from read_models.stats) as participants
     from read_models.standings
     where user_id = $1`,
    [userId],
  );
  const row = rows[0];
  return (
    row && {
      position: Number(row.position),
      participants: Number(row.participants),
      total: amountFromSql(row.total),
    }
  );
}

// Two ranks place a whole page: users with the first row's total may also stand on the page before, so they take
// its rank; every later group of equal totals begins on this page, so it is counted on from the second group's.
const PAGE = `
  with page as materialized (
    select user_id, total, rank() over (order by total desc) as place
    from (
      select user_id, total
      from read_models.standings
      where $1::numeric is null or (total, user_id) < ($1::numeric, $2::uuid)
      order by total desc, user_id desc
      limit $3
    ) as rows
  ),
  first as materialized (select total, read_models.rank_of(total) as rank from page where place = 1 limit 1),
  second as materialized (
    select place, read_models.rank_of(total) as rank from page where place > 1 order by place limit 1
  )
  select page.user_id, page.total, users.username, users.level,
         case when page.place = 1 then (select rank from first)
              else (select rank - place from second) + page.place end as position
  from page
  join read_models.users using (user_id)
  order by page.total desc, page.user_id desc`;

type PageRow = { user_id: string; username: string; level: string; position: string; total: string };
