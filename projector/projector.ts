import type pg from 'pg';
import type { Logger } from 'pino';
import type { LedgerPosition } from '../contracts/ledger-position.ts';
import type { EventStore } from '../ledger/event-store.ts';
import type { StallLimits } from '../ledger/following/watchdog.ts';
import { Projection } from './projection.ts';

/** `stopped`: for ever, by a fault of the ledger or the read models, or asked to. `fenced`: another has taken over. */
export type ProjectorState = 'starting' | 'catching_up' | 'live' | 'stopped' | 'fenced';

export type ProjectorStatus = {
  readonly state: ProjectorState;
  /** Why it is stopped or fenced, undefined when it was asked to; or what the last attempt failed with. */
  readonly reason: string | undefined;
  /** False when it is stopped or fenced, or has been behind the ledger without progress for too long. */
  readonly healthy: boolean;
  /** The last event that the read models hold. */
  readonly checkpoint: LedgerPosition | undefined;
  /** The newest event that is known of the ledger, and how many bytes of its log the read models are behind. */
  readonly head: LedgerPosition | undefined;
  readonly headLag: number;
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
  /** Resolves when it follows the ledger no more: by `stop`, a fault, or a successor. */
  readonly ended: Promise<ProjectorStatus>;
  /** Finishes the batch under way. */
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
};

/**
 * Follows the ledger and writes the read models until it is stopped. What may pass (a lost connection, a restart
 * of Postgres or the event store) is tried again from the stored checkpoint; what cannot stops it for good with the
 * reason in its status. Resolves after the first attempt to create the read models' tables.
 */
export async function startProjector(options: ProjectorOptions): Promise<Projector> {
  const projection = new Projection(options);
  await projection.prepared;
  return projection;
}
