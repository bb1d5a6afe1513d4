import type { Activity } from '../../../contracts/api/dashboard.ts';
import { type Database, LIVE_SCHEMA } from '../../database.ts';
import { amountFromSql } from '../../sql-amount.ts';

export type ActivityRow = {
  /** The id of the event behind it. */
  readonly id: string;
  readonly type: Activity['type'];
  readonly description: string;
  /** Base units. */
  readonly reward: bigint;
  readonly createdAt: Date;
};

/** The newest first; what was taken back is none. */
export async function listActivities(db: Database, userId: string, limit: number): Promise<ActivityRow[]> {
  const { rows } = await db.query<ActivitySqlRow>(
    `select event_id, type, description, reward, created_at
     from ${LIVE_SCHEMA}.activities
     where user_id = $1 and not taken_back
     order by commit desc, prepare desc
     limit $2`,
    [userId, limit],
  );
  return rows.map(activityOf);
}

export function activityOf(row: ActivitySqlRow): ActivityRow {
  return {
    id: row.event_id,
    type: row.type,
    description: row.description,
    reward: amountFromSql(row.reward),
    createdAt: row.created_at,
  };
}

/** What was granted to the account from `since` on and not taken back, in base units. */
export async function rewardsSince(db: Database, userId: string, since: Date): Promise<bigint> {
  const { rows } = await db.query<{ sum: string }>(
    `select coalesce(sum(reward), 0) as sum
     from ${LIVE_SCHEMA}.activities
     where user_id = $1 and created_at >= $2 and not taken_back`,
    [userId, since],
  );
  return rows[0] ? amountFromSql(rows[0].sum) : 0n;
}

export type ActivitySqlRow = {
  event_id: string;
  type: Activity['type'];
  description: string;
  reward: string;
  created_at: Date;
};
