import type { LedgerPosition } from '../../../contracts/ledger-position.ts';
import { type Database, LIVE_SCHEMA } from '../../database.ts';
import { amountFromSql } from '../../sql-amount.ts';

/**
 * Accounts that were open at a position, removed ones too, by id, after one of them. Undefined where the read models are
 * behind the position: whoever has heard otherwise heard it before a crash of Postgres took the last batches back.
 */
export async function listAccountsAt(
  db: Database,
  at: LedgerPosition,
  after: string | undefined,
  limit: number,
): Promise<{ readonly userId: string; readonly revision: bigint }[] | undefined> {
  // One statement sees the checkpoint and the accounts as of one moment; no account is a row without an id.
  const { rows } = await db.query<{ user_id: string; revision: string } | { user_id: null }>(
    `select page.user_id, page.revision
     from ${LIVE_SCHEMA}.checkpoint left join (
       select user_id, account.revision
       from ${LIVE_SCHEMA}.user_list join ${LIVE_SCHEMA}.users as account using (user_id)
       where ($3::uuid is null or user_id > $3) and (opened_commit, opened_prepare) <= ($1::bigint, $2::bigint)
       order by user_id
       limit $4
     ) as page on true
     where (commit, prepare) >= ($1::bigint, $2::bigint)
     order by page.user_id`,
    [at.commit, at.prepare, after ?? null, limit],
  );
  if (rows.length === 0) return undefined;
  return rows.flatMap((row) =>
    row.user_id === null ? [] : [{ userId: row.user_id, revision: BigInt(row.revision) }],
  );
}

/** How many accounts an act on all of them concerns, and what it takes or gives back, in base units. */
export type MassSum = { readonly count: number; readonly total: bigint };

/** What clearing all App Rewards takes: removed accounts keep theirs, which they can no longer claim. */
export function sumOfPending(db: Database): Promise<MassSum> {
  return sumOf(
    db,
    `select count(*), coalesce(sum(pending), 0) as total from ${LIVE_SCHEMA}.user_list where pending > 0 and not removed`,
  );
}

/** What setting all rewards to zero takes, and how much of that from accounts that were removed. */
export async function sumOfTotals(db: Database): Promise<MassSum & { readonly removed: MassSum }> {
  const { rows } = await db.query<{ count: string; total: string; removed: boolean }>(
    `select removed, count(*), coalesce(sum(total_rewards), 0) as total
     from ${LIVE_SCHEMA}.users where total_rewards > 0 group by removed`,
  );
  const sums = rows.map((row) => ({
    removed: row.removed,
    count: Number(row.count),
    total: amountFromSql(row.total),
  }));
  const none = { count: 0, total: 0n };
  const open = sums.find(({ removed }) => !removed) ?? none;
  const removed = sums.find(({ removed }) => removed) ?? none;
  return {
    count: open.count + removed.count,
    total: open.total + removed.total,
    removed: { count: removed.count, total: removed.total },
  };
}

async function sumOf(db: Database, sql: string): Promise<MassSum> {
  const { rows } = await db.query<{ count: string; total: string }>(sql);
  return { count: Number(rows[0]?.count ?? 0), total: amountFromSql(rows[0]?.total ?? '0') };
}
