import { comparePositions, type LedgerPosition } from '../../contracts/ledger-position.ts';
import { LedgerCorrupt } from '../domain-error.ts';
import type { StoredEvent } from '../envelope.ts';
import type { EventStore } from '../event-store.ts';
import { AnotherLedger, assertSameLedger, firstEvent, type LedgerMark } from '../following/same-ledger.ts';
import { type StallLimits, Watchdog } from '../following/watchdog.ts';
import { pause, type Timing } from '../timing.ts';
import type { Lanes } from './lanes.ts';
import type { ProcessLog } from './process.ts';
import { type ReadAhead, readAhead } from './read-ahead.ts';
import { reasonOf } from './set-aside.ts';

export type FollowerOptions = {
  readonly store: EventStore;
  readonly lanes: readonly Lanes[];
  readonly stall: StallLimits;
  readonly timing: Timing;
  readonly log: ProcessLog;
  readonly stopping: AbortSignal;
  /** Where it is kept by what the ledger is known again: what is known of it so far. */
  readonly marks?: { readonly first: LedgerMark | undefined };
};

/**
 * Events that have come and are not given yet. What a process did for an event mostly stands close behind it, so while
 * old ones are read it is in sight.
 */
const READ_AHEAD = { most: 4_000, margin: 1_000 };
/** Milliseconds without another event after which those that came are given. */
const A_MOMENT = 20;

/** One subscription that tells some processes what comes. It is opened again when it fails or stands still. */
export class Follower {
  readonly #options: FollowerOptions;
  readonly #watchdog: Watchdog;
  #lanes: readonly Lanes[];
  /** The last event that was given to the lanes, or where the first subscription began. */
  #given: LedgerPosition | undefined;
  #mark: LedgerMark | undefined;
  #isSame: boolean | undefined;
  #isGiving = false;
  #level = false;
  #trouble: string | undefined;

  constructor(options: FollowerOptions) {
    this.#options = options;
    this.#watchdog = new Watchdog(options.store, options.stall);
    this.#lanes = options.lanes;
    this.#given = earliestTold(options.lanes);
    this.#mark = options.marks?.first;
  }

  /** The last event that was given, and the ledger that it is of. */
  get mark(): LedgerMark | undefined {
    return this.#mark;
  }

  /** Why nothing comes at the moment. */
  get trouble(): string | undefined {
    return this.#trouble;
  }

  /** Whether the ledger is the one that was followed before, when it was looked at last; undefined before the first look. */
  get isSame(): boolean | undefined {
    return this.#isSame;
  }

  get unhealthy(): boolean {
    return this.#isSame === false || this.#watchdog.unhealthy;
  }

  /** The newest position that is known of the ledger. */
  get head(): LedgerPosition | undefined {
    return this.#watchdog.head;
  }

  /** True once all that the ledger holds was given. */
  get level(): boolean {
    return this.#level;
  }

  progressed(position: LedgerPosition): void {
    this.#watchdog.progressed(position);
  }

  /**
   * Takes over lanes that have had all that was given here; false when they have not. What they have had beyond that
   * they are not told again.
   */
  adopt(lanes: Lanes): boolean {
    const given = this.#given;
    if (given && (!lanes.told || comparePositions(lanes.told, given) < 0)) return false;
    this.#lanes = [...this.#lanes, lanes];
    return true;
  }

  /**
   * Until `stopping`, or until `isOver` says so after an event.
   * @throws LedgerCorrupt when the ledger holds what this program cannot read
   */
  async run(isOver: () => boolean = () => false): Promise<void> {
    const { stopping, timing, log } = this.#options;
    for (let failures = 0; !stopping.aborted; failures++) {
      const before = this.#given;
      try {
        if (await this.#subscribe(isOver)) return;
        if (!stopping.aborted) throw new Error('the subscription ended');
      } catch (error) {
        if (stopping.aborted) return;
        this.#trouble = reasonOf(error);
        if (error instanceof AnotherLedger) this.#isSame = false;
        if (error instanceof LedgerCorrupt) throw error;
        log.warn({ err: error }, 'the processes subscribe to the ledger again');
        if (before !== this.#given) failures = 0;
        await pause(timing, Math.min(5_000, 50 * 2 ** Math.min(failures, 7)), stopping);
      }
    }
  }

  /** True when it is over. */
  async #subscribe(isOver: () => boolean): Promise<boolean> {
    const { store, stopping, timing } = this.#options;
    const broken = new AbortController();
    const signal = AbortSignal.any([stopping, broken.signal]);
    let isLooking = false;
    const look = async () => {
      isLooking = true;
      const found = await this.#watchdog.look(() => this.#given);
      isLooking = false;
      if (signal.aborted) return;
      if (found === 'level') {
        this.#level = true;
        this.#trouble = undefined;
      }
      // The next subscription compares the two and says what is wrong.
      if (found === 'shorter') broken.abort(new Error('the ledger is shorter than it was'));
      if (found === 'stalled' && !this.#isGiving) {
        broken.abort(new Error('the ledger goes on but nothing of it arrives'));
      }
    };
    const endLooks = this.#watchdog.watch(look);
    try {
      if (this.#mark) await assertSameLedger(store, this.#mark);
      for (const each of this.#lanes) each.forget();
      this.#isSame = true;
      this.#watchdog.began();
      let caughtUp = false;
      const onCaughtUp = () => {
        caughtUp = true;
        void look();
      };
      const events = store.subscribe({ after: this.#given, signal, onCaughtUp });
      const ahead: ReadAhead<StoredEvent> = {
        ...READ_AHEAD,
        isLevel: () => caughtUp,
        aMoment: () => pause(timing, A_MOMENT, signal),
        show: (event) => {
          for (const each of this.#lanes) each.foresee(event);
        },
      };
      for await (const event of readAhead(events, ahead)) {
        this.#isGiving = true;
        if (this.#options.marks) await this.#note(event, signal);
        // First, so that who is adopted meanwhile is not passed over.
        const lanes = this.#lanes;
        this.#given = event.position;
        for (const each of lanes) {
          if (each.told && comparePositions(event.position, each.told) <= 0) continue;
          await each.tell(event);
        }
        this.#isGiving = false;
        this.#trouble = undefined;
        this.#watchdog.progressed(event.position);
        // Not level yet when that was said: there were events that had come and not been given.
        if (caughtUp && !this.#level && !isLooking) void look();
        if (stopping.aborted || isOver()) return true;
        // What has come and is not given yet comes again, if it is there still.
        if (broken.signal.aborted) break;
      }
      if (broken.signal.aborted) throw broken.signal.reason;
      return false;
    } finally {
      this.#isGiving = false;
      endLooks();
      broken.abort();
    }
  }

  /** What is told again, behind the mark, does not move it. */
  async #note(event: StoredEvent, signal: AbortSignal): Promise<void> {
    const mark = this.#mark;
    if (mark && comparePositions(event.position, mark.position) <= 0) return;
    // Noted once, from the ledger that has just been compared as far as anything was known of it.
    const isFirst = this.#given === undefined;
    const first = mark?.first ?? (isFirst ? event : await firstEvent(this.#options.store, signal));
    this.#mark = { position: event.position, eventId: event.id, first };
  }
}

/** The position from which nobody misses anything; undefined: the start. */
function earliestTold(lanes: readonly Lanes[]): LedgerPosition | undefined {
  let first: LedgerPosition | undefined;
  for (const { told } of lanes) {
    if (!told) return undefined;
    if (!first || comparePositions(told, first) < 0) first = told;
  }
  return first;
}
