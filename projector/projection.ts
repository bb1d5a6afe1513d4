import { setTimeout as sleep } from 'node:timers/promises';
import { STALL_LIMITS, Watchdog } from '../ledger/following/watchdog.ts';
import { LIVE_SCHEMA } from './database.ts';
import { Fenced, isFinal } from './faults.ts';
import type { Checkpoint } from './progress/checkpoint.ts';
import { ensureSchema, SCHEMA_VERSION } from './progress/schema.ts';
import type { Projector, ProjectorOptions, ProjectorState, ProjectorStatus } from './projector.ts';
import { rebuildReadModels } from './rebuild.ts';
import { claimCheckpoint, runSession } from './session.ts';

const MAX_EVENTS = 4_000;

/** The life of one projector: sessions one after the other until a fault, a successor or `stop` ends it. */
export class Projection implements Projector {
  /** Resolves after the first attempt to create the tables, whatever came of it. */
  readonly prepared: Promise<void>;
  readonly ended: Promise<ProjectorStatus>;
  readonly #options: ProjectorOptions;
  readonly #schema: string;
  readonly #watchdog: Watchdog;
  readonly #stopping = new AbortController();
  #state: ProjectorState = 'starting';
  #reason: string | undefined;
  #checkpoint: Checkpoint | undefined;
  #counts = { eventsApplied: 0, batches: 0, lastBatchEvents: 0, lastBatchMs: 0, restarts: 0 };
  #failures = 0;

  constructor(options: ProjectorOptions) {
    this.#options = options;
    this.#schema = options.schema ?? LIVE_SCHEMA;
    this.#watchdog = new Watchdog(options.store, { ...STALL_LIMITS, ...options.stall });
    const prepared = Promise.withResolvers<void>();
    this.prepared = prepared.promise;
    this.ended = this.#run(prepared.resolve).then(() => this.status());
  }

  status(): ProjectorStatus {
    const checkpoint = this.#checkpoint?.position;
    const { head, unhealthy } = this.#watchdog;
    const over = this.#state === 'stopped' || this.#state === 'fenced';
    return {
      state: this.#state,
      reason: this.#reason,
      healthy: !over && !unhealthy,
      checkpoint,
      head,
      headLag: head ? Math.max(0, Number(head.commit - (checkpoint?.commit ?? 0n))) : 0,
      ...this.#counts,
    };
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.ended;
  }

  async #run(prepared: () => void): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      try {
        await this.#follow(prepared);
      } catch (error) {
        if (signal.aborted) break;
        if (this.#isOver(error)) return prepared();
        prepared();
        await this.#pause(error);
      }
    }
    this.#state = 'stopped';
    this.#reason = undefined;
    prepared();
  }

  /** One session: from Postgres and the event store being there to either failing. */
  async #follow(prepared: () => void): Promise<void> {
    const { pool, store, batch } = this.#options;
    await this.#bringUpToDate(prepared);
    this.#checkpoint = await claimCheckpoint(pool, this.#schema, this.#checkpoint?.epoch);
    this.#state = 'catching_up';
    prepared();
    await runSession({
      pool,
      store,
      schema: this.#schema,
      from: this.#checkpoint,
      maxEvents: batch?.maxEvents ?? MAX_EVENTS,
      watchdog: this.#watchdog,
      stopping: this.#stopping.signal,
      onBatch: (checkpoint, events, milliseconds) => {
        this.#checkpoint = checkpoint;
        this.#counts.eventsApplied += events;
        this.#counts.batches += 1;
        this.#counts.lastBatchEvents = events;
        this.#counts.lastBatchMs = milliseconds;
      },
      onLevel: () => {
        this.#state = 'live';
        this.#reason = undefined;
        this.#failures = 0;
      },
    });
  }

  /** Creates the tables; those of another version of the program are replaced by a rebuild from the ledger. */
  async #bringUpToDate(prepared: () => void): Promise<void> {
    const { pool, store, logger } = this.#options;
    if ((await ensureSchema(pool, this.#schema)) === SCHEMA_VERSION) return;
    this.#state = 'catching_up';
    this.#reason = 'the read models are of another version of the program and are being rebuilt';
    logger.info(this.#reason);
    prepared();
    await rebuildReadModels({ store, pool, logger, signal: this.#stopping.signal, acceptDifferences: true });
    this.#checkpoint = undefined;
  }

  /** Records what ends the projector for good, and whether it does. */
  #isOver(error: unknown): boolean {
    this.#reason = error instanceof Error ? error.message : String(error);
    if (error instanceof Fenced) this.#state = 'fenced';
    else if (isFinal(error)) this.#state = 'stopped';
    else return false;
    this.#options.logger.error({ err: error, state: this.#state }, 'the projector has stopped');
    return true;
  }

  async #pause(error: unknown): Promise<void> {
    const milliseconds = Math.min(5_000, 50 * 2 ** Math.min(this.#failures, 10)) * (0.5 + Math.random() / 2);
    this.#failures += 1;
    this.#counts.restarts += 1;
    if (this.#state === 'live') this.#state = 'catching_up';
    this.#options.logger.warn({ err: error, milliseconds }, 'the projector starts again from its checkpoint');
    await sleep(milliseconds, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
  }
}
