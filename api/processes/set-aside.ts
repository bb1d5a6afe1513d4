import type { LedgerPosition } from '../../contracts/ledger-position.ts';
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
         on conflict (process, commit, prepare) do update set state = 'parked', reason = excluded.reason
           where set_aside.state = 'waiting' and excluded.state = 'parked'`,
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
    async late(process, after, limit) {
      const { rows } = await db.query<WaitingRow>(
        `${SELECT} where process = $1 and state = 'waiting' and is_late and (commit, prepare) > ($2, $3)
         order by commit, prepare limit $4`,
        [process, after?.commit ?? -1, after?.prepare ?? -1, limit],
      );
      return rows.map(waiting);
    },
    async handled(id) {
      await db.query(`delete from processes.set_aside where id = $1 and state = 'waiting'`, [id]);
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
