import type { Database } from '../../database.ts';
import { amountFromSql } from '../../sql-amount.ts';

/** An account as its events left it. Amounts are base units. */
export type UserRow = {
  readonly userId: string;
  readonly username: string;
  /** Checksum form. */
  readonly walletAddress: string | null;
  readonly referrerId: string | null;
  readonly totalRewards: bigint;
  readonly claimedRewards: bigint;
  /** totalRewards − claimedRewards, never negative. */
  readonly pendingRewards: bigint;
  readonly level: number;
  readonly openedAt: Date;
  /** Of the last event of the account's stream, from 0. */
  readonly revision: bigint;
};

export async function findUserById(db: Database, userId: string): Promise<UserRow | undefined> {
  return one(await db.query<SqlRow>(`${SELECT} where user_id = $1`, [userId]));
}

/** The address may be in any case. */
export async function findUserByWallet(db: Database, address: string): Promise<UserRow | undefined> {
  return one(await db.query<SqlRow>(`${SELECT} where lower(wallet_address) = lower($1)`, [address]));
}

const SELECT = `
  select user_id, username, wallet_address, referrer_id, total_rewards, claimed_rewards, pending_rewards,
         level, opened_at, revision
  from read_models.users`;

type SqlRow = {
  user_id: string;
  username: string;
  wallet_address: string | null;
  referrer_id: string | null;
  total_rewards: string;
  claimed_rewards: string;
  pending_rewards: string;
  level: string;
  opened_at: Date;
  revision: string;
};

function one({ rows: [row] }: { rows: SqlRow[] }): UserRow | undefined {
  return (
    row && {
      userId: row.user_id,
      username: row.username,
      walletAddress: row.wallet_address,
      referrerId: row.referrer_id,
      totalRewards: amountFromSql(row.total_rewards),
      claimedRewards: amountFromSql(row.claimed_rewards),
      pendingRewards: amountFromSql(row.pending_rewards),
      level: Number(row.level),
      openedAt: row.opened_at,
      revision: BigInt(row.revision),
    }
  );
}
