import pg from 'pg';
import type { LedgerPosition } from '../../contracts/ledger-position.ts';
import type { Database } from '../database.ts';

/** What who leads says of itself with each sign of life. */
export type Beat = {
  readonly state: string;
  readonly reason: string | undefined;
  readonly position: LedgerPosition | undefined;
  readonly head: LedgerPosition | undefined;
  /** Whether the read models held all that the ledger did, at the last look. */
  readonly isLevel: boolean;
  /** Events that have come from the ledger and are not in the read models yet. */
  readonly waiting: number;
  readonly eventsPerSecond: number;
};

/**
 * Nothing was later than the sign of life before this one. What seems to be was noted before the clock of Postgres was put
 * back, and would keep a stall and a lag from being seen until the clock gets there again.
 * @returns false when another leads
 */
export async function writeBeat(db: Database, schema: string, holder: string, beat: Beat): Promise<boolean> {
  const { rowCount } = await db.query(
    `update ${pg.escapeIdentifier(schema)}.lead set
       beat_at = clock_timestamp(), state = $2, reason = $3,
       moved_at = case when $8 or (commit, prepare) is distinct from ($4::bigint, $5::bigint)
                  then clock_timestamp() else least(moved_at, beat_at) end,
       level_at = case when $8 then clock_timestamp() when level_at > beat_at then beat_at else level_at end,
       commit = $4, prepare = $5, head_commit = $6, head_prepare = $7, waiting = $9, events_per_second = $10
     where holder = $1`,
    [
      holder,
      beat.state,
      beat.reason ?? null,
      beat.position?.commit ?? null,
      beat.position?.prepare ?? null,
      beat.head?.commit ?? null,
      beat.head?.prepare ?? null,
      beat.isLevel,
      beat.waiting,
      beat.eventsPerSecond,
    ],
  );
  return rowCount === 1;
}
