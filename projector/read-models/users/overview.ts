import { type Database, LIVE_SCHEMA } from '../../database.ts';
import { arrayParameter, prepared } from '../../prepared.ts';
import { amountFromSql } from '../../sql-amount.ts';
import { type ActivityRow, type ActivitySqlRow, activityOf } from '../activities/queries.ts';
import {
  NEIGHBOURS,
  type NeighbourRow,
  neighbourhood,
  type Standing,
  standingFrom,
} from '../leaderboard/queries.ts';
import { type TransactionRow, type TransactionSqlRow, transactionOf } from '../transactions/queries.ts';
import { USER_COLUMNS, type UserRow, type UserSqlRow, userOf } from './queries.ts';

/** What somebody sees of the own account at a glance, all of it as of one moment. */
export type Overview = {
  readonly user: UserRow;
  /** Undefined while the account is not on the board. */
  readonly standing: Standing | undefined;
  /** The newest first. */
  readonly transactions: readonly TransactionRow[];
  readonly activities: readonly ActivityRow[];
  /** Base units, granted from `since` on. */
  readonly rewards: bigint;
};

/** Of whom, and from when on what was granted counts. */
export type OverviewOf = { readonly userId: string; readonly since: Date };

/**
 * The overviews of several accounts in one statement; undefined for one that the read models do not know.
 * @param rows of transactions and of activities at the most
 */
export async function readOverviews(
  db: Database,
  asked: readonly OverviewOf[],
  rows: number,
): Promise<(Overview | undefined)[]> {
  const { rows: found } = await db.query<SqlRow>(OVERVIEWS, [
    asked.map(({ userId }) => userId),
    asked.map(({ since }) => since.toISOString()),
    rows,
  ]);
  const overviews: (Overview | undefined)[] = asked.map(() => undefined);
  for (const row of found) overviews[Number(row.at) - 1] = overviewOf(row);
  return overviews;
}

/** Amounts and numbers as texts, which JSON would round; times as JSON has them. */
type InJson<Row> = Omit<Row, 'created_at'> & { readonly created_at: string };

type SqlRow = UserSqlRow & {
  at: string;
  neighbours: NeighbourRow[] | null;
  transactions: InJson<TransactionSqlRow>[] | null;
  activities: InJson<ActivitySqlRow>[] | null;
  rewards: string;
};

function overviewOf(row: SqlRow): Overview {
  const { neighbours, transactions, activities, rewards } = row;
  const timed = <Row extends { readonly created_at: string }>(one: Row) => ({
    ...one,
    created_at: new Date(one.created_at),
  });
  return {
    user: userOf(row),
    standing: standingFrom(neighbours ?? []),
    transactions: (transactions ?? []).map((one) => transactionOf(timed(one))),
    activities: (activities ?? []).map((one) => activityOf(timed(one))),
    rewards: amountFromSql(rewards),
  };
}

const OVERVIEWS = prepared(`
  select asked.at, ${USER_COLUMNS}, neighbours, transactions, activities, rewards
  from unnest(${arrayParameter(1, 'uuid')}, ${arrayParameter(2, 'timestamptz')}) with ordinality as asked (asked_id, since, at)
  join ${LIVE_SCHEMA}.users on user_id = asked_id
  cross join lateral (
    select json_agg(row_to_json(row)) as neighbours from (
      select side, user_id, total::text, username, level::text, position::text, participants::text, next_total::text
      from (${neighbourhood('asked_id', String(NEIGHBOURS))}) as row
    ) as row
  ) as standing
  cross join lateral (
    select json_agg(row_to_json(row)) as transactions from (
      select event_id, page.commit::text, page.prepare::text, encode(hash, 'hex') as event_hash, page.type, description,
        amount::text, status, tx_hash, block_number, gas_used, created_at
      from (
        select * from ${LIVE_SCHEMA}.transactions where user_id = asked_id
        order by commit desc, prepare desc limit $3::integer
      ) as page join ${LIVE_SCHEMA}.log_events as event
        on event.commit = page.commit and event.prepare = page.prepare
      order by page.commit desc, page.prepare desc
    ) as row
  ) as newest_transactions
  cross join lateral (
    select json_agg(row_to_json(row)) as activities from (
      select event_id, type, description, reward::text, created_at
      from ${LIVE_SCHEMA}.activities where user_id = asked_id and not taken_back
      order by commit desc, prepare desc limit $3::integer
    ) as row
  ) as newest_activities
  cross join lateral (
    select coalesce(sum(reward), 0) as rewards
    from ${LIVE_SCHEMA}.activities where user_id = asked_id and created_at >= since and not taken_back
  ) as week`);
