import type { LedgerPosition } from '../../../contracts/ledger-position.ts';
import { type Database, LIVE_SCHEMA } from '../../database.ts';

/** The wallets that had admin rights after the last event up to `at`, beside the super admin, whose right is a setting. */
export async function adminsAt(db: Database, { commit, prepare }: LedgerPosition): Promise<string[]> {
  const { rows } = await db.query<{ subject: string }>(
    `select subject from (
       select distinct on (lower(subject)) subject, type, commit, prepare
       from ${LIVE_SCHEMA}.admin_acts
       where type in ('admin_added', 'admin_removed') and (commit, prepare) <= ($1::bigint, $2::bigint)
       order by lower(subject), commit desc, prepare desc
     ) as newest
     where type = 'admin_added'
     order by commit, prepare`,
    [commit, prepare],
  );
  return rows.map(({ subject }) => subject);
}
