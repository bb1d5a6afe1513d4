import pg from 'pg';

/** Milliseconds. */
export type Bounds = {
  readonly statement: number;
  readonly lock: number;
  /** Between two statements of one transaction: who is frozen there must not keep its locks. */
  readonly idleInTransaction: number;
  /** Between two transactions; without it a connection may be idle for ever. */
  readonly idle?: number;
  readonly transaction?: number;
};

/** What the projector's batches may take. Events come again, so a batch that is cut off costs time alone. */
export const BATCH_BOUNDS: Bounds = {
  statement: 60_000,
  lock: 5_000,
  idleInTransaction: 6_000,
  transaction: 120_000,
};

/** What a short transaction of the projector may take: the schema's creation, the first look at a checkpoint. */
export const SHORT_BOUNDS: Bounds = { statement: 20_000, lock: 5_000, idleInTransaction: 6_000 };

/**
 * Bounds every wait of a connection for as long as it lives, and names it. Nobody may give it back to a pool: it is
 * closed when it has done its work.
 */
export async function boundSession(client: pg.ClientBase, name: string, bounds: Bounds): Promise<void> {
  await client.query(
    `set application_name to ${pg.escapeLiteral(name)}; ${settingsOf(bounds, 'set')};
     ${transactionLimit(bounds.transaction ?? 0)}`,
  );
}

/** Begins a transaction in which unqualified names mean `schema` and every wait has an end. */
export async function beginBoundedIn(client: pg.ClientBase, schema: string): Promise<void> {
  await client.query(
    `begin; ${settingsOf(SHORT_BOUNDS, 'set local')};
     set local search_path to ${pg.escapeIdentifier(schema)}`,
  );
}

function settingsOf({ statement, lock, idleInTransaction, idle = 0 }: Bounds, set: string): string {
  return [
    `${set} statement_timeout to ${statement}`,
    `${set} lock_timeout to ${lock}`,
    `${set} idle_in_transaction_session_timeout to ${idleInTransaction}`,
    `${set} idle_session_timeout to ${idle}`,
  ].join('; ');
}

/**
 * SQL that bounds transactions, 0 for not at all: all that the connection begins from now on, or the one under way alone.
 * Postgres 16 and older know no such bound. https://www.postgresql.org/docs/17/release-17.html
 */
export function transactionLimit(milliseconds: number, { isLocal } = { isLocal: false }): string {
  return `select set_config(name, '${milliseconds}', ${isLocal}) from pg_settings where name = 'transaction_timeout'`;
}
