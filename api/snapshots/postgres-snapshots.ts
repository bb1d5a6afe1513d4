import { parseStream } from '../../contracts/events/ledger-event.ts';
import { isUuid } from '../../contracts/uuid.ts';
import type { Snapshots } from '../../ledger/snapshots.ts';
import type { Database } from '../../projector/database.ts';

/**
 * Of each so many revisions the last snapshot stays, so that a command of long ago is answered again from what lies
 * close before it; between these only the newest is kept.
 */
const KEPT_EVERY = 10_000;

/**
 * Snapshots in Postgres, for all processes. Of an account whose personal data were erased none of before is kept any more:
 * whoever reads its stream anew folds it once more from its start.
 */
export function postgresSnapshots(db: Database): Snapshots {
  return {
    async load(stream, version, upTo) {
      const { rows } = await db.query<{ revision: string; hash: string; fold: string }>(
        `select revision, hash, fold from snapshots.streams
         where stream = $1 and version = $2 and ($3::bigint is null or revision <= $3)
         order by revision desc limit 1`,
        [stream, version, upTo ?? null],
      );
      const [row] = rows;
      if (!row) return undefined;
      const { revision, hash, fold } = row;
      return { stream, version, end: { revision: BigInt(revision), hash }, fold };
    },
    async save({ stream, version, end, fold }) {
      await db.query(
        `with superseded as (
           delete from snapshots.streams
           where stream = $1 and (version < $2
             or version = $2 and revision < $3 and revision / $6::bigint = $3::bigint / $6::bigint)
         )
         insert into snapshots.streams (stream, version, revision, hash, fold)
         select $1, $2, $3, $4, $5
         where not exists (select from vault.erasures where user_id = $7::uuid and revision > $3)
         on conflict (stream, version, revision) do update set hash = excluded.hash, fold = excluded.fold`,
        [stream, version, end.revision, end.hash, fold, KEPT_EVERY, accountIn(stream)],
      );
    },
  };
}

/** Null for a stream that is no account's. */
function accountIn(name: string): string | null {
  const stream = parseStream(name);
  return stream?.category === 'account' && isUuid(stream.id) ? stream.id : null;
}
