import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolClient, QueryResultRow } from 'pg';
import type { Logger } from 'pino';
import type { EventStore } from '../../ledger/event-store.ts';
import type { Process } from '../../ledger/processes/process.ts';
import {
  type ProcessesOptions,
  type ProcessStatus,
  type RunningProcesses,
  startProcesses,
} from '../../ledger/processes/start-processes.ts';
import type { Database } from '../../projector/database.ts';
import { showLife } from '../../projector/show-life.ts';
import { SILENT_MS, tryToLead } from '../lead-lock.ts';
import { postgresCheckpoints, postgresMarks } from './checkpoints.ts';
import { LEADER_BEAT } from './leader-watch.ts';
import { postgresSetAside } from './set-aside.ts';

/** Any constant that no other advisory lock of the program uses. */
const LEADER_LOCK = 3_424_004;

/** Milliseconds. */
export type LeadLimits = {
  /** Between two attempts to lead. */
  readonly retryEvery: number;
  /** After the processes have stopped or stand still: another replica, maybe of a newer release, is to have a try. */
  readonly standAside: number;
  /** Between two looks whether they get on. */
  readonly checkEvery: number;
  /** After which a leader that has shown no sign of life has lost the lead. */
  readonly silent: number;
};

const LEAD_LIMITS: LeadLimits = {
  ...{ retryEvery: 2_000, standAside: 10_000, checkEvery: 1_000 },
  silent: SILENT_MS,
};

export type ProcessHost = {
  /** Why the processes of this replica do not get on, undefined while they do or another replica leads. */
  trouble(): string | undefined;
  /** True when this replica was the last to lead as far as it knows, and its processes have given up. */
  stopped(): boolean;
  /** False when it leads and its processes stand still. */
  healthy(): boolean;
  /** Of each process while this replica leads. */
  status(): readonly ProcessStatus[];
  stop(): Promise<void>;
};

type HostOptions = {
  readonly pool: Pool;
  /** Of the connection whose lock is the lead. */
  readonly sessions: Pool;
  readonly store: EventStore;
  readonly processes: readonly Process[];
  readonly news?: ProcessesOptions['news'];
  readonly logger: Logger;
  readonly lead?: Partial<LeadLimits>;
  readonly limits?: Pick<ProcessesOptions, 'lanes' | 'drain' | 'stall' | 'catchUp'>;
};

type State = {
  running: RunningProcesses | undefined;
  /** Why they stopped when this replica led last, until they get on again or another leads. */
  gaveUp: string | undefined;
};

/**
 * Runs the process managers in one of all API replicas: the one that holds an advisory lock on a connection of its
 * own. When that connection is lost the replica stops leading, and another takes over within seconds; so it does when
 * its processes stop or stand still, and when the whole replica stands still: a leader shows life every five seconds. Two leaders for a moment do no harm: what they do is once by what it changes.
 */
export function hostProcesses(options: HostOptions): ProcessHost {
  const limits = { ...LEAD_LIMITS, ...options.lead };
  const stopping = new AbortController();
  const { signal } = stopping;
  const state: State = { running: undefined, gaveUp: undefined };
  const ended = (async () => {
    while (!signal.aborted) {
      let hasGivenUp = false;
      try {
        hasGivenUp = await lead(options, limits, signal, state);
      } catch (error) {
        options.logger.warn({ err: error }, 'the processes could not be led');
      }
      state.running = undefined;
      const wait = hasGivenUp ? limits.standAside : limits.retryEvery;
      await sleep(wait, undefined, { signal }).catch(() => undefined);
    }
  })();
  return {
    trouble: () => state.running?.trouble() ?? state.gaveUp,
    stopped: () => state.gaveUp !== undefined || state.running?.stopped() === true,
    healthy: () => state.running?.healthy() !== false,
    status: () => state.running?.status() ?? [],
    async stop() {
      stopping.abort();
      await ended;
    },
  };
}

/** Returns at once when another replica leads, else when leading has ended; true when the lead was given up. */
async function lead(
  { pool, sessions, store, processes, news, logger, limits }: HostOptions,
  { checkEvery, silent }: LeadLimits,
  signal: AbortSignal,
  state: State,
): Promise<boolean> {
  const client = await sessions.connect();
  const over = Promise.withResolvers<'lost' | 'stopped' | 'gave up'>();
  const onLost = () => over.resolve('lost');
  const onStop = () => over.resolve('stopped');
  client.on('error', onLost);
  client.on('end', onLost);
  signal.addEventListener('abort', onStop, { once: true });
  let timer: NodeJS.Timeout | undefined;
  let endSigns: (() => void) | undefined;
  try {
    const isLeader = await tryToLead(client, LEADER_LOCK, silent);
    if (!isLeader) state.gaveUp = undefined;
    // A signal that has fired already tells no later listener.
    if (!isLeader || signal.aborted) return false;
    const own = inTurn(client);
    endSigns = showLife(own, LEADER_BEAT, onLost);
    const running = startProcesses({
      store,
      processes,
      // Over the lead's own connection: a Postgres that takes another's place may lack what was done last, and no checkpoint
      // goes past that there.
      checkpoints: postgresCheckpoints(own),
      marks: postgresMarks(own),
      setAside: postgresSetAside(pool),
      log: logger,
      ...(news && { news }),
      ...limits,
    });
    state.running = running;
    timer = setInterval(() => {
      if (running.stopped() || !running.healthy()) {
        state.gaveUp = running.trouble() ?? 'the processes stand still';
        over.resolve('gave up');
      } else if (running.level()) state.gaveUp = undefined;
    }, checkEvery);
    const why = await over.promise;
    clearInterval(timer);
    await running.stop();
    if (why === 'gave up') logger.error({ reason: state.gaveUp }, 'the lead of the processes is given up');
    return why === 'gave up';
  } finally {
    clearInterval(timer);
    endSigns?.();
    signal.removeEventListener('abort', onStop);
    client.off('error', onLost);
    client.off('end', onLost);
    // Closing the connection is what frees the lock.
    client.release(true);
  }
}

/** One connection for several who ask: each statement waits for the answers before it. */
function inTurn(client: PoolClient): Database {
  let before: Promise<unknown> = Promise.resolve();
  return {
    query<Row extends QueryResultRow>(text: string, values?: unknown[]) {
      const answer = before.then(() => client.query<Row>(text, values));
      before = answer.catch(() => undefined);
      return answer;
    },
  };
}
