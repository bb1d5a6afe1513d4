import { setTimeout as sleep } from 'node:timers/promises';
import { AnotherLedger } from '../ledger/following/same-ledger.ts';
import { STALL_LIMITS, Watchdog } from '../ledger/following/watchdog.ts';
import { noTracing } from '../ledger/tracing.ts';
import { LIVE_SCHEMA } from './database.ts';
import { Fenced, isFinal } from './faults.ts';
import type { Beat } from './lead/beat.ts';
import { LEAD_LIMITS, type LeadLimits } from './lead/limits.ts';
import { type Lead, takeLead } from './lead/take-lead.ts';
import type { Checkpoint } from './progress/checkpoint.ts';
import { ensureSchema, SCHEMA_VERSION } from './progress/schema.ts';
import { dropUnused, keepInUse, noteUse, USE } from './progress/schemas-in-use.ts';
import type { Projector, ProjectorOptions, ProjectorState, ProjectorStatus } from './projector.ts';
import { OtherCode } from './rebuild.ts';
import { ownCheckpoint, runSession } from './session.ts';
import { answerWithin } from './time-to-answer.ts';

const MAX_EVENTS = 4_000;

/**
 * By how much a batch may be larger than the one before, until `MAX_EVENTS`. Who failed for a minute tries one event at a
 * time; should it go on so for as long as it is behind, it would stay behind a ledger that is written to faster.
 */
const GROWTH = 1.1;

/** Milliseconds that all parts have to end; what hangs longer ends with its connection. */
const STOP_LIMIT = 10_000;

/** Milliseconds for dropping what is not used: it has a connection of the few that there are. */
const DROP_LIMIT = 120_000;

/** The life of one projector: it stands by or leads, in turns, until a fault of the ledger or `stop` ends it. */
export class Projection implements Projector {
  /** Resolves after the first attempt to create the tables, whatever came of it. */
  readonly prepared: Promise<void>;
  readonly ended: Promise<ProjectorStatus>;
  readonly #options: ProjectorOptions;
  readonly #schema: string;
  readonly #limits: LeadLimits;
  readonly #watchdog: Watchdog;
  readonly #stopping = new AbortController();
  readonly #mostEvents: number;
  #state: ProjectorState = 'starting';
  #reason: string | undefined;
  #checkpoint: Checkpoint | undefined;
  #counts = { eventsApplied: 0, batches: 0, lastBatchEvents: 0, lastBatchMs: 0, restarts: 0 };
  #failures = 0;
  /** A batch that took too long is tried again as a smaller one; each that is written lets the next be larger. */
  #maxEvents: number;
  #waiting = 0;
  #isLevel = false;
  #use: { stop(): void } | undefined;
  #counted = { at: performance.now(), events: 0 };

