import type pg from 'pg';

/** How far the slowest process has got, as the program's own metrics say; 0 while they say nothing. */
export async function processed(origin: string): Promise<number> {
  const text = await (await fetch(new URL('/metrics', origin))).text();
  const found = [...text.matchAll(/^evo_process_position\{[^}]*\} (\S+)$/gm)];
  return found.length === 0 ? 0 : Math.min(...found.map(([, value]) => Number(value)));
}

/** How far the read models have got; 0 while there are none. */
export async function projected(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ name: string }>(
    String.raw`select quote_ident(schemaname) as name from pg_tables
               where schemaname like 'read\_v%' and tablename = 'checkpoint'`,
  );
  if (!rows[0]) return 0;
  const { rows: marks } = await pool.query<{ commit: string | null }>(
    `select commit from ${rows[0].name}.checkpoint`,
  );
  return Number(marks[0]?.commit ?? 0);
}
