import { type Database, LIVE_SCHEMA } from '../../database.ts';
import { amountFromSql } from '../../sql-amount.ts';

/** The balance of an account of the double-entry ledger in base units; 0 for one that never had a posting. */
export async function balanceOf(db: Database, account: string): Promise<bigint> {
  const { rows } = await db.query<{ balance: string }>(
    `select balance from ${LIVE_SCHEMA}.balances where account = $1`,
    [account],
  );
  return rows[0] ? amountFromSql(rows[0].balance) : 0n;
}

/** What double entry promises to be zero, in base units. */
export async function sumOfBalances(db: Database): Promise<bigint> {
  const { rows } = await db.query<{ sum: string }>(
    `select coalesce(sum(balance), 0) as sum from ${LIVE_SCHEMA}.balances`,
  );
  return rows[0] ? amountFromSql(rows[0].sum) : 0n;
}
