import pg from 'pg';
import { transactionLimit } from '../bounded.ts';
import { rollback } from '../database.ts';
import { answerWithin, timeToAnswer } from '../time-to-answer.ts';

/** An index that only readers want. */
export type LateIndex = { readonly name: string; readonly table: string; readonly definition: string };

/** In a `schema.sql`: a comment line that begins with `-- Late`, others behind it, and the index. */
const LATE = /^-- Late\b.*\n(?:--.*\n)*(create (?:unique )?index if not exists (\w+) on (\w+)[^;]*;)\n/gm;

/** The indexes of a definition that are made late, and what is left of it without them. */
export function withoutLate(definition: string): {
  readonly tables: string;
  readonly late: readonly LateIndex[];
} {
  const late = [...definition.matchAll(LATE)].map(([, sql = '', name = '', table = '']) => {
    return { name, table, definition: sql };
  });
  return { tables: definition.replaceAll(LATE, ''), late };
}

/** Milliseconds that one of them may take: of a table of a hundred million rows it is minutes. */
const EACH_MS = 3_600_000;

/**
 * Makes those of the indexes that a schema lacks. Tables that are filled from the start of a long ledger are written in
 * less time without them: an entry at a random place of a large index costs a page of it in the log of Postgres, and a
 * row whose indexed value changes costs one in each index. Made when all is read, each is sorted and written once. What a
 * crash leaves undone is done by the next. Each table is analyzed with its index: Postgres knows nothing else of what an
 * expression in one gives, and would read all of the table.
 * @param client in no transaction; nobody else writes the tables meanwhile
 * @param onEach told before each that is made
 */
export async function addLateIndexes(
  client: pg.ClientBase,
  schema: string,
  indexes: readonly LateIndex[],
  onEach: () => void = () => undefined,
): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    'select indexname::text as name from pg_indexes where schemaname = $1',
    [schema],
  );
  const there = new Set(rows.map(({ name }) => name));
  for (const index of indexes) {
    if (there.has(index.name)) continue;
    onEach();
    // However long its pool lets others wait for an answer.
    await answerWithin(Math.min(EACH_MS, timeToAnswer()), () => make(client, schema, index));
  }
}

async function make(client: pg.ClientBase, schema: string, { table, definition }: LateIndex): Promise<void> {
  try {
    await client.query(
      `begin; set local statement_timeout to ${EACH_MS}; set local search_path to ${pg.escapeIdentifier(schema)};
       ${transactionLimit(0, { isLocal: true })}`,
    );
    await client.query(definition);
    await client.query(`analyze ${pg.escapeIdentifier(table)}`);
    await client.query('commit');
  } catch (error) {
    await rollback(client);
    throw error;
  }
}
