import type { LedgerPosition } from '../../../contracts/ledger-position.ts';
import { type Database, LIVE_SCHEMA } from '../../database.ts';
import { EVENTS_A_MARK } from './project.ts';

/** An event that a moment came to: the last one that counts. */
export type Place = {
  readonly position: LedgerPosition;
  readonly occurredAt: Date;
  /** Of the ledger up to it, itself included. */
  readonly events: number;
};

/** The last event that the read models hold up to a position; undefined where there is none. */
export async function placeAt(db: Database, at: LedgerPosition): Promise<Place | undefined> {
  const { rows } = await db.query<PlaceRow>(PLACE, [at.commit, at.prepare]);
  const row = rows[0];
  if (!row) return undefined;
  return {
    position: { commit: BigInt(row.commit), prepare: BigInt(row.prepare) },
    occurredAt: row.occurred_at,
    events: Number(row.numbered) + Number(row.seals),
  };
}

/**
 * The last event before the first one that tells a later time than `time`. The order is the ledger's: an event whose
 * clock was behind belongs to the moment of the events before it.
 */
export async function placeAtTime(db: Database, time: Date): Promise<Place | undefined> {
  const { rows } = await db.query<PositionRow & { occurred_at: Date | null }>(AROUND, [
    time.toISOString(),
    EVENTS_A_MARK,
  ]);
  let last: PositionRow | undefined;
  for (const row of rows) {
    if (row.occurred_at !== null && row.occurred_at > time) break;
    last = row;
  }
  return last && placeAt(db, { commit: BigInt(last.commit), prepare: BigInt(last.prepare) });
}

/** The time of the first event and the latest time that any event tells; undefined while there is none. */
export async function timesOf(db: Database): Promise<{ from: Date; to: Date } | undefined> {
  const { rows } = await db.query<{ from: Date | null; to: Date | null }>(TIMES);
  const { from, to } = rows[0] ?? { from: null, to: null };
  return from && to ? { from, to } : undefined;
}

type PositionRow = { readonly commit: string; readonly prepare: string };
type PlaceRow = PositionRow & { occurred_at: Date; numbered: string; seals: string };

// The tree numbers every event but those of the stream `seals`, and those number themselves.
const PLACE = `
  select place.commit, place.prepare, place.occurred_at,
         coalesce((
           select index + 1 from ${LIVE_SCHEMA}.log_events
           where index is not null and (commit, prepare) <= (place.commit, place.prepare)
           order by commit desc, prepare desc limit 1), 0) as numbered,
         coalesce((
           select max(revision + 1) from (
             (select revision from ${LIVE_SCHEMA}.log_events
              where type = 'LedgerSealed' and (commit, prepare) <= (place.commit, place.prepare)
              order by commit desc, prepare desc limit 1)
             union all
             (select revision from ${LIVE_SCHEMA}.log_events
              where type = 'NotaryKeySet' and (commit, prepare) <= (place.commit, place.prepare)
              order by commit desc, prepare desc limit 1)
           ) as newest), 0) as seals
  from (
    select commit, prepare, occurred_at from ${LIVE_SCHEMA}.log_events
    where (commit, prepare) <= ($1::bigint, $2::bigint) order by commit desc, prepare desc limit 1
  ) as place`;

// The last mark that tells no later time, and the events up to the next one: that tells a later time, or is not there.
const AROUND = `
  with mark as materialized (
    select commit, prepare from ${LIVE_SCHEMA}.clock_marks
    where latest <= $1::timestamptz order by latest desc, commit desc, prepare desc limit 1
  )
  select commit, prepare, null as occurred_at from mark
  union all
  (select commit, prepare, occurred_at from ${LIVE_SCHEMA}.log_events
   where (commit, prepare) > (coalesce((select commit from mark), -1), coalesce((select prepare from mark), -1))
   order by commit, prepare limit $2)`;

const TIMES = `
  with mark as materialized (
    select commit, prepare, latest from ${LIVE_SCHEMA}.clock_marks order by commit desc, prepare desc limit 1
  )
  select (select occurred_at from ${LIVE_SCHEMA}.log_events order by commit, prepare limit 1) as from,
         greatest(
           (select latest from mark),
           (select max(occurred_at) from ${LIVE_SCHEMA}.log_events
            where (commit, prepare) > (coalesce((select commit from mark), -1), coalesce((select prepare from mark), -1)))
         ) as to`;
