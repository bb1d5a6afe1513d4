import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';

/**
 * `shared`: what one connection sets another one sees. `limits refused`: a pooler lets no connection bring limits of
 * time of its own.
 */
export type SessionFault = 'shared' | 'limits refused';

/** What to do about the second. */
export const TELL_LIMITS =
  'tell it ignore_startup_parameters = options,statement_timeout,lock_timeout,idle_in_transaction_session_timeout';

/** A pooler may be lucky once. */
const TRIES = 3;

/**
 * Whether a connection is a session of its own in Postgres. Behind a pooler that gives each transaction to whatever
 * session is free (PgBouncer's `transaction` mode) locks and LISTEN belong to nobody, and no error says so: two projectors
 * would lead, and the rights of a removed admin would end whenever they like.
 * @param pool of two connections at the least
 * @throws Error when Postgres does not answer
 */
export async function faultOfSessions(pool: Pool): Promise<SessionFault | undefined> {
  const taken = await Promise.allSettled([pool.connect(), pool.connect()]);
  const clients = taken.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  try {
    const failed = taken.find((one) => one.status === 'rejected');
    if (failed && isUnknownParameter(failed.reason)) return 'limits refused';
    const [one, other] = clients;
    if (failed || !one || !other) throw failed?.reason;
    for (let n = 0; n < TRIES; n++) {
      const mark = randomUUID();
      await one.query("select set_config('evo.session', $1, false)", [mark]);
      // Takes a session for its transaction: behind a pooler, the one that was used and given back last.
      await other.query('begin');
      const { rows: others } = await other.query<{ mark: string | null }>(MARK);
      const { rows } = await one.query<{ mark: string | null }>(MARK);
      await other.query('commit');
      if (rows[0]?.mark !== mark || others[0]?.mark === mark) return 'shared';
    }
    return undefined;
  } finally {
    for (const client of clients) client.release(true);
  }
}

/** What PgBouncer says to a connection that brings limits of its own. */
const isUnknownParameter = (error: unknown): boolean =>
  error instanceof Error && /^unsupported startup parameter/.test(error.message);

const MARK = "select current_setting('evo.session', true) as mark";
