import { type Database, LIVE_SCHEMA } from '../../database.ts';
import { amountFromSql } from '../../sql-amount.ts';

export type ProgramDay = {
  /** UTC, `YYYY-MM-DD`. */
  readonly day: string;
  readonly newUsers: number;
  /** Base units. */
  readonly claimed: bigint;
  /** Base units by source of the grant. */
  readonly granted: ReadonlyMap<string, bigint>;
};

/**
 * The last `count` UTC days up to `today`, oldest first, also those on which nothing happened. Days are counted: a series
 * of moments goes astray where the time zone of Postgres has a day without a midnight.
 */
export async function listProgramDays(db: Database, today: string, count: number): Promise<ProgramDay[]> {
  const { rows } = await db.query<SqlRow>(
    `select to_char(calendar.day, 'YYYY-MM-DD') as day, coalesce(sums.new_users, 0) as new_users,
            coalesce(sums.claimed, 0) as claimed, grants.sources, grants.amounts
     from (select $1::date - ago as day from generate_series(0, $2::int - 1) as ago) as calendar
     left join ${LIVE_SCHEMA}.program_days as sums on sums.day = calendar.day
     left join (
       select day, array_agg(source) as sources, array_agg(amount::text) as amounts
       from ${LIVE_SCHEMA}.program_day_grants
       where day > $1::date - $2::int
       group by day
     ) as grants on grants.day = calendar.day
     order by calendar.day`,
    [today, count],
  );
  return rows.map((row) => ({
    day: row.day,
    newUsers: Number(row.new_users),
    claimed: amountFromSql(row.claimed),
    granted: new Map(
      (row.sources ?? []).map((source, at) => [source, amountFromSql(row.amounts?.[at] ?? '0')]),
    ),
  }));
}

type SqlRow = {
  day: string;
  new_users: string;
  claimed: string;
  sources: string[] | null;
  amounts: string[] | null;
};
