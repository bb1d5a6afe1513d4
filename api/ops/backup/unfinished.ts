import type { Database } from '../../../projector/database.ts';

/** A schema that is there from the first to the last step of a restore. */
const MARK = 'restore_unfinished';

export async function beginRestore(db: Database): Promise<void> {
  await db.query(`create schema ${MARK}`);
}

export async function endRestore(db: Database): Promise<void> {
  await db.query(`drop schema ${MARK}`);
}

/**
 * Half a backup looks like a whole program: it must not serve anybody.
 * @throws Error while a restore into this database has not ended
 */
export async function refuseUnfinishedRestore(db: Database): Promise<void> {
  const { rows } = await db.query<{ found: boolean }>(
    `select to_regnamespace('${MARK}') is not null as found`,
  );
  if (!rows[0]?.found) return;
  throw new Error(
    'A restore into this database has not ended: let it end, or empty the database and the event store and restore once more. See docs/operations.md.',
  );
}
