import type pg from 'pg';
import type { Database } from '../database.ts';

/**
 * The plans of the queries that `ask` runs, as Postgres says them, each executed in the given transaction. What the
 * queries answer is passed on, so that `ask` goes its usual way.
 */
export async function plansOf(
  client: pg.ClientBase,
  ask: (db: Database) => Promise<unknown>,
): Promise<string[]> {
  const plans: string[] = [];
  const spy: Database = {
    async query(text, values) {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `explain (analyze, costs off, timing off, summary off, buffers off) ${text}`,
        values,
      );
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
      return client.query(text, values);
    },
  };
  await ask(spy);
  return plans;
}
