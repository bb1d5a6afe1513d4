import type { Database } from './database.ts';

/** A schema that is there from the first to the last step of a restore into a database. */
export const RESTORE_MARK = 'restore_unfinished';

/** What everybody says who finds it. */
export const RESTORE_UNFINISHED =
  'A restore into this database has not ended: let it end, or empty the database and the event store and restore once more. See docs/operations.md.';

/** Half a backup looks like a whole program: nobody works with it. */
export async function isRestoreUnfinished(db: Database): Promise<boolean> {
  const { rows } = await db.query<{ found: boolean }>(
    `select to_regnamespace('${RESTORE_MARK}') is not null as found`,
  );
  return rows[0]?.found === true;
}
