import pg from 'pg';
import type { Database } from '../database.ts';

export type TableComparison = {
  readonly table: string;
  readonly liveRows: number;
  readonly rebuiltRows: number;
  /** The same rows, in whatever order. */
  readonly equal: boolean;
};

type Side = { readonly db: Database; readonly schema: string };

/** Every table of two schemas but their checkpoints: number of rows, and a hash of their content. */
export async function compareTables(live: Side, rebuilt: Side): Promise<TableComparison[]> {
  const { rows } = await live.db.query<{ table: string }>(
    `select distinct relname::text as table
     from pg_class join pg_namespace as namespace on namespace.oid = relnamespace
     where nspname in ($1, $2) and relkind = 'r' and relname not in ('checkpoint', 'lead') order by 1`,
    [live.schema, rebuilt.schema],
  );
  const comparisons: TableComparison[] = [];
  for (const { table } of rows) {
    const [before, after] = [await contentOf(live, table), await contentOf(rebuilt, table)];
    const equal = before.rows === after.rows && before.hash === after.hash;
    comparisons.push({ table, liveRows: before.rows, rebuiltRows: after.rows, equal });
  }
  return comparisons;
}

/** A sum of the rows' hashes does not depend on their order, and the same row twice counts twice. */
async function contentOf({ db, schema }: Side, table: string): Promise<{ rows: number; hash: string }> {
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
