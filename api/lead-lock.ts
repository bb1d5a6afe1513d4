import type { PoolClient } from 'pg';
import { endStaleHolders } from './stale-holders.ts';

/** Milliseconds after which a leader that has said nothing is no more: it says something every five seconds. */
export const SILENT_MS = 15_000;

/**
 * A sign of life on a lead that has nothing to write down: refused by a Postgres that takes no writes, as a standby is.
 * Locks are had there as well, while another leads by the Postgres that takes them.
 */
export const SIGN_OF_LIFE = `do $$ begin
  if current_setting('transaction_read_only')::boolean then raise read_only_sql_transaction; end if;
end $$`;

/**
 * Tries to take the lead, which is an advisory lock on this connection. Where another holds it and stands still, its
 * connection is closed, and the next attempt succeeds: that one's kernel would keep the lock for it for ever.
 * @param silentMs milliseconds after which a holder counts as standing still
 * @throws Error where Postgres takes no writes
 */
export async function tryToLead(client: PoolClient, lock: number, silentMs = SILENT_MS): Promise<boolean> {
  await client.query(SIGN_OF_LIFE);
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [lock]);
  if (rows[0]?.taken === true) return true;
  await endStaleHolders(client, lock, silentMs);
  return false;
}
