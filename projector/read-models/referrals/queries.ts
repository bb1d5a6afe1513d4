import { type Database, LIVE_SCHEMA } from '../../database.ts';
import { amountFromSql } from '../../sql-amount.ts';
import { REFERRER_SOURCES } from './project.ts';

export type ReferralStatistics = {
  /** Friends that opened an account through the link and were not removed. */
  readonly total: number;
  /** Those with a confirmed act. */
  readonly successful: number;
  /** Those with a confirmed act or a check-in since the given moment. */
  readonly active: number;
  /** Base units, ever and since the given moment. */
  readonly earned: bigint;
  readonly earnedSince: bigint;
};

export async function referralStatistics(
  db: Database,
  userId: string,
  since: Date,
): Promise<ReferralStatistics> {
  const { rows } = await db.query<SqlRow>(
    `select coalesce(total, 0) as total, coalesce(successful, 0) as successful, coalesce(earned, 0) as earned,
            (select count(*) from ${LIVE_SCHEMA}.active_friends
             where referrer_id = $1 and active_at >= $2) as active,
            (select coalesce(sum(reward), 0) from ${LIVE_SCHEMA}.activities
             where user_id = $1 and created_at >= $2 and not taken_back and source = any($3::text[])) as earned_since
     from (values ($1::uuid)) as own (user_id)
     left join ${LIVE_SCHEMA}.referrers using (user_id)`,
    [userId, since, REFERRER_SOURCES],
  );
  const row = rows[0];
  return {
    total: Number(row?.total ?? 0),
    successful: Number(row?.successful ?? 0),
    active: Number(row?.active ?? 0),
    earned: amountFromSql(row?.earned ?? '0'),
    earnedSince: amountFromSql(row?.earned_since ?? '0'),
  };
}

type SqlRow = { total: string; successful: string; active: string; earned: string; earned_since: string };
