import type { Database } from '../database.ts';

/**
 * Which schema has a name at this moment. A rebuild puts another one under the name of the live read models, of which a
 * snapshot from before sees only what was there by then: whoever asks more than once in one snapshot compares.
 * @param db in no transaction that reads in one snapshot: there it may answer what was true when that began
 */
export async function schemaId(db: Database, name: string): Promise<string> {
  const { rows } = await db.query<{ oid: string }>('select $1::regnamespace::oid::text as oid', [name]);
  return rows[0]?.oid ?? '0';
}
