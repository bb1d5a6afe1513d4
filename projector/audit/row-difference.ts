import pg from 'pg';
import type { Database } from '../database.ts';

/** A table whose rows are not those that the ledger gives. */
export type TableDifference = {
  readonly table: string;
  readonly rows: number;
  readonly expectedRows: number;
  /** As Postgres writes them, a few. */
  readonly missing: readonly string[];
  readonly surplus: readonly string[];
};

/** Rows that are asked for at a time, and rows that are told of a table. */
const PAGE = 5_000;
const TOLD = 5;

/** Every table of a schema but the checkpoint. */
export async function tablesOf(db: Database, schema: string): Promise<string[]> {
  const { rows } = await db.query<{ table: string }>(
    `select table_name::text as table from information_schema.tables
     where table_schema = $1 and table_type = 'BASE TABLE' and table_name not in ('checkpoint', 'lead') order by 1`,
    [schema],
  );
  return rows.map(({ table }) => table);
}

/**
 * Compares the rows of a table in two databases, both sorted by the database as texts: whole rows, whatever their keys.
 * Undefined when they are the same. Both sides are in a transaction.
 * @param live what somebody reads @param expected what the ledger gives
 */
export async function differenceOf(
  table: string,
  live: { readonly db: Database; readonly schema: string },
  expected: { readonly db: Database; readonly schema: string },
): Promise<TableDifference | undefined> {
  const [found, wanted] = [await contentOf(live, table), await contentOf(expected, table)];
  if (found.rows === wanted.rows && found.hash === wanted.hash) return undefined;
  const [missing, surplus]: [string[], string[]] = [[], []];
  const [actual, due] = [sortedRows(live, table), sortedRows(expected, table)];
  let [left, right] = [await actual.next(), await due.next()];
  while ((!left.done || !right.done) && (missing.length < TOLD || surplus.length < TOLD)) {
    const order = left.done
      ? 1
      : right.done
        ? -1
        : Buffer.compare(Buffer.from(left.value), Buffer.from(right.value));
    if (order < 0 && !left.done && surplus.length < TOLD) surplus.push(left.value);
    if (order > 0 && !right.done && missing.length < TOLD) missing.push(right.value);
    if (order <= 0) left = await actual.next();
    if (order >= 0) right = await due.next();
  }
  await actual.return(undefined);
  await due.return(undefined);
  return { table, rows: found.rows, expectedRows: wanted.rows, missing, surplus };
}

type Side = { readonly db: Database; readonly schema: string };

/**
 * Rows in whatever order, the same one as often as it is there, come to what no others do: of a sum of short hashes whoever
 * writes rows finds as many as they like that come to the same. Hashes are put into their order by their first bytes, so
 * that no table is too large for one value.
 */
async function contentOf({ db, schema }: Side, table: string): Promise<{ rows: number; hash: string }> {
  const { rows: there } = await db.query<{ exists: boolean }>(
    'select to_regclass($1) is not null as exists',
    [nameOf(schema, table)],
  );
  if (!there[0]?.exists) return { rows: 0, hash: 'no such table' };
  const { rows } = await db.query<{ rows: string; hash: string }>(
    `select coalesce(sum(rows), 0) as rows, coalesce(encode(sha256(string_agg(hash, '' order by part)), 'hex'), '') as hash
     from (
       select get_byte(hash, 0) as part, count(*) as rows, sha256(string_agg(hash, '' order by hash)) as hash
       from (select sha256(convert_to(row::text, 'UTF8')) as hash from ${nameOf(schema, table)} as row) as hashed
       group by get_byte(hash, 0)
     ) as parts`,
  );
  return { rows: Number(rows[0]?.rows ?? 0), hash: rows[0]?.hash ?? '' };
}

async function* sortedRows({ db, schema }: Side, table: string): AsyncGenerator<string, undefined> {
  const { rows: there } = await db.query<{ exists: boolean }>(
    'select to_regclass($1) is not null as exists',
    [nameOf(schema, table)],
  );
  if (!there[0]?.exists) return undefined;
  // Sorted once: whoever asks for one page after the other by its number has the whole table sorted for each.
  const cursor = pg.escapeIdentifier(`sorted_${table}`);
  await db.query(
    `declare ${cursor} no scroll cursor for
     select row::text as text from ${nameOf(schema, table)} as row order by row::text collate "C"`,
  );
  try {
    for (;;) {
      const { rows } = await db.query<{ text: string }>(`fetch ${PAGE} from ${cursor}`);
      for (const { text } of rows) yield text;
      if (rows.length < PAGE) return undefined;
    }
  } finally {
    await db.query(`close ${cursor}`);
  }
}

const nameOf = (schema: string, table: string) =>
  `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(table)}`;
