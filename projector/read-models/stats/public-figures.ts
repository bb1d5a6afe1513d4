import { type Database, LIVE_SCHEMA } from '../../database.ts';
import { amountFromSql } from '../../sql-amount.ts';

/** What everybody may know of the program as a whole. */
export type PublicFigures = {
  /** Accounts with a wallet that were not removed. */
  readonly participants: number;
  /** Base units of all that was ever granted, whatever became of it. */
  readonly granted: bigint;
  /** Null before a raffle was completed. */
  readonly lastDraw: {
    readonly raffleId: string;
    readonly completedAt: string;
    readonly winners: number;
    /** EVO in normal form. */
    readonly totalDistributed: string;
  } | null;
};

/** All of it at one moment of the ledger, from sums that the projector keeps: nothing is counted here. */
export async function publicFigures(db: Database): Promise<PublicFigures> {
  const { rows } = await db.query<SqlRow>(FIGURES);
  const row = rows[0];
  return {
    participants: Number(row?.participants ?? 0),
    granted: amountFromSql(row?.granted ?? '0'),
    lastDraw: row ? lastDraw(row) : null,
  };
}

function lastDraw({ raffle_id, completed, winners }: SqlRow): PublicFigures['lastDraw'] {
  if (raffle_id === null || completed === null) return null;
  return {
    raffleId: raffle_id,
    completedAt: completed.metadata.occurredAt,
    winners: Number(winners),
    totalDistributed: completed.data.totalDistributed,
  };
}

type SqlRow = {
  participants: string | null;
  granted: string | null;
  raffle_id: string | null;
  /** As the projector wrote it, from an event of the ledger. */
  completed: { data: { totalDistributed: string }; metadata: { occurredAt: string } } | null;
  winners: number | null;
};

// Nothing is told of a raffle behind its completion, but a removal of an admin may have taken a place there.
// `program:issued` is the other side of every grant.
const FIGURES = `
  select (select participants from ${LIVE_SCHEMA}.stats) as participants,
         (select -balance from ${LIVE_SCHEMA}.balances where account = 'program:issued') as granted,
         last.raffle_id,
         jsonb_array_length(last.amounts) as winners,
         (select event::json from ${LIVE_SCHEMA}.raffle_events
          where raffle_id = last.raffle_id and stream = 'raffle-' || last.raffle_id
            and event like '%"type":"RaffleCompleted"%'
          order by revision desc limit 1) as completed
  from (select 1) as one
  left join lateral (
    select raffle_id, amounts from ${LIVE_SCHEMA}.raffles where stage = 'completed' order by number desc limit 1
  ) as last on true`;
