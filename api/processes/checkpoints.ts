import type { Pool } from 'pg';
import type { ProcessCheckpoints } from '../../ledger/processes/process.ts';

/** The processes' checkpoints in Postgres. */
export function postgresCheckpoints(pool: Pool): ProcessCheckpoints {
  return {
    async load(name) {
      const { rows } = await pool.query<{ commit: string; prepare: string }>(
        'select commit, prepare from processes.checkpoints where name = $1',
        [name],
      );
      return rows[0] && { commit: BigInt(rows[0].commit), prepare: BigInt(rows[0].prepare) };
    },
    async save(name, { commit, prepare }) {
      await pool.query(
        `insert into processes.checkpoints as known (name, commit, prepare) values ($1, $2, $3)
         on conflict (name) do update set commit = excluded.commit, prepare = excluded.prepare
         where (known.commit, known.prepare) < (excluded.commit, excluded.prepare)`,
        [name, commit, prepare],
      );
    },
  };
}
