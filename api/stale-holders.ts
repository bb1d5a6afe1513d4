import type { ClientBase } from 'pg';

/**
 * Ends the connections that hold an advisory lock and have said nothing for so long: their process stands still, or its
 * machine is gone and nobody noticed. Whoever holds such a lock must bear to lose it, as it does when the connection
 * breaks. Postgres lets a user end the connections of that same user.
 * @param idleMs milliseconds, by Postgres's own time
 * @returns how many
 */
export async function endStaleHolders(client: ClientBase, lock: number, idleMs: number): Promise<number> {
  const { rows } = await client.query<{ ended: boolean }>(
    `select pg_terminate_backend(holder.pid) as ended
     from pg_locks as held join pg_stat_activity as holder using (pid)
     where held.locktype = 'advisory' and held.granted and held.objsubid = 1
       and held.database = (select oid from pg_database where datname = current_database())
       and (held.classid::bigint << 32 | held.objid::bigint) = $1
       and holder.pid <> pg_backend_pid() and holder.state = 'idle'
       and holder.state_change < clock_timestamp() - $2 * interval '1 millisecond'`,
    [lock, idleMs],
  );
  return rows.filter(({ ended }) => ended).length;
}
