import pg from 'pg';
import { BoundedClient, boundPool } from './bounded-pool.ts';
import { USUAL_OF_SESSIONS } from './usual-client.ts';
import { readVersions, schemaOf } from './versions/versions.ts';

/**
 * The schema that queries of this release read: the one of its own projections. A release whose projections make other
 * rows has another one beside it, which its own projector follows the ledger into.
 */
export const LIVE_SCHEMA = schemaOf(readVersions());

/** What a query needs: a pool, a client, or a transaction's client. */
export type Database = {
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<pg.QueryResult<Row>>;
};

export type PoolOptions = {
  readonly maxConnections?: number;
  /** Askers that wait for a connection; more are refused at once with DatabaseBusy. Any number unless given. */
  readonly maxWaiting?: number;
  /** Milliseconds for a connection, from the pool or a new one. */
  readonly connectTimeout?: number;
  /** Milliseconds that Postgres works on a statement at the most; on what comes in portions, until the last. */
  readonly statementTimeout?: number;
  /** Milliseconds that an answer is waited for, should Postgres itself stand still. Not for what comes in portions. */
  readonly answerTimeout?: number;
  /** Milliseconds that a statement waits for a lock at the most. */
  readonly lockTimeout?: number;
  /** Milliseconds after which a transaction that does nothing loses its connection. */
  readonly idleTransactionTimeout?: number;
  /** The same for one that is in no transaction, of a pool whose connections are never at rest. */
  readonly idleSessionTimeout?: number;
  readonly applicationName?: string;
  /** Whether each connection is a session of its own in Postgres, so that it may keep statements (`prepared`). */
  readonly keepsStatements?: boolean;
};

/**
 * `numeric` and `int8` arrive as strings and are read explicitly where they are used, `timestamptz` as a Date.
 * Connecting fails after five seconds instead of hanging, unless the options say otherwise.
 */
export function createPool(connectionString: string, options: PoolOptions = {}): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    // Given as a class, which is what the pool calls it with; its type asks for a constructor of clients of the pool.
    ...{ Client: BoundedClient, keepsStatements: options.keepsStatements === true },
    max: options.maxConnections ?? 10,
    application_name: options.applicationName ?? 'evo-rewards',
    connectionTimeoutMillis: options.connectTimeout ?? 5_000,
    ...(options.statementTimeout !== undefined && { statement_timeout: options.statementTimeout }),
    ...(options.answerTimeout !== undefined && { query_timeout: options.answerTimeout }),
    ...(options.lockTimeout !== undefined && { lock_timeout: options.lockTimeout }),
    ...(options.idleTransactionTimeout !== undefined && {
      idle_in_transaction_session_timeout: options.idleTransactionTimeout,
    }),
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
    options: [
      ...[NOTICE_LOST_PEERS, USUAL],
      ...(options.idleSessionTimeout === undefined
        ? []
        : [`-c idle_session_timeout=${options.idleSessionTimeout}`]),
    ].join(' '),
  });
  boundPool(pool, options.maxWaiting ?? Number.POSITIVE_INFINITY);
  // The pool has already dropped the idle connection that failed; whoever asks next learns whether Postgres is there.
  pool.on('error', () => undefined);
  // So does who has a connection in hand, at the next query. Without a listener its end would be the program's.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/**
 * Postgres, too, looks whether the other end of a connection is still there: a lock of a machine that was cut off is free
 * within some 15 seconds, not after the two hours that systems wait by default. And it ends a statement within a second
 * of its asker's giving up.
 */
const NOTICE_LOST_PEERS =
  '-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=3 -c tcp_keepalives_count=3 -c tcp_user_timeout=15000 ' +
  '-c client_connection_check_interval=1000';

/**
 * As `UsualClient`, for what PgBouncer keeps for nobody. Who waits for a lock and reads then what it was about has to see
 * what was there when it was given, which is so where each statement looks anew:
 * https://www.postgresql.org/docs/18/transaction-iso.html#XACT-READ-COMMITTED
 */
const USUAL = [
  'default_transaction_isolation=read\\ committed',
  ...Object.entries(USUAL_OF_SESSIONS).map(([setting, value]) => `${setting}=${value}`),
]
  .map((setting) => `-c ${setting}`)
  .join(' ');

/**
 * Has a connection that nothing is asked at this moment send what it is asked from now on without waiting for the answers
 * before: https://www.postgresql.org/docs/18/protocol-flow.html#PROTOCOL-FLOW-PIPELINING. It then knows no cursors.
 */
export function pipelining<Client extends pg.Client>(client: Client): Client {
  // An option of its making, and one that a pool gives to all of its connections or to none.
  return Object.assign(client, { pipeline: true });
}

/** Begins a transaction in which unqualified names mean `schema`. */
export async function beginIn(client: pg.ClientBase, schema: string): Promise<void> {
  await client.query(`begin; set local search_path to ${pg.escapeIdentifier(schema)}`);
}

/** https://www.postgresql.org/docs/18/runtime-config-query.html#GUC-PLAN-CACHE-MODE */
export type PlanCacheMode = 'auto' | 'force_generic_plan';

/**
 * As `beginIn`, durable only some 200 ms after its commit: what a crash of Postgres takes back is a whole tail of
 * batches with their checkpoint, and the ledger gives them again.
 */
export async function beginDeferredIn(
  client: pg.ClientBase,
  schema: string,
  plans: PlanCacheMode,
): Promise<void> {
  const name = pg.escapeIdentifier(schema);
  await client.query(
    `begin; set local search_path to ${name}; set local synchronous_commit to off; set local plan_cache_mode to ${plans}`,
  );
}

/** Rolls back and goes on; a connection that cannot even do that is no longer used by its owner. */
export async function rollback(client: pg.ClientBase): Promise<void> {
  await client.query('rollback').catch(() => undefined);
}

/** Does work in a transaction on a connection of its own: all of it is committed, or nothing. */
export async function inTransaction<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
  begin: (client: pg.PoolClient) => Promise<unknown> = (client) => client.query('begin'),
): Promise<Result> {
  const client = await pool.connect();
  try {
    await begin(client);
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await rollback(client);
    throw error;
  } finally {
    client.release();
  }
}

/** A text as Postgres can store it: it has no NUL, and a person's words must never stop the projector. */
export function sqlText(text: string): string {
  return text.replaceAll('\0', '\u{fffd}');
}
