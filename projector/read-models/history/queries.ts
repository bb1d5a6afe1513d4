import type { Figure } from '../../../contracts/api/ledger.ts';
import type { LedgerPosition } from '../../../contracts/ledger-position.ts';
import { type Database, LIVE_SCHEMA } from '../../database.ts';
import { amountFromSql } from '../../sql-amount.ts';

/** One event and what it did to a figure. Amounts are base units. */
export type FigureLine = {
  readonly eventId: string;
  /** Of the event; the cursor. */
  readonly position: LedgerPosition;
  readonly eventType: string;
  readonly description: string;
  readonly change: bigint;
  readonly after: bigint;
  readonly createdAt: Date;
};

export type FigurePage = {
  /** The figure itself: the sum of all changes. */
  readonly total: bigint;
  /** Newest first; the next page is what stands before the last line's position. */
  readonly lines: readonly FigureLine[];
};

type Page = { readonly before?: LedgerPosition; readonly limit: number };

/** The events that make a figure of the account since it was opened. */
export async function explainBalance(
  db: Database,
  userId: string,
  figure: Exclude<Figure, 'weekRewards'>,
  { before, limit }: Page,
): Promise<FigurePage> {
  const { change, after, counts } = FIGURES[figure];
  const { rows } = await db.query<SqlRow>(
    `select figure.total, line.*
     from (
       select coalesce((
         select ${after} from ${LIVE_SCHEMA}.history_lines
         where user_id = $1 and ${counts} order by commit desc, prepare desc limit 1), 0) as total
     ) as figure
     left join lateral (
       select event_id, commit, prepare, event_type, description, ${change} as change, ${after} as after, created_at
       from ${LIVE_SCHEMA}.history_lines
       where user_id = $1 and ${counts} and ($2::bigint is null or (commit, prepare) < ($2, $3::bigint))
       order by commit desc, prepare desc
       limit $4
     ) as line on true
     order by line.commit desc, line.prepare desc`,
    [userId, before?.commit ?? null, before?.prepare ?? null, limit],
  );
  return pageOf(rows);
}

/** The grants from `since` on that were not taken back, added up from that moment. */
export async function explainGrants(
  db: Database,
  userId: string,
  since: Date,
  { before, limit }: Page,
): Promise<FigurePage> {
  const { rows } = await db.query<SqlRow>(
    `with recent as materialized (
       select event_id, commit, prepare, description, reward, created_at
       from ${LIVE_SCHEMA}.activities
       where user_id = $1 and created_at >= $5 and not taken_back
     ),
     grants as materialized (
       select *, sum(reward) over (order by commit, prepare) as after from recent
     )
     select figure.total, line.*
     from (select coalesce(sum(reward), 0) as total from grants) as figure
     left join lateral (
       select event_id, commit, prepare, 'RewardGranted' as event_type, description, reward as change, after, created_at
       from grants
       where $2::bigint is null or (commit, prepare) < ($2, $3::bigint)
       order by commit desc, prepare desc
       limit $4
     ) as line on true
     order by line.commit desc, line.prepare desc`,
    [userId, before?.commit ?? null, before?.prepare ?? null, limit, since],
  );
  return pageOf(rows);
}

export type DayRow = {
  /** UTC, `YYYY-MM-DD`. */
  readonly day: string;
  /** Base units. */
  readonly totalRewards: bigint;
  readonly claimedRewards: bigint;
};

/** The last `limit` days on which the account's figures changed, oldest first. */
export async function listDays(db: Database, userId: string, limit: number): Promise<DayRow[]> {
  const { rows } = await db.query<{ day: string; total: string; claimed: string }>(
    `select day::text, total, claimed from ${LIVE_SCHEMA}.history_days
     where user_id = $1 order by history_days.day desc limit $2`,
    [userId, limit],
  );
  return rows.reverse().map(({ day, total, claimed }) => ({
    day,
    totalRewards: amountFromSql(total),
    claimedRewards: amountFromSql(claimed),
  }));
}

/** SQL of each figure: what a line did to it, what it was after the line, and which lines belong to it. */
const FIGURES = {
  totalRewards: { change: 'total_change', after: 'total_after', counts: 'total_change <> 0' },
  claimedRewards: { change: 'claimed_change', after: 'claimed_after', counts: 'claimed_change <> 0' },
  pendingRewards: {
    change: '(total_change - claimed_change)',
    after: '(total_after - claimed_after)',
    counts: 'total_change <> claimed_change',
  },
} as const;

/** The total stands in every row, and in one without a line when the page is empty. */
function pageOf(rows: readonly SqlRow[]): FigurePage {
  return {
    total: amountFromSql(rows[0]?.total ?? '0'),
    lines: rows.flatMap((row) =>
      row.event_id === null
        ? []
        : {
            eventId: row.event_id,
            position: { commit: BigInt(row.commit), prepare: BigInt(row.prepare) },
            eventType: row.event_type,
            description: row.description,
            change: amountFromSql(row.change),
            after: amountFromSql(row.after),
            createdAt: row.created_at,
          },
    ),
  };
}

type LineRow = {
  event_id: string;
  commit: string;
  prepare: string;
  event_type: string;
  description: string;
  change: string;
  after: string;
  created_at: Date;
};
type SqlRow = { total: string } & (LineRow | { event_id: null });
