import { type Database, LIVE_SCHEMA } from '../../database.ts';
import { amountFromSql } from '../../sql-amount.ts';

export type ProgramStats = {
  readonly totalUsers: number;
  readonly verifiedEmails: number;
  readonly marketingOptIns: number;
  /** Base units: the sum of the accounts' totalRewards. */
  readonly totalRewards: bigint;
};

export async function programStats(db: Database): Promise<ProgramStats> {
  const { rows } = await db.query<SqlRow>(
    `select total_users, verified_emails, marketing_opt_ins, total_rewards from ${LIVE_SCHEMA}.stats`,
  );
  const row = rows[0];
  return {
    totalUsers: Number(row?.total_users ?? 0),
    verifiedEmails: Number(row?.verified_emails ?? 0),
    marketingOptIns: Number(row?.marketing_opt_ins ?? 0),
    totalRewards: amountFromSql(row?.total_rewards ?? '0'),
  };
}

type SqlRow = {
  total_users: string;
  verified_emails: string;
  marketing_opt_ins: string;
  total_rewards: string;
};
