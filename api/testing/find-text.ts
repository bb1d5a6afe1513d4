import type { Pool } from 'pg';

/**
 * The tables of all schemas in which a text stands, in any column, also as bytes and in any case of its letters, as
 * `<schema>.<table>`.
 */
export async function tablesWith(pool: Pool, text: string): Promise<string[]> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await pool.query(
      `select 1 from ${name} as line where strpos(lower(line::text), lower($1)) > 0
         or strpos(line::text, encode(convert_to($1, 'UTF8'), 'hex')) > 0 limit 1`,
      [text],
    );
    if (rows.length > 0) found.push(name);
  }
  return found;
}
