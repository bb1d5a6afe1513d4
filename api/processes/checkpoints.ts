import type { MarkKeeper, ProcessCheckpoints } from '../../ledger/processes/process.ts';
import type { Database } from '../../projector/database.ts';
import { arrayParameter, prepared } from '../../projector/prepared.ts';

/** The processes' checkpoints in Postgres. */
export function postgresCheckpoints(db: Database): ProcessCheckpoints {
  return {
    async load(name) {
      const { rows } = await db.query<{ commit: string; prepare: string }>(
        'select commit, prepare from processes.checkpoints where name = $1',
        [name],
      );
      return rows[0] && { commit: BigInt(rows[0].commit), prepare: BigInt(rows[0].prepare) };
    },
    async save(positions) {
      // In one order, also where a replica that has lost the lead still saves.
      const rows = [...positions].toSorted(([a], [b]) => (a < b ? -1 : 1));
      await db.query(SAVE, [
        rows.map(([name]) => name),
        rows.map(([, { commit }]) => commit),
        rows.map(([, { prepare }]) => prepare),
      ]);
    },
  };
}

const SAVE = prepared(
  `insert into processes.checkpoints as known (name, commit, prepare)
   select * from unnest(${arrayParameter(1, 'text')}, ${arrayParameter(2, 'bigint')}, ${arrayParameter(3, 'bigint')})
   on conflict (name) do update set commit = excluded.commit, prepare = excluded.prepare
   where (known.commit, known.prepare) < (excluded.commit, excluded.prepare)`,
);

/** By what their ledger is known again, beside them. */
export function postgresMarks(db: Database): MarkKeeper {
  return {
    async load() {
      const { rows } = await db.query<MarkRow>(
        `select * from processes.ledger
         union all
         (select true, commit, prepare, null, null, null, null
          from processes.checkpoints order by commit desc, prepare desc limit 1)
         limit 1`,
      );
      const [row] = rows;
      if (!row) return undefined;
      const { ledger_id: id, ledger_commit, ledger_prepare } = row;
      return {
        position: { commit: BigInt(row.commit), prepare: BigInt(row.prepare) },
        eventId: row.event_id ?? undefined,
        first:
          id !== null && ledger_commit !== null && ledger_prepare !== null
            ? { id, position: { commit: BigInt(ledger_commit), prepare: BigInt(ledger_prepare) } }
            : undefined,
      };
    },
    async save({ position: { commit, prepare }, eventId, first }) {
      await db.query(SAVE_MARK, [
        commit,
        prepare,
        eventId,
        first?.id,
        first?.position.commit,
        first?.position.prepare,
      ]);
    },
  };
}

const SAVE_MARK = prepared(
  `insert into processes.ledger as known
     (commit, prepare, event_id, ledger_id, ledger_commit, ledger_prepare) values ($1, $2, $3, $4, $5, $6)
   on conflict (one) do update
   set commit = excluded.commit, prepare = excluded.prepare, event_id = excluded.event_id,
       ledger_id = excluded.ledger_id, ledger_commit = excluded.ledger_commit,
       ledger_prepare = excluded.ledger_prepare
   where (known.commit, known.prepare) < (excluded.commit, excluded.prepare)`,
);

type MarkRow = {
  commit: string;
  prepare: string;
  event_id: string | null;
  ledger_id: string | null;
  ledger_commit: string | null;
  ledger_prepare: string | null;
};
