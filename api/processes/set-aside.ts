import { formatPosition, type LedgerPosition } from '../../contracts/ledger-position.ts';
import type { SetAside, WaitingEvent } from '../../ledger/processes/set-aside.ts';
import { type Database, sqlText } from '../../projector/database.ts';

type WaitingRow = {
  readonly id: string;
  readonly event_id: string;
  readonly lane: string;
  readonly commit: string;
  readonly prepare: string;
  readonly is_late: boolean;
};

/** What processes could not handle, in Postgres. */
export function postgresSetAside(db: Database): SetAside {
  return {
    async known(process) {
      const { rows } = await db.query<Pick<WaitingRow, 'commit' | 'prepare'>>(
        'select commit, prepare from processes.set_aside where process = $1',
        [process],
      );
      return rows.map(positionOf);
    },
    async add({ process, lane, event, state, isLate, reason, failures }) {
      const { commit, prepare } = event.position;
      await db.query(
        `insert into processes.set_aside (process, lane, commit, prepare, stream, revision, event_id, event_type,
           state, is_late, reason, failures)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
         on conflict (process, commit, prepare) do nothing`,
        [
          process,
          lane,
          commit,
          prepare,
          event.stream,
          event.revision,
          event.id,
          event.type,
          state,
          isLate,
          sqlText(reason),
          failures,
        ],
      );
    },
    async waitingLanes(process) {
      const { rows } = await db.query<{ lane: string }>(
        `select distinct lane from processes.set_aside where process = $1 and state = 'waiting' and not is_late`,
        [process],
      );
      return rows.map(({ lane }) => lane);
    },
    async first(process, lane) {
      const { rows } = await db.query<WaitingRow>(
        `${SELECT} where process = $1 and lane = $2 and state = 'waiting' and not is_late
         order by commit, prepare limit 1`,
        [process, lane],
      );
      return rows[0] && waiting(rows[0]);
    },
    async late(process) {
      const { rows } = await db.query<WaitingRow>(
        `${SELECT} where process = $1 and state = 'waiting' and is_late order by commit, prepare limit 100`,
        [process],
      );
      return rows.map(waiting);
    },
    async handled(id) {
      await db.query(`delete from processes.set_aside where id = $1 and state <> 'dismissed'`, [id]);
    },
    async failed(id, reason) {
      await db.query('update processes.set_aside set failures = failures + 1, reason = $2 where id = $1', [
        id,
        sqlText(reason),
      ]);
    },
    async park(id, reason) {
      await db.query(
        `update processes.set_aside set state = 'parked', failures = failures + 1, reason = $2
         where id = $1 and state = 'waiting'`,
        [id, sqlText(reason)],
      );
    },
  };
}

const SELECT = 'select id, event_id, lane, commit, prepare, is_late from processes.set_aside';

function positionOf({ commit, prepare }: Pick<WaitingRow, 'commit' | 'prepare'>): LedgerPosition {
  return { commit: BigInt(commit), prepare: BigInt(prepare) };
}

function waiting(row: WaitingRow): WaitingEvent {
  return {
    id: row.id,
    eventId: row.event_id,
    lane: row.lane,
    isLate: row.is_late,
    position: positionOf(row),
  };
}

/** An event that is set aside, for an admin. */
export type SetAsideRow = {
  readonly id: string;
  readonly process: string;
  readonly state: 'waiting' | 'parked';
  readonly stream: string;
  readonly revision: number;
  readonly eventType: string;
  /** `C:<commit>/P:<prepare>`. */
  readonly position: string;
  readonly reason: string;
  readonly failures: number;
  readonly since: Date;
};

/** Whose id comes after the cursor's, the one that has waited longest in the ledger first. */
export async function listSetAside(
  db: Database,
  after: string | undefined,
  limit: number,
): Promise<SetAsideRow[]> {
  const { rows } = await db.query<{
    id: string;
    process: string;
    state: 'waiting' | 'parked';
    stream: string;
    revision: string;
    event_type: string;
    commit: string;
    prepare: string;
    reason: string;
    failures: number;
    since: Date;
  }>(
    `select id, process, state, stream, revision, event_type, commit, prepare, reason, failures, since
     from processes.set_aside
     where state <> 'dismissed' and ($1::text is null or (commit, prepare, process) > (
       split_part($1, ' ', 1)::bigint, split_part($1, ' ', 2)::bigint, split_part($1, ' ', 3)))
     order by commit, prepare, process limit $2`,
    [after ?? null, limit],
  );
  return rows.map(({ event_type, revision, commit, prepare, ...row }) => ({
    ...row,
    eventType: event_type,
    revision: Number(revision),
    position: formatPosition(positionOf({ commit, prepare })),
  }));
}

export type SetAsideCount = { readonly process: string; readonly state: string; readonly count: number };

export async function countSetAside(db: Database): Promise<SetAsideCount[]> {
  const { rows } = await db.query<{ process: string; state: string; count: string }>(
    'select process, state, count(*) as count from processes.set_aside group by process, state',
  );
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}

/** Who decides about an event that is set aside, when (RFC 3339), and why. */
export type Decision = {
  readonly id: string;
  readonly by: string;
  readonly at: string;
  readonly reason: string;
};

/** A parked event is told once more, late; false when there is no such event. */
export function retrySetAside(db: Database, decision: Decision): Promise<boolean> {
  return decide(db, `state = 'waiting', is_late = true`, `state = 'parked'`, decision);
}

/** Nothing will be done about the event; the row stays. False when there is no such event. */
export function dismissSetAside(db: Database, decision: Decision): Promise<boolean> {
  return decide(db, `state = 'dismissed'`, `state <> 'dismissed'`, decision);
}

async function decide(db: Database, to: string, from: string, decision: Decision): Promise<boolean> {
  const { id, by, at, reason } = decision;
  const { rowCount } = await db.query(
    `update processes.set_aside set ${to}, decided_by = $2, decided_at = $3, decision_reason = $4
     where id = $1 and ${from}`,
    [id, by, at, sqlText(reason)],
  );
  return rowCount === 1;
}
