import type { PoolClient } from 'pg';
import { endStaleHolders } from './stale-holders.ts';

/** Milliseconds after which a leader that has said nothing is no more: it says something every five seconds. */
export const SILENT_MS = 15_000;
/** Between two signs of life of a leader. */
const BEAT_MS = 5_000;

/**
 * Tries to take the lead, which is an advisory lock on this connection. Where another holds it and stands still, its
 * connection is closed, and the next attempt succeeds: that one's kernel would keep the lock for it for ever.
 * @param silentMs milliseconds after which a holder counts as standing still
 */
export async function tryToLead(client: PoolClient, lock: number, silentMs = SILENT_MS): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [lock]);
  if (rows[0]?.taken === true) return true;
  await endStaleHolders(client, lock, silentMs);
  return false;
}

/**
 * A leader's signs of life on its own connection, until `stop`. Where Postgres does not take one, the lead is lost.
 * @param sql what each is
 */
export function showLife(client: PoolClient, sql: string, onLost: () => void, everyMs = BEAT_MS): () => void {
  let isUnderWay = false;
  const beat = () => {
    if (isUnderWay) return;
    isUnderWay = true;
    client.query(sql).then(() => {
      isUnderWay = false;
    }, onLost);
  };
  beat();
  const timer = setInterval(beat, everyMs);
  return () => clearInterval(timer);
}
