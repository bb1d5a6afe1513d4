import pg from 'pg';
import type { Database } from '../database.ts';

export type TableComparison = {
  readonly table: string;
  readonly liveRows: number;
  readonly rebuiltRows: number;
  /** The same rows, in whatever order. */
  readonly equal: boolean;
};

/** Every table of two schemas but their checkpoints: number of rows, and a hash of their content. */
export async function compareTables(db: Database, live: string, rebuilt: string): Promise<TableComparison[]> {
  const { rows } = await db.query<{ table: string }>(
    `select distinct table_name::text as table from information_schema.tables
     where table_schema in ($1, $2) and table_name not in ('checkpoint', 'lead') order by 1`,
    [live, rebuilt],
  );
  const comparisons: TableComparison[] = [];
  for (const { table } of rows) {
    const [before, after] = [await contentOf(db, live, table), await contentOf(db, rebuilt, table)];
    const equal = before.rows === after.rows && before.hash === after.hash;
    comparisons.push({ table, liveRows: before.rows, rebuiltRows: after.rows, equal });
  }
  return comparisons;
}

/** A sum of the rows' hashes does not depend on their order, and the same row twice counts twice. */
async function contentOf(
  db: Database,
  schema: string,
  table: string,
): Promise<{ rows: number; hash: string }> {
  const name = `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(table)}`;
  const { rows: found } = await db.query<{ exists: boolean }>(
    'select to_regclass($1) is not null as exists',
    [name],
  );
  if (!found[0]?.exists) return { rows: 0, hash: 'no such table' };
  const { rows } = await db.query<{ rows: string; hash: string }>(
    `select count(*) as rows, coalesce(sum(hashtextextended(row::text, 0)::numeric), 0)::text as hash
     from ${name} as row`,
  );
  return { rows: Number(rows[0]?.rows ?? 0), hash: rows[0]?.hash ?? '' };
}
