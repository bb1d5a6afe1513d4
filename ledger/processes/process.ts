import { setTimeout as sleep } from 'node:timers/promises';
import { comparePositions, type LedgerPosition } from '../../contracts/ledger-position.ts';
import { LedgerCorrupt } from '../domain-error.ts';
import type { StoredEvent } from '../envelope.ts';
import type { EventStore } from '../event-store.ts';

/**
 * A process manager: what one event of a stream makes happen in another. It is told every event at least once and
 * in order, and must act only through commands whose id follows from the event, so that being told twice does
 * nothing twice.
 */
export type Process = {
  /** Names its checkpoint; never changed. */
  readonly name: string;
  /**
   * Throws when it could not act now; it is told the same event again. What takes long gives up when `stopping`
   * fires.
   */
  readonly handle: (event: StoredEvent, stopping?: AbortSignal) => Promise<void>;
};

/** Where each process has got to; survives the program. */
export type ProcessCheckpoints = {
  load(name: string): Promise<LedgerPosition | undefined>;
  /** Never moves back. */
  save(name: string, position: LedgerPosition): Promise<void>;
};

export type ProcessLog = {
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
};

export type RunningProcesses = {
  /** Why a process does not get on at the moment, undefined while all do. */
  trouble(): string | undefined;
  /** True when they have given up: the ledger holds what they cannot understand. */
  stopped(): boolean;
  /** The last event that every process has handled. */
  position(): LedgerPosition | undefined;
  stop(): Promise<void>;
};

/**
 * Tells the ledger's events to all processes over one subscription until `stop`. A process that cannot act holds
 * the others up behind it: better late than out of order.
 */
export function startProcesses(options: {
  readonly store: EventStore;
  readonly processes: readonly Process[];
  readonly checkpoints: ProcessCheckpoints;
  readonly log: ProcessLog;
}): RunningProcesses {
  const stopping = new AbortController();
  const status: Status = { trouble: undefined, stopped: false, position: undefined };
  const ended = run(options, stopping.signal, status);
  return {
    trouble: () => status.trouble,
    stopped: () => status.stopped,
    position: () => status.position,
    async stop() {
      stopping.abort();
      await ended;
    },
  };
}

type Status = {
  trouble: string | undefined;
  stopped: boolean;
  position: LedgerPosition | undefined;
};
type Options = Parameters<typeof startProcesses>[0];

async function run(options: Options, signal: AbortSignal, status: Status): Promise<void> {
  for (let failures = 0; !signal.aborted; failures++) {
    try {
      await follow(options, signal, status, () => {
        failures = 0;
      });
      if (!signal.aborted) throw new Error('the subscription ended');
    } catch (error) {
      if (signal.aborted) return;
      status.trouble = error instanceof Error ? error.message : String(error);
      options.log.warn({ err: error }, 'the processes start again from their checkpoints');
      if (error instanceof LedgerCorrupt) {
        status.stopped = true;
        options.log.error({ err: error }, 'the processes have stopped');
        return;
      }
      const pause = Math.min(5_000, 50 * 2 ** Math.min(failures, 7));
      await sleep(pause, undefined, { signal }).catch(() => undefined);
    }
  }
}

/** How many events may be handled before the checkpoints are saved, when more are waiting. */
const SAVE_EVERY = 200;

async function follow(
  { store, processes, checkpoints }: Options,
  signal: AbortSignal,
  status: Status,
  onProgress: () => void,
): Promise<void> {
  const done = new Map<string, LedgerPosition | undefined>();
  for (const { name } of processes) done.set(name, await checkpoints.load(name));
  let unsaved = 0;
  const save = async () => {
    unsaved = 0;
    for (const [name, position] of done) if (position) await checkpoints.save(name, position);
  };
  const idle = debounced(save, 250, signal);
  const onCaughtUp = () => {
    status.trouble = undefined;
  };
  const subscription = store.subscribe({ after: earliest([...done.values()]), signal, onCaughtUp });
  try {
    for await (const event of subscription) {
      for (const { name, handle } of processes) {
        const position = done.get(name);
        if (position && comparePositions(event.position, position) <= 0) continue;
        await handle(event, signal);
        done.set(name, event.position);
      }
      status.trouble = undefined;
      status.position = event.position;
      onProgress();
      if (++unsaved >= SAVE_EVERY) await save();
      else idle.schedule();
    }
  } finally {
    idle.cancel();
    if (unsaved > 0) await save();
  }
}

/** The position from which nobody misses anything; undefined: the start. */
function earliest(positions: readonly (LedgerPosition | undefined)[]): LedgerPosition | undefined {
  let first: LedgerPosition | undefined;
  for (const position of positions) {
    if (!position) return undefined;
    if (!first || comparePositions(position, first) < 0) first = position;
  }
  return first;
}

/** Runs `work` once, some time after the last `schedule`. A failure shows at the next save: the work is repeatable. */
function debounced(work: () => Promise<void>, milliseconds: number, signal: AbortSignal) {
  let timer: NodeJS.Timeout | undefined;
  return {
    schedule() {
      timer ??= setTimeout(() => {
        timer = undefined;
        if (!signal.aborted) work().catch(() => undefined);
      }, milliseconds);
    },
    cancel() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
