import pg from 'pg';
import { formatPosition, type LedgerPosition } from '../../contracts/ledger-position.ts';
import type { Database } from '../database.ts';

/** How the read models of a schema get on, as who leads said last. Seconds by the clock of Postgres. */
export type LeadStatus = {
  readonly schema: string;
  /** Where it runs: the host's name and the process id; undefined before anybody led. */
  readonly host: string | undefined;
  readonly process: number | undefined;
  readonly state: string;
  readonly reason: string | undefined;
  readonly position: LedgerPosition | undefined;
  readonly head: LedgerPosition | undefined;
  /** Bytes of the ledger's log between the two. */
  readonly lagBytes: number;
  /** Since the read models last held all that the ledger did, 0 while they do; undefined before the first time. */
  readonly lagSeconds: number | undefined;
  /** Events that had come and were not written yet. */
  readonly waiting: number;
  readonly eventsPerSecond: number;
  /**
   * Since the last sign of life, and since the position last moved or there was nothing to do. A sign of life that lies ahead
   * was given before the clock was put back: it counts as old by as much.
   */
  readonly silentSeconds: number;
  readonly stillSeconds: number;
};

/** Without a sign of life for so long nobody leads; a successor takes less. Behind without a step for so long: a stall. */
export const SILENT_SECONDS = 15;
export const STILL_SECONDS = 30;
/**
 * Read models that nobody has written for so long, as those of a release that is gone back to, or of a Postgres that was
 * put back, may lack much: they count as not built until they hold all of the ledger again.
 */
export const LEFT_SECONDS = 600;

/** Whether read models have held all of the ledger, and are not left behind since. */
export const areBuilt = (lead: LeadStatus | undefined): boolean =>
  lead?.lagSeconds !== undefined && lead.silentSeconds <= LEFT_SECONDS;

/** Undefined when the schema, or the table of an older release, is not there. */
export async function readLead(db: Database, schema: string): Promise<LeadStatus | undefined> {
  const table = `${pg.escapeIdentifier(schema)}.lead`;
  const { rows: found } = await db.query<{ exists: boolean }>(
    'select to_regclass($1) is not null as exists',
    [table],
  );
  if (!found[0]?.exists) return undefined;
  const { rows } = await db.query<Row>(
    `select *, abs(extract(epoch from least(clock_timestamp() - beat_at, interval '10 years'))) as silent,
       extract(epoch from clock_timestamp() - moved_at) as still,
       extract(epoch from clock_timestamp() - level_at) as since_level, level_at >= beat_at as level
     from (select host, process, state, reason, commit, prepare, head_commit, head_prepare, waiting,
             events_per_second, moved_at, level_at,
             case when isfinite(beat_at) then beat_at else clock_timestamp() - interval '10 years' end as beat_at
           from ${table}) as lead`,
  );
  return rows[0] && statusOf(schema, rows[0]);
}

/** What is wrong with the read side, and what to do; undefined when it is well. */
export function troubleOf(schema: string, lead: LeadStatus | undefined): string | undefined {
  if (!lead) return `there are no read models of this release (${schema}): start its projector`;
  const { state, reason, silentSeconds, stillSeconds } = lead;
  if (state === 'stopped' && reason !== undefined) {
    return `the projector has stopped for good: ${reason}. Mend the cause or run the release that can read it`;
  }
  if (silentSeconds > SILENT_SECONDS) {
    const since = lead.host === undefined ? 'yet' : `for ${Math.round(silentSeconds)} s`;
    return `no projector of this release (${schema}) has given a sign of life ${since}: start one`;
  }
  if (state === 'halted') return reason ?? 'the event store is another one';
  if (state === 'indexing') {
    return 'the read models are being built: the ledger is read, and their indexes are being made';
  }
  if (stillSeconds > STILL_SECONDS) {
    const why = reason ?? 'the ledger goes on and nothing of it is written';
    return `the projector stands still for ${Math.round(stillSeconds)} s: ${why}. Look at its log, Postgres and the event store`;
  }
  if (lead.lagSeconds === undefined) return `the read models are being built: ${progressOf(lead)}`;
  return undefined;
}

function progressOf({ position, head }: LeadStatus): string {
  if (!head || !position) return 'at the beginning of the ledger';
  const percent = Math.floor((Number(position.commit) / Math.max(1, Number(head.commit))) * 100);
  return `at ${formatPosition(position)} of ${formatPosition(head)}, ${Math.min(percent, 99)}%`;
}

type Row = {
  host: string | null;
  process: number | null;
  state: string;
  reason: string | null;
  commit: string | null;
  prepare: string | null;
  head_commit: string | null;
  head_prepare: string | null;
  waiting: string;
  events_per_second: number;
  silent: string;
  still: string;
  since_level: string | null;
  level: boolean | null;
};

function statusOf(schema: string, row: Row): LeadStatus {
  const position = positionOf(row.commit, row.prepare);
  const head = positionOf(row.head_commit, row.head_prepare);
  const behind = head ? Number(head.commit - (position?.commit ?? 0n)) : 0;
  return {
    schema,
    host: row.host ?? undefined,
    process: row.process ?? undefined,
    state: row.state,
    reason: row.reason ?? undefined,
    position,
    head,
    lagBytes: Math.max(0, behind),
    lagSeconds: row.since_level === null ? undefined : row.level ? 0 : Number(row.since_level),
    waiting: Number(row.waiting),
    eventsPerSecond: row.events_per_second,
    silentSeconds: Number(row.silent),
    stillSeconds: Number(row.still),
  };
}

function positionOf(commit: string | null, prepare: string | null): LedgerPosition | undefined {
  return commit === null || prepare === null
    ? undefined
    : { commit: BigInt(commit), prepare: BigInt(prepare) };
}
