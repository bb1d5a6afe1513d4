import type { LedgerEventType } from '../../../contracts/events/ledger-event.ts';
import type { LedgerPosition } from '../../../contracts/ledger-position.ts';
import { type Database, LIVE_SCHEMA } from '../../database.ts';

/** How many events of a type stand in the ledger up to `at`. It counts them: for types of which there are few. */
export async function countOfType(
  db: Database,
  type: LedgerEventType,
  { commit, prepare }: LedgerPosition,
): Promise<number> {
  const { rows } = await db.query<{ count: string }>(
    `select count(*) from ${LIVE_SCHEMA}.log_events
     where type = $1 and (commit, prepare) <= ($2::bigint, $3::bigint)`,
    [type, commit, prepare],
  );
  return Number(rows[0]?.count ?? 0);
}
