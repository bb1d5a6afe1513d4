import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import QueryStream from 'pg-query-stream';
import { quoted } from '../connect.ts';
import { fileDigest } from './file-digest.ts';
import type { TableFile } from './manifest.ts';
import { LEFT_OUT_TABLES } from './record.ts';

/** Bytes of rows that are asked for at a time. */
const BATCH_BYTES = 4_000_000;

/**
 * Writes all tables of some schemas as they are at one moment, each into a file of one JSON object a row. JSON as
 * Postgres writes it loses nothing: numbers keep all digits, times their microseconds, bytes are hexadecimal.
 */
export async function writeTables(
  client: pg.Client,
  schemas: readonly string[],
  folder: string,
): Promise<TableFile[]> {
  await mkdir(join(folder, 'tables'), { recursive: true, mode: 0o700 });
  await client.query('begin isolation level repeatable read read only');
  const written: TableFile[] = [];
  for (const { schema, table, columns } of await tablesOf(client, schemas)) {
    if (`${schema}.${table}` in LEFT_OUT_TABLES) continue;
    const file = `tables/${schema}.${table}.ndjson.gz`;
    const rows = await writeTable(client, { schema, table, columns }, join(folder, file));
    written.push({ schema, table, columns, rows, file, sha256: await fileDigest(join(folder, file)) });
  }
  await client.query('commit');
  return written;
}

export type Table = { readonly schema: string; readonly table: string; readonly columns: string[] };

/** Columns that Postgres computes are left to it. */
export async function tablesOf(client: pg.Client, schemas: readonly string[]): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select ns.nspname as schema, class.relname as table,
       array_agg(attribute.attname::text order by attribute.attnum) as columns
     from pg_class as class
     join pg_namespace as ns on ns.oid = class.relnamespace
     join pg_attribute as attribute on attribute.attrelid = class.oid
     where class.relkind = 'r' and ns.nspname = any($1)
       and attribute.attnum > 0 and not attribute.attisdropped and attribute.attgenerated = ''
     group by 1, 2 order by 1, 2`,
    [schemas],
  );
  return rows;
}

async function writeTable(
  client: pg.Client,
  { schema, table, columns }: Table,
  file: string,
): Promise<number> {
  const name = quoted(schema, table);
  const { rows } = await client.query<{ width: number }>(
    `select coalesce(avg(pg_column_size(t.*)), 1)::int as width from (select * from ${name} limit 50) as t`,
  );
  const batchSize = Math.max(1, Math.min(2_000, Math.floor(BATCH_BYTES / Math.max(1, rows[0]?.width ?? 1))));
  const list = columns.map((column) => quoted(column)).join(', ');
  const sql = `select to_jsonb(t)::text as line from (select ${list} from ${name}) as t`;
  const found = client.query(new QueryStream(sql, [], { batchSize }));
  let count = 0;
  async function* lines() {
    // The rows have the one column that the query names.
    for await (const { line } of found as AsyncIterable<{ line: string }>) {
      count += 1;
      yield `${line}\n`;
    }
  }
  await pipeline(Readable.from(lines()), createGzip(), createWriteStream(file, { flush: true, mode: 0o600 }));
  return count;
}
