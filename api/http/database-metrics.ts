import { refusedBy } from '../../projector/bounded-pool.ts';
import { orNothing } from './or-nothing.ts';
import type { Parts } from './serve.ts';

/** What `/metrics` says of this replica's connections to Postgres, and of who leads the processes of all. */
export async function setDatabaseMetrics({ metrics, connections, leaderWatch }: Parts): Promise<void> {
  const { databaseConnections, databaseWaiting, databaseRefused, leaderSilence } = metrics;
  for (const [name, pool] of Object.entries(connections.pools)) {
    const labels = { pool: name };
    databaseConnections.set({ ...labels, state: 'busy' }, pool.totalCount - pool.idleCount);
    databaseConnections.set({ ...labels, state: 'idle' }, pool.idleCount);
    databaseConnections.set({ ...labels, state: 'most' }, pool.options.max);
    databaseWaiting.set(labels, pool.waitingCount);
    databaseRefused.set(labels, refusedBy(pool));
  }
  const silence = await orNothing(leaderWatch.silence());
  if (silence !== undefined) leaderSilence.set(silence);
}
