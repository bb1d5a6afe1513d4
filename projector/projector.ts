import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { LedgerPosition } from '../contracts/ledger-position.ts';
import type { EventStore } from '../ledger/event-store.ts';
import type { StallLimits } from '../ledger/following/watchdog.ts';
import type { Tracing } from '../ledger/tracing.ts';
import type { LeadLimits } from './lead/limits.ts';
import { Projection } from './projection.ts';

/**
 * `indexing`: all that there was is read, and what only readers want is made. `standby`: another one writes. `halted`: the event store is another one than before, or the tables are other code's, and
 * nothing is written until someone has put that right. `stopped`: for ever, by a fault of the ledger or the read models, or asked to.
 */
export type ProjectorState =
  | 'starting'
  | 'standby'
  | 'catching_up'
  | 'indexing'
  | 'live'
  | 'halted'
  | 'stopped';

export type ProjectorStatus = {
  readonly state: ProjectorState;
  /** Why it is stopped, undefined when it was asked to; or what the last attempt failed with. */
  readonly reason: string | undefined;
  /** False when it is stopped, or leads and has been behind the ledger without progress for too long. */
  readonly healthy: boolean;
  /** The last event that the read models hold; undefined also while another leads. */
  readonly checkpoint: LedgerPosition | undefined;
  /** The newest event that is known of the ledger, and how many bytes of its log the read models are behind. */
  readonly head: LedgerPosition | undefined;
  readonly headLag: number;
  /** Events that have come and are not in the read models yet. */
  readonly waiting: number;
  /** Since the start of this process. */
  readonly eventsApplied: number;
  readonly batches: number;
  readonly lastBatchEvents: number;
  readonly lastBatchMs: number;
  /** How often the subscription was opened again. */
  readonly restarts: number;
};

export type Projector = {
  status(): ProjectorStatus;
  /** Resolves when it neither follows the ledger nor stands by any more: by `stop` or a fault. */
  readonly ended: Promise<ProjectorStatus>;
  /** Finishes the batch under way, and lets another lead; within ten seconds, whatever hangs. */
  stop(): Promise<void>;
};

export type ProjectorOptions = {
  readonly store: EventStore;
  readonly pool: pg.Pool;
  readonly logger: Logger;
  /** For tests and tools; the API reads the live one. */
  readonly schema?: string;
  readonly batch?: { readonly maxEvents: number };
  readonly stall?: Partial<StallLimits>;
  readonly lead?: Partial<LeadLimits>;
  /** Milliseconds that read models of other releases stay although nobody uses them; seven days when not said. */
  readonly keepUnusedFor?: number;
  readonly tracing?: Tracing;
};

/** Milliseconds. */
const START_PATIENCE = 15_000;

/**
 * Follows the ledger and writes the read models until it is stopped, or stands by while another projector of the same
 * schema does, in whatever process: it takes over within ten seconds. What may pass (a lost connection, a restart
 * of Postgres or the event store) is tried again from the stored checkpoint; what cannot stops it for good with the
 * reason in its status. Resolves after the first attempt to create the read models' tables, or
 * 15 seconds.
 */
export async function startProjector(options: ProjectorOptions): Promise<Projector> {
  const projection = new Projection(options);
  const patience = new AbortController();
  const tooLong = sleep(START_PATIENCE, undefined, { signal: patience.signal }).catch(() => undefined);
  // A Postgres that hangs must not keep its program from saying so.
  await Promise.race([projection.prepared, tooLong]);
  patience.abort();
  return projection;
}
