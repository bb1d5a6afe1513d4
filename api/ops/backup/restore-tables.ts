import { join } from 'node:path';
import type pg from 'pg';
import { quoted } from '../connect.ts';
import { OpsRefused } from '../ops-refused.ts';
import { fitToLedger } from './fit-to-ledger.ts';
import type { TableFile } from './manifest.ts';
import { hasPosition, type MovedPositions, moveRow } from './move-positions.ts';
import { isRecordSchema } from './record.ts';
import { tableLines } from './table-lines.ts';
import { tablesOf } from './write-tables.ts';

/** Characters of rows that one statement takes. */
const BATCH_CHARACTERS = 2_000_000;

/**
 * Puts the rows of a backup into the empty tables of this release, which have places for all of them (`requirePlaces`): all
 * of them or none. Columns that the backup does not know take their defaults.
 */
export async function restoreTables(
  client: pg.Client,
  folder: string,
  tables: readonly TableFile[],
  moved: MovedPositions,
): Promise<void> {
  await client.query('begin');
  try {
    for (const table of await inOrder(client, tables)) {
      // The tables of a new release may have begun with rows of their own; those of the backup are the record.
      await client.query(`delete from ${quoted(table.schema, table.table)}`);
      const rows = await restoreTable(client, folder, table, moved);
      if (rows !== table.rows) {
        throw new OpsRefused(`${table.file} has ${rows} rows, and the manifest says ${table.rows}.`);
      }
    }
    await fitToLedger(client, moved.facts);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/** Returns how many rows the backup has. */
async function restoreTable(
  client: pg.Client,
  folder: string,
  table: TableFile,
  moved: MovedPositions,
): Promise<number> {
  const name = quoted(table.schema, table.table);
  const columns = table.columns.map((column) => quoted(column)).join(', ');
  const insert = `insert into ${name} (${columns}) overriding system value
    select ${columns} from jsonb_populate_recordset(null::${name}, $1::jsonb)`;
  let rows = 0;
  let leftOut = 0;
  let batch: string[] = [];
  let characters = 0;
  const flush = async () => {
    if (batch.length > 0) rows += (await client.query(insert, [`[${batch.join(',')}]`])).rowCount ?? 0;
    batch = [];
    characters = 0;
  };
  for await (const line of tableLines(join(folder, table.file))) {
    const row = hasPosition(table) ? moveRow(line, moved) : line;
    if (row === undefined) leftOut += 1;
    else batch.push(row);
    characters += line.length;
    if (characters >= BATCH_CHARACTERS) await flush();
  }
  await flush();
  return rows + leftOut;
}

/** @throws OpsRefused when this release has no place for something */
export async function requirePlaces(client: pg.Client, tables: readonly TableFile[]): Promise<void> {
  // Whatever else a manifest names is emptied by no restore: which migrations were made, or a table of Postgres's own.
  const schemas = [...new Set(tables.map(({ schema }) => schema))].filter(isRecordSchema);
  const places = new Map(
    (await tablesOf(client, schemas)).map(({ schema, table, columns }) => [`${schema}.${table}`, columns]),
  );
  const missing = tables.flatMap(({ schema, table, columns }) => {
    const place = places.get(`${schema}.${table}`);
    return columns
      .filter((column) => !place?.includes(column))
      .map((column) => `${schema}.${table}.${column}`);
  });
  if (missing.length === 0) return;
  throw new OpsRefused(
    `This release has no place for ${missing.join(', ')}: the backup is of a newer one. Restore with the release that took it, then go on from there.`,
  );
}

/** Tables that others refer to first. */
async function inOrder(client: pg.Client, tables: readonly TableFile[]): Promise<TableFile[]> {
  const { rows } = await client.query<{ from: string; to: string }>(
    `select conrelid::regclass::text as from, confrelid::regclass::text as to
     from pg_constraint where contype = 'f' and conrelid <> confrelid`,
  );
  const left = new Map(tables.map((table) => [`${table.schema}.${table.table}`, table]));
  const ordered: TableFile[] = [];
  while (left.size > 0) {
    const free = [...left].filter(([name]) => !rows.some(({ from, to }) => from === name && left.has(to)));
    if (free.length === 0)
      throw new OpsRefused(`Tables refer to each other in a circle: ${[...left.keys()].join(', ')}.`);
    for (const [name, table] of free) {
      ordered.push(table);
      left.delete(name);
    }
  }
  return ordered;
}
