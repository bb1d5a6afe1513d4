import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { ConfigError } from './config.ts';

/** A pooler may be lucky once. */
const TRIES = 3;

/**
 * Makes sure that a connection is a session of its own in Postgres. Behind a pooler that gives each transaction to
 * whatever session is free (PgBouncer's `transaction` mode) locks and LISTEN belong to nobody, and no error says so: the
 * rights of a removed admin would end whenever they like.
 * @throws ConfigError with what to do
 */
export async function requireSessions(pool: Pool): Promise<void> {
  const [one, other] = await Promise.all([pool.connect(), pool.connect()]).catch((error: unknown) => {
    throw isUnknownParameter(error) ? new ConfigError([UNKNOWN_PARAMETER]) : error;
  });
  try {
    for (let n = 0; n < TRIES; n++) {
      const mark = randomUUID();
      await one.query("select set_config('evo.session', $1, false)", [mark]);
      // Takes a session for its transaction: behind a pooler, the one that was used and given back last.
      await other.query('begin');
      const { rows: others } = await other.query<{ mark: string | null }>(MARK);
      const { rows } = await one.query<{ mark: string | null }>(MARK);
      await other.query('commit');
      if (rows[0]?.mark !== mark || others[0]?.mark === mark) throw new ConfigError([NO_SESSION]);
    }
  } finally {
    one.release(true);
    other.release(true);
  }
}

/** What PgBouncer says to a connection that brings limits of its own. */
const isUnknownParameter = (error: unknown): boolean =>
  error instanceof Error && /^unsupported startup parameter/.test(error.message);

const UNKNOWN_PARAMETER =
  'DATABASE_URL: leads to a pooler that refuses limits of time; tell it ignore_startup_parameters = options,' +
  'statement_timeout,lock_timeout,idle_in_transaction_session_timeout';

const MARK = "select current_setting('evo.session', true) as mark";

const NO_SESSION =
  'DATABASE_URL: leads to a pooler that shares sessions of Postgres between transactions, which breaks locks and ' +
  'LISTEN silently. Set DATABASE_SESSION_URL to an address that gives each connection a session of its own ' +
  "(Postgres itself, or the pooler's session mode)";
