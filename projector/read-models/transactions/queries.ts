import type { Transaction } from '../../../contracts/api/dashboard.ts';
import type { LedgerPosition } from '../../../contracts/ledger-position.ts';
import { type Database, LIVE_SCHEMA } from '../../database.ts';
import { amountFromSql } from '../../sql-amount.ts';

export type TransactionRow = {
  /** The id of the event behind it. */
  readonly id: string;
  /** Of the event behind it; the cursor. */
  readonly position: LedgerPosition;
  /** Of the event behind it, as the chains and the tree of the ledger have it: 64 hexadecimal digits. */
  readonly eventHash: string;
  readonly type: Transaction['type'];
  readonly description: string;
  /** Base units. */
  readonly amount: bigint;
  readonly status: Transaction['status'];
  readonly txHash: string | null;
  readonly blockNumber: string | null;
  readonly gasUsed: string | null;
  readonly createdAt: Date;
};

export type TransactionPage = {
  readonly before?: LedgerPosition;
  readonly limit: number;
  /** All of them, where none is named. */
  readonly type?: Transaction['type'] | undefined;
};

/** Newest first; the next page is what stands before the last row's position. */
export async function listTransactions(
  db: Database,
  userId: string,
  { before, limit, type }: TransactionPage,
): Promise<TransactionRow[]> {
  const { rows } = await db.query<TransactionSqlRow>(
    // The page first, and the hashes of its events alone.
    `select event_id, commit, prepare, encode(hash, 'hex') event_hash, page.type, description, amount, status,
       tx_hash, block_number, gas_used, created_at
     from (
       select event_id, commit, prepare, type, description, amount, status, tx_hash, block_number, gas_used, created_at
       from ${LIVE_SCHEMA}.transactions
       where user_id = $1 and ($2::bigint is null or (commit, prepare) < ($2, $3::bigint))
         and ($5::text is null or type = $5)
       order by commit desc, prepare desc
       limit $4
     ) page join ${LIVE_SCHEMA}.log_events using (commit, prepare)
     order by commit desc, prepare desc`,
    [userId, before?.commit ?? null, before?.prepare ?? null, limit, type ?? null],
  );
  return rows.map(transactionOf);
}

export function transactionOf(row: TransactionSqlRow): TransactionRow {
  return {
    id: row.event_id,
    position: { commit: BigInt(row.commit), prepare: BigInt(row.prepare) },
    eventHash: row.event_hash,
    type: row.type,
    description: row.description,
    amount: amountFromSql(row.amount),
    status: row.status,
    txHash: row.tx_hash,
    blockNumber: row.block_number,
    gasUsed: row.gas_used,
    createdAt: row.created_at,
  };
}

export type TransactionSqlRow = {
  event_id: string;
  commit: string;
  prepare: string;
  event_hash: string;
  type: Transaction['type'];
  description: string;
  amount: string;
  status: Transaction['status'];
  tx_hash: string | null;
  block_number: string | null;
  gas_used: string | null;
  created_at: Date;
};
