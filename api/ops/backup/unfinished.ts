import type pg from 'pg';
import type { Database } from '../../../projector/database.ts';
import { lockSchemas } from '../../../projector/progress/schema.ts';
import { isRestoreUnfinished, RESTORE_MARK, RESTORE_UNFINISHED } from '../../../projector/restore-mark.ts';
import { SCHEMA_LOCK } from '../../migrate.ts';
import { OpsRefused } from '../ops-refused.ts';
import { isKnownSchema } from './record.ts';

/**
 * Takes an empty database for one restore. A program that starts in the same moment, or a projector, makes its first tables
 * under the same locks: it has made them by now and they are seen here, or it finds afterwards that a restore has begun.
 * @throws OpsRefused when something is there, be it another restore
 */
export async function beginRestore(client: pg.Client): Promise<void> {
  await client.query('begin');
  try {
    await client.query('select pg_advisory_xact_lock($1)', [SCHEMA_LOCK]);
    await lockSchemas(client);
    await requireNothing(client);
    await client.query(`create schema ${RESTORE_MARK}`);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

async function requireNothing(client: pg.Client): Promise<void> {
  const there = await schemasOfPrograms(client);
  if (there.length === 0) return;
  throw new OpsRefused(
    `The database is not empty: it has ${there.join(', ')}. A backup goes into an empty database and an empty event store only; take new ones, and keep these until you know that you need them no more.`,
  );
}

/** What programs have made there, and restores. */
async function schemasOfPrograms(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select nspname as name from pg_namespace
     where nspname not in ('public', 'information_schema') and nspname not like 'pg\\_%'`,
  );
  return rows.map(({ name }) => name).filter((name) => isKnownSchema(name) || name.startsWith('restore'));
}

/**
 * Empties the database of a restore that was refused before it brought anything: all that is there it has made itself, because
 * it began on an empty one, which it has closed to programs.
 */
export async function undoRestore(client: pg.Client): Promise<void> {
  const made = await schemasOfPrograms(client);
  await client.query(`drop schema ${made.map((name) => client.escapeIdentifier(name)).join(', ')} cascade`);
}

export async function endRestore(db: Database): Promise<void> {
  await db.query(`drop schema ${RESTORE_MARK}`);
}

/**
 * Half a backup looks like a whole program: it must not serve anybody, nor be taken a backup of.
 * @throws OpsRefused while a restore into this database has not ended
 */
export async function refuseUnfinishedRestore(db: Database): Promise<void> {
  if (!(await isRestoreUnfinished(db))) return;
  throw new OpsRefused(RESTORE_UNFINISHED);
}
