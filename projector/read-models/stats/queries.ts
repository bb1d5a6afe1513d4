import { type Database, LIVE_SCHEMA } from '../../database.ts';
import { amountFromSql } from '../../sql-amount.ts';

export type ProgramStats = {
  readonly totalUsers: number;
  /** Those of them that have a wallet, and those that have something to claim. */
  readonly withWallet: number;
  readonly withBalance: number;
  readonly verifiedEmails: number;
  readonly marketingOptIns: number;
  /** Base units: the sum of the accounts' totalRewards. */
  readonly totalRewards: bigint;
};

export async function programStats(db: Database): Promise<ProgramStats> {
  const { rows } = await db.query<SqlRow>(
    `select total_users, participants, with_balance, verified_emails, marketing_opt_ins, total_rewards
     from ${LIVE_SCHEMA}.stats`,
  );
  const row = rows[0];
  return {
    totalUsers: Number(row?.total_users ?? 0),
    withWallet: Number(row?.participants ?? 0),
    withBalance: Number(row?.with_balance ?? 0),
    verifiedEmails: Number(row?.verified_emails ?? 0),
    marketingOptIns: Number(row?.marketing_opt_ins ?? 0),
    totalRewards: amountFromSql(row?.total_rewards ?? '0'),
  };
}

type SqlRow = {
  total_users: string;
  participants: string;
  with_balance: string;
  verified_emails: string;
  marketing_opt_ins: string;
  total_rewards: string;
};