  constructor(options: ProjectorOptions) {
    this.#options = options;
    this.#schema = options.schema ?? LIVE_SCHEMA;
    this.#limits = { ...LEAD_LIMITS, ...options.lead };
    this.#watchdog = new Watchdog(options.store, { ...STALL_LIMITS, ...options.stall });
    this.#mostEvents = options.batch?.maxEvents ?? MAX_EVENTS;
    this.#maxEvents = this.#mostEvents;
    const prepared = Promise.withResolvers<void>();
    this.prepared = prepared.promise;
    this.ended = this.#run(prepared.resolve)
      .finally(() => this.#use?.stop())
      .then(() => this.status());
  }

  status(): ProjectorStatus {
    const checkpoint = this.#checkpoint?.position;
    const { head, unhealthy } = this.#watchdog;
    const isLeading = this.#state === 'catching_up' || this.#state === 'live';
    return {
      state: this.#state,
      reason: this.#reason,
      healthy: this.#state !== 'stopped' && this.#state !== 'halted' && !(isLeading && unhealthy),
      checkpoint,
      head,
      headLag: head ? Math.max(0, Number(head.commit - (checkpoint?.commit ?? 0n))) : 0,
      waiting: this.#waiting,
      ...this.#counts,
    };
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    const patience = new AbortController();
    await Promise.race([this.ended, this.#rest(STOP_LIMIT, patience.signal)]);
    patience.abort();
  }

  async #run(prepared: () => void): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      try {
        if ((await this.#turn(prepared)) === 'over') return;
      } catch (error) {
        if (signal.aborted) break;
        prepared();
        // Nothing is written until someone has chosen.
        if (error instanceof OtherCode) this.#state = 'halted';
        await this.#pause(error);
      }
    }
    this.#state = 'stopped';
    this.#reason = undefined;
    prepared();
  }

  /** Leads for as long as it can, or finds that another leads and waits a moment. */
  async #turn(prepared: () => void): Promise<'over' | 'again'> {
    const { pool, logger } = this.#options;
    // Said before they are made, so that nobody drops them in between.
    if (this.#use === undefined) await this.#short(() => noteUse(pool, this.#schema));
    this.#use ??= keepInUse(pool, this.#schema, logger);
    const version = await this.#short(() => ensureSchema(pool, this.#schema, 'later'));
    if (version !== SCHEMA_VERSION) throw new OtherCode(this.#schema);
    const lead = await takeLead(pool, this.#schema, this.#limits, () => this.#beat());
    if (!lead) {
      await this.#standBy(prepared);
      return 'again';
    }
    this.#watchdog.rested();
    this.#failures = 0;
    this.#checkpoint = lead.checkpoint;
    // Until it is seen that the reason is gone.
    if (this.#state !== 'halted') this.#state = 'catching_up';
    prepared();
    const sweep = () => void this.#dropUnused();
    const sweeping = setInterval(sweep, USE.dropEvery);
    sweep();
    try {
      const why = await this.#lead(lead);
      if (why === 'over') return 'over';
      if (why === 'lost') this.#state = 'standby';
    } finally {
      clearInterval(sweeping);
      await lead.release();
      this.#isLevel = false;
    }
    // It goes on saying that it does not get on, until it leads again or another does.
    if (this.#watchdog.unhealthy) await this.#rest(this.#limits.standAside);
    return 'again';
  }

  /** Session after session until the lead is lost, given up, or over by a fault that no retry mends. */
  async #lead(lead: Lead): Promise<'over' | 'lost' | 'given up'> {
    const { signal } = this.#stopping;
    const { logger } = this.#options;
    while (!signal.aborted) {
      try {
        await this.#follow(lead);
      } catch (error) {
        if (signal.aborted) break;
        if (lead.lost.aborted || error instanceof Fenced) {
          this.#reason = reasonOf(error);
          logger.warn({ err: error }, 'the projector has lost the lead and stands by');
          return 'lost';
        }
        if (this.#isOver(error)) return 'over';
        this.#maxEvents = Math.max(1, Math.floor(this.#maxEvents / 2));
        await this.#pause(error);
        if (!this.#watchdog.unhealthy) continue;
        logger.error({ reason: this.#reason }, 'the projector does not get on and leaves the lead to others');
        return 'given up';
      }
    }
    return 'given up';
  }

  /** One session: from Postgres and the event store being there to either failing. */
  async #follow(lead: Lead): Promise<void> {
    const { pool, store } = this.#options;
    this.#checkpoint = await this.#short(() => ownCheckpoint(pool, this.#schema, lead.checkpoint.epoch));
    this.#waiting = 0;
    await runSession({
      pool,
      store,
      lead,
      schema: this.#schema,
      from: this.#checkpoint,
      mostEvents: this.#mostEvents,
      maxEvents: () => this.#maxEvents,
      watchdog: this.#watchdog,
      tracing: this.#options.tracing ?? noTracing,
      stopping: this.#stopping.signal,
      onOpened: () => {
        if (this.#state === 'halted') this.#state = 'catching_up';
      },
      onArrived: () => {
        this.#waiting += 1;
      },
      onBatch: (checkpoint, events, milliseconds) => {
        if (this.#state === 'indexing') this.#state = 'catching_up';
        this.#checkpoint = checkpoint;
        this.#waiting -= events;
        this.#counts.eventsApplied += events;
        this.#counts.batches += 1;
        this.#counts.lastBatchEvents = events;
        this.#counts.lastBatchMs = milliseconds;
        this.#maxEvents = Math.min(this.#mostEvents, Math.ceil(this.#maxEvents * GROWTH));
      },
      onIndex: () => {
        this.#state = 'indexing';
      },
      onLook: (isLevel) => {
        const isNews = isLevel && !this.#isLevel;
        this.#isLevel = isLevel;
        if (!isLevel) return;
        this.#state = 'live';
        this.#reason = undefined;
        this.#failures = 0;
        if (isNews) lead.tell();
      },
    });
  }

  async #standBy(prepared: () => void): Promise<void> {
    if (this.#state !== 'standby') this.#options.logger.info('another projector leads: this one stands by');
    this.#state = 'standby';
    this.#reason = undefined;
    this.#failures = 0;
    this.#checkpoint = undefined;
    this.#waiting = 0;
    prepared();
    await this.#rest(this.#limits.tryEvery);
  }

  /** Of other releases; a failure is tried again an hour later. */
  async #dropUnused(): Promise<void> {
    const { pool, logger, keepUnusedFor = USE.keepFor } = this.#options;
    try {
      const drop = () => dropUnused(pool, this.#schema, keepUnusedFor);
      const dropped = await answerWithin(DROP_LIMIT, drop);
      if (dropped.length > 0)
        logger.info({ dropped }, 'read models that no release uses any more are dropped');
    } catch (error) {
      logger.warn({ err: error }, 'unused read models could not be dropped');
    }
  }

  #beat(): Beat {
    const now = performance.now();
    const seconds = (now - this.#counted.at) / 1_000;
    const applied = this.#counts.eventsApplied - this.#counted.events;
    this.#counted = { at: now, events: this.#counts.eventsApplied };
    return {
      state: this.#state,
      reason: this.#reason,
      position: this.#checkpoint?.position,
      head: this.#watchdog.head,
      isLevel: this.#isLevel,
      waiting: this.#waiting,
      eventsPerSecond: seconds > 0 ? applied / seconds : 0,
    };
  }

  /** Records what ends the projector for good, and whether it does. */
  #isOver(error: unknown): boolean {
    this.#reason = reasonOf(error);
    if (error instanceof AnotherLedger) this.#state = 'halted';
    if (!isFinal(error)) return false;
    this.#state = 'stopped';
    this.#options.logger.error({ err: error }, 'the projector has stopped');
    return true;
  }

  async #pause(error: unknown): Promise<void> {
    const milliseconds = Math.min(5_000, 50 * 2 ** Math.min(this.#failures, 10)) * (0.5 + Math.random() / 2);
    this.#failures += 1;
    this.#counts.restarts += 1;
    this.#isLevel = false;
    this.#reason = reasonOf(error);
    if (this.#state === 'live' || this.#state === 'indexing') this.#state = 'catching_up';
    this.#options.logger.warn({ err: error, milliseconds }, 'the projector starts again from its checkpoint');
    await this.#rest(milliseconds);
  }

  #short<Result>(work: () => Promise<Result>): Promise<Result> {
    return answerWithin(this.#limits.patience, work);
  }

  async #rest(milliseconds: number, signal: AbortSignal = this.#stopping.signal): Promise<void> {
    await sleep(milliseconds, undefined, { signal }).catch(() => undefined);
  }
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
