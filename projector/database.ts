import pg from 'pg';

/** The schema that queries read. A rebuild fills another one beside it and takes its name at the end. */
export const LIVE_SCHEMA = 'read_models';

/** What a query needs: a pool, a client, or a transaction's client. */
export type Database = {
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<pg.QueryResult<Row>>;
};

/**
 * A pool whose connections fail soon instead of hanging: `numeric` and `int8` arrive as strings and are read
 * explicitly where they are used, `timestamptz` as a Date.
 */
export function createPool(options: {
  readonly connectionString: string;
  readonly applicationName: string;
  readonly maxConnections?: number;
}): pg.Pool {
  return new pg.Pool({
    connectionString: options.connectionString,
    application_name: options.applicationName,
    max: options.maxConnections ?? 10,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
  });
}
