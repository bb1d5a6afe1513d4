import type { LedgerPosition } from '../../../contracts/ledger-position.ts';
import type { Database } from '../../database.ts';

/** A whole copy of the leaderboard: after which row of `moments`, and where in the ledger that stands. */
export type Board = { readonly number: bigint; readonly position: LedgerPosition };

/** Of the schema that unqualified names mean; undefined before the first copy. */
export async function newestBoard(db: Database): Promise<Board | undefined> {
  const { rows } = await db.query<{ number: string; commit: string; prepare: string }>(
    'select number, commit, prepare from boards order by number desc limit 1',
  );
  const row = rows[0];
  return (
    row && {
      number: BigInt(row.number),
      position: { commit: BigInt(row.commit), prepare: BigInt(row.prepare) },
    }
  );
}

/** Makes the copy from the one before and the changes between, so that it depends on nothing but the ledger. */
export async function copyBoard(db: Database, board: Board, previous: Board | undefined): Promise<void> {
  const { commit, prepare } = board.position;
  const since = previous?.position;
  await db.query('insert into boards (number, commit, prepare) values ($1, $2, $3)', [
    board.number,
    commit,
    prepare,
  ]);
  await db.query(COPY, [
    board.number,
    commit,
    prepare,
    since?.commit ?? -1n,
    since?.prepare ?? -1n,
    previous?.number ?? 0n,
  ]);
}

const COPY = `
  with changed as materialized (
    select distinct on (user_id) user_id, board_after as total
    from moments
    where (commit, prepare) > ($4::bigint, $5::bigint) and (commit, prepare) <= ($2::bigint, $3::bigint)
      and board_after is distinct from board_before
    order by user_id, commit desc, prepare desc
  )
  insert into board_places (board, total, user_id)
  select $1::bigint, total, user_id from changed where total is not null
  union all
  select $1::bigint, total, user_id from board_places
  where board = $6::bigint and not exists (select from changed where changed.user_id = board_places.user_id)`;
