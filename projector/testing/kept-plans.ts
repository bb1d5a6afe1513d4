import type pg from 'pg';

export type KeptPlan = { readonly statement: string; readonly generic: number; readonly custom: number };

/**
 * How often Postgres took the one plan that it has of each statement that this connection keeps, and how often it made
 * one for the values at hand.
 */
export async function keptPlans(client: pg.ClientBase | pg.Pool): Promise<KeptPlan[]> {
  const { rows } = await client.query<KeptPlan>(
    `select statement, generic_plans::integer as generic, custom_plans::integer as custom
     from pg_prepared_statements order by statement`,
  );
  return rows;
}

/** Uses of a kept statement after which Postgres may settle for one plan. */
export const FIRST_USES = 5;
