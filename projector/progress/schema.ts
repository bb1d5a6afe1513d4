import { createHash } from 'node:crypto';
import pg from 'pg';
import { beginBoundedIn } from '../bounded.ts';
import { type Database, inTransaction } from '../database.ts';
import { readModels } from '../read-models/all.ts';
import { schemaBeside } from '../read-models/read-model.ts';
import { withoutLate } from './late-indexes.ts';

const definitions = [schemaBeside(import.meta.url), ...readModels.map(({ schema }) => schema)];

/** Changes when the definition of any read model does, comments and spaces apart. */
export const SCHEMA_VERSION = createHash('sha256')
  .update(
    definitions
      .join('\n')
      .replaceAll(/--[^\n]*/g, '')
      .replaceAll(/\s+/g, ' '),
  )
  .digest('hex');

const parted = definitions.map(withoutLate);

/** What only readers want of the read models: the projector finds its rows without. */
export const lateIndexes = parted.flatMap(({ late }) => late);

/**
 * Creates the read models, empty, in a schema that is missing or of this version; several processes may do so at
 * once.
 * @param indexes `later` leaves `lateIndexes` to who fills the tables
 * @returns the version of the read models that the schema holds, which may be another program's
 */
export function ensureSchema(
  pool: pg.Pool,
  schema: string,
  indexes: 'at once' | 'later' = 'at once',
): Promise<string> {
  return inTransaction(
    pool,
    async (client) => {
      await lockSchemas(client);
      await client.query(`create schema if not exists ${pg.escapeIdentifier(schema)}`);
      const version = await versionOf(client);
      if (version !== undefined) return version;
      const wanted = indexes === 'later' ? parted.map(({ tables }) => tables) : definitions;
      for (const definition of wanted) await client.query(definition);
      await client.query('insert into checkpoint (version) values ($1)', [SCHEMA_VERSION]);
      return SCHEMA_VERSION;
    },
    (client) => beginBoundedIn(client, schema),
  );
}

/** Schemas are created and renamed one at a time, until the caller's transaction ends. */
export async function lockSchemas(db: Database): Promise<void> {
  await db.query('select pg_advisory_xact_lock($1)', [SCHEMA_LOCK]);
}

/** Any constant that no other advisory lock of the program uses. */
const SCHEMA_LOCK = 3_424_002;

/** Of the read models in the schema that unqualified names mean; undefined when there are none. */
export async function versionOf(db: Database): Promise<string | undefined> {
  const { rows } = await db.query<{ exists: boolean }>(
    `select to_regclass('checkpoint') is not null as exists`,
  );
  if (!rows[0]?.exists) return undefined;
  const checkpoint = await db.query<{ version: string }>('select version from checkpoint');
  return checkpoint.rows[0]?.version;
}
