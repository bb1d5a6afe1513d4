import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import type { EventStore } from '../../ledger/event-store.ts';
import { type Process, type RunningProcesses, startProcesses } from '../../ledger/processes/process.ts';
import { postgresCheckpoints } from './checkpoints.ts';

/** Any constant that no other advisory lock of the program uses. */
const LEADER_LOCK = 3_424_004;
const RETRY_MS = 2_000;

export type ProcessHost = {
  /** Why the processes of this replica do not get on, undefined while they do or another replica leads. */
  trouble(): string | undefined;
  /** True when this replica leads and its processes have given up. */
  stopped(): boolean;
  stop(): Promise<void>;
};

/**
 * Runs the process managers in one of all API replicas: the one that holds an advisory lock on a connection of its
 * own. When that connection is lost the replica stops leading, and another takes over within seconds. Two leaders
 * for a moment do no harm: what they do is keyed.
 */
export function hostProcesses(options: {
  readonly pool: Pool;
  readonly store: EventStore;
  readonly processes: readonly Process[];
  /** Those that may take minutes over one event: each follows the ledger by itself, so that no other waits. */
  readonly apart?: readonly Process[];
  readonly logger: Logger;
}): ProcessHost {
  const stopping = new AbortController();
  let running: readonly RunningProcesses[] = [];
  const ended = (async () => {
    while (!stopping.signal.aborted) {
      try {
        await lead(options, stopping.signal, (processes) => {
          running = processes;
        });
      } catch (error) {
        options.logger.warn({ err: error }, 'the processes could not be led');
      }
      running = [];
      await sleep(RETRY_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  })();
  return {
    trouble: () => running.map((group) => group.trouble()).find((reason) => reason !== undefined),
    stopped: () => running.some((group) => group.stopped()),
    async stop() {
      stopping.abort();
      await ended;
    },
  };
}

/** Returns at once when another replica leads, else when leading has ended. */
async function lead(
  { pool, store, processes, apart = [], logger }: Parameters<typeof hostProcesses>[0],
  signal: AbortSignal,
  onStart: (running: readonly RunningProcesses[]) => void,
): Promise<void> {
  const client = await pool.connect();
  const lost = Promise.withResolvers<void>();
  const onLost = () => lost.resolve();
  client.on('error', onLost);
  client.on('end', onLost);
  try {
    // A signal that has fired already tells no later listener.
    if (!(await takeLock(client)) || signal.aborted) return;
    const checkpoints = postgresCheckpoints(pool);
    const running = [processes, ...apart.map((process) => [process])].map((group) =>
      startProcesses({ store, processes: group, checkpoints, log: logger }),
    );
    onStart(running);
    const stopped = new Promise<void>((resolve) =>
      signal.addEventListener('abort', () => resolve(), { once: true }),
    );
    await Promise.race([lost.promise, stopped]);
    await Promise.all(running.map((group) => group.stop()));
  } finally {
    client.off('error', onLost);
    client.off('end', onLost);
    // Closing the connection is what frees the lock.
    client.release(true);
  }
}

async function takeLock(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
    LEADER_LOCK,
  ]);
  return rows[0]?.taken === true;
}
