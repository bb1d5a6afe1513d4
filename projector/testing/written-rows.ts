import type { ArrayParameter } from '../array-parameter.ts';
import type { Database } from '../database.ts';
import { writtenBy } from '../progress/write-together.ts';
import type { ReadModel, RecordedEvent } from '../read-models/read-model.ts';

/** Rows by table: with the names of their columns, or the parameters alone where a statement names none. */
export type WrittenRows = Readonly<Record<string, readonly unknown[]>>;

/** What a table answers, whatever it is asked, or by the parameters that it is asked with. */
export type KnownRows = Readonly<
  Record<string, readonly unknown[] | ((values: readonly unknown[]) => readonly unknown[])>
>;

/**
 * The rows that a read model hands to Postgres for a batch. What the statements make of them is for the tests that
 * have a Postgres.
 * @param known the answer to whatever reads a table first of all, by that table; no rows where none are given
 */
export async function writtenRows(
  { project }: Pick<ReadModel, 'project'>,
  batch: readonly RecordedEvent[],
  known: KnownRows = {},
): Promise<WrittenRows> {
  const written: Record<string, unknown[]> = {};
  const db = {
    query: async (text: string, values: unknown[] = []) => {
      const [table] = writtenBy(text);
      if (table === undefined) {
        const rows = known[/\bfrom (\w+)/.exec(text)?.[1] ?? ''] ?? [];
        return { rows: typeof rows === 'function' ? rows(values) : rows };
      }
      written[table] = [...(written[table] ?? []), ...rowsOf(text, values)];
      return { rows: [] };
    },
  } as unknown as Database; // all that a projection asks of it
  await project(db, batch);
  return written;
}

function rowsOf(text: string, values: readonly unknown[]): unknown[] {
  const names = /\) as row \(([^)]+)\)/.exec(text)?.[1]?.split(', ');
  if (!names) return [values];
  // One array for each name, as the statement says.
  const columns = (values as readonly ArrayParameter[]).map((column) => column.values);
  return (columns[0] ?? []).map((_, at) =>
    Object.fromEntries(names.map((name, n) => [name, columns[n]?.[at]])),
  );
}
