import type { LedgerPosition } from '../../contracts/ledger-position.ts';
import { formatPosition } from '../../contracts/ledger-position.ts';
import { callBudget } from '../call-budget.ts';
import type { StoredEvent } from '../envelope.ts';
import { pause, type Timing } from '../timing.ts';
import { AsideLanes } from './aside-lanes.ts';
import { causeOf, type Process, type ProcessLog } from './process.ts';
import { isForever, reasonOf, type SetAside } from './set-aside.ts';

/** Times in milliseconds. */
export type LaneLimits = {
  /** Events that are handled side by side. */
  readonly atOnce: number;
  /** Events whose lane is looked up side by side. */
  readonly lookups: number;
  /** Events that are told and not finished; no more are taken in. */
  readonly window: number;
  /** A lane whose event fails for so long is set aside. */
  readonly stuckAfter: number;
  /** And one whose event takes so long without an end, when there is no room for more. */
  readonly hungAfter: number;
  readonly firstPause: number;
  readonly longestPause: number;
};

export const LANE_LIMITS: LaneLimits = {
  atOnce: 64,
  lookups: 32,
  window: 2_000,
  stuckAfter: 60_000,
  hungAfter: 20_000,
  firstPause: 50,
  longestPause: 5_000,
};

type Entry = {
  readonly event: StoredEvent;
  /** What was told before it. */
  readonly before: LedgerPosition | undefined;
  lane?: Lane;
};

type Lane = {
  readonly key: string;
  readonly entries: Entry[];
  failures: number;
  failingSince: number | undefined;
  reason: string | undefined;
  /** Of the attempt under way, or the pause before the next. */
  since: number;
  giveUp: AbortController;
};

export type LanesOptions = {
  readonly process: Process;
  readonly setAside: SetAside;
  readonly limits: LaneLimits;
  readonly timing: Timing;
  readonly log: ProcessLog;
  /** The last position that was handled with all before it; undefined: the start. */
  readonly from: LedgerPosition | undefined;
  /** Positions of what was set aside before. */
  readonly known: readonly LedgerPosition[];
  readonly stopping: AbortSignal;
  readonly onFinished: (position: LedgerPosition) => void;
};

/**
 * Tells one process its events, lane by lane. An event that cannot be handled for now is tried again with growing
 * pauses and holds up its own lane alone; a lane that is stuck for long is set aside, so that the checkpoint can pass.
 */
export class Lanes {
  readonly aside = new AsideLanes();
  readonly #options: LanesOptions;
  readonly #places;
  readonly #unfinished = new Set<Entry>();
  readonly #lanes = new Map<string, Lane>();
  readonly #known: ReadonlySet<string>;
  #told: LedgerPosition | undefined;
  #placing: Promise<void> | undefined;
  #lookups = 0;
  #lookupTrouble: string | undefined;
  #handled = 0;
  #waiting: (() => void)[] = [];

  constructor(options: LanesOptions) {
    this.#options = options;
    this.#places = callBudget(options.limits.atOnce);
    this.#told = options.from;
    this.#known = new Set(options.known.map(formatPosition));
  }

  /** The last event that was taken in. */
  get told(): LedgerPosition | undefined {
    return this.#told;
  }

  /** Everything up to here is handled, set aside, or nothing to the process. */
  get position(): LedgerPosition | undefined {
    const [oldest] = this.#unfinished;
    return oldest ? oldest.before : this.#told;
  }

  get unfinished(): number {
    return this.#unfinished.size;
  }

  /** Events that were handled since the start. */
  get handled(): number {
    return this.#handled;
  }

  /** Why a lane does not get on, undefined while all do. */
  get trouble(): string | undefined {
    for (const { reason } of this.#lanes.values()) if (reason !== undefined) return reason;
    return this.#lookupTrouble;
  }

  /** Shows the process what it will be told. */
  foresee(event: StoredEvent): void {
    this.#options.process.foresee?.(event);
  }

  /** What the process has seen may be of another ledger than it will be told of. */
  forget(): void {
    this.#options.process.forget?.();
  }

  /** Takes the next event in; waits while there is no room. */
  tell(event: StoredEvent): Promise<void> | undefined {
    if (this.#hasRoom()) {
      this.#take(event);
      return undefined;
    }
    return this.#whenRoom().then(() => {
      if (!this.#options.stopping.aborted) this.#take(event);
    });
  }

  /** Resolves when nothing is under way any more, after `stopping`. */
  async settled(): Promise<void> {
    while ([...this.#lanes.values()].some(({ entries }) => entries.length > 0) || this.#lookups > 0) {
      await this.#change();
    }
  }

  #hasRoom(): boolean {
    const { window, lookups } = this.#options.limits;
    return this.#unfinished.size < window && this.#lookups < lookups;
  }

  async #whenRoom(): Promise<void> {
    const { timing, stopping } = this.#options;
    while (!this.#hasRoom() && !stopping.aborted) {
      this.#relieve();
      const look = new AbortController();
      await Promise.race([this.#change(), pause(timing, 100, look.signal)]);
      look.abort();
    }
  }

  /** Sets the lane aside that holds the window up. */
  #relieve(): void {
    const { window, hungAfter } = this.#options.limits;
    const [oldest] = this.#unfinished;
    const lane = oldest?.lane;
    if (!lane || this.#unfinished.size < window) return;
    const isHung = lane.since + hungAfter < this.#options.timing.now();
    if (lane.failures === 0 && !isHung) return;
    lane.reason ??= 'it takes too long';
    this.aside.open(lane.key);
    lane.giveUp.abort(new Error(lane.reason));
  }

  #take(event: StoredEvent): void {
    const { process } = this.#options;
    const before = this.#told;
    this.#told = event.position;
    if (this.#known.has(formatPosition(event.position))) return;
    let asked: ReturnType<Process['laneOf']>;
    try {
      asked = process.laneOf(event);
    } catch (error) {
      asked = Promise.reject(error);
    }
    if (asked === undefined) return;
    const entry: Entry = { event, before };
    this.#unfinished.add(entry);
    if (typeof asked === 'string' && !this.#placing) {
      this.#place(entry, asked);
      return;
    }
    this.#lookups += 1;
    const found = this.#look(entry, Promise.resolve(asked));
    const placing: Promise<void> = (this.#placing ?? Promise.resolve()).then(async () => {
      this.#place(entry, await found);
      this.#lookups -= 1;
      if (this.#placing === placing) this.#placing = undefined;
      this.#changed();
    });
    this.#placing = placing;
  }

  /** The lane of an event; undefined when there is none, or the event was put away without one. */
  async #look(entry: Entry, first: Promise<string | undefined>): Promise<string | undefined> {
    const { process, limits, timing, stopping, log } = this.#options;
    let asked = first;
    const since = timing.now();
    for (let failures = 1; ; failures++) {
      try {
        const lane = await asked;
        this.#lookupTrouble = undefined;
        return lane;
      } catch (error) {
        if (stopping.aborted) return undefined;
        this.#lookupTrouble = reasonOf(error);
        const isFull = this.#unfinished.size >= limits.window;
        const isStuck = isFull || timing.now() - since > limits.stuckAfter;
        const state = isForever(error) ? 'parked' : 'waiting';
        if (state === 'parked' || isStuck) {
          log.error({ err: error, process: process.name, event: entry.event.id }, 'an event has no lane');
          // Nobody knows what it comes before, so it is told late.
          const put = { lane: entry.event.stream, entry, state, isLate: true, error, failures } as const;
          if (await this.#put(put)) {
            this.#lookupTrouble = undefined;
            return undefined;
          }
        }
      }
      await this.#rest(failures, stopping);
      if (stopping.aborted) return undefined;
      asked = Promise.resolve().then(() => process.laneOf(entry.event));
    }
  }

  #place(entry: Entry, key: string | undefined): void {
    if (key === undefined) {
      if (!this.#options.stopping.aborted) this.#finish(entry);
      return;
    }
    const known = this.#lanes.get(key);
    const lane = known ?? this.#newLane(key);
    entry.lane = lane;
    lane.entries.push(entry);
    if (!known) void this.#work(lane);
  }

  #newLane(key: string): Lane {
    const lane: Lane = {
      key,
      entries: [],
      failures: 0,
      failingSince: undefined,
      reason: undefined,
      since: this.#options.timing.now(),
      giveUp: new AbortController(),
    };
    this.#lanes.set(key, lane);
    return lane;
  }

  async #work(lane: Lane): Promise<void> {
    const { stopping } = this.#options;
    for (let entry = lane.entries[0]; entry && !stopping.aborted; entry = lane.entries[0]) {
      const isOver = this.aside.has(lane.key)
        ? await this.#putBehind(lane, entry)
        : await this.#attempt(lane, entry);
      if (!isOver) continue;
      lane.entries.shift();
      lane.failures = 0;
      lane.failingSince = undefined;
      lane.reason = undefined;
      this.#finish(entry);
    }
    this.#lanes.delete(lane.key);
    this.#changed();
  }

  /** True when the event needs nothing more. */
  async #attempt(lane: Lane, entry: Entry): Promise<boolean> {
    const { process, limits, timing, stopping, log } = this.#options;
    const { event } = entry;
    lane.giveUp = new AbortController();
    const { signal: givenUp } = lane.giveUp;
    const signal = AbortSignal.any([stopping, givenUp]);
    try {
      await this.#places.run(signal, async () => {
        lane.since = timing.now();
        await orGivenUp(process.handle(event, signal, causeOf(process.name, event)), givenUp);
      });
      this.#handled += 1;
      return true;
    } catch (error) {
      if (stopping.aborted || this.aside.has(lane.key)) return false;
      lane.failures += 1;
      lane.failingSince ??= timing.now();
      lane.reason = reasonOf(error);
      const details = { err: error, process: process.name, event: event.id, failures: lane.failures };
      if (isForever(error)) {
        log.error(details, 'an event cannot be handled');
        const put = { lane: lane.key, entry, state: 'parked', isLate: false, error } as const;
        if (await this.#put({ ...put, failures: lane.failures })) return true;
      } else {
        log.warn(details, 'an event is told again');
        if (timing.now() - lane.failingSince > limits.stuckAfter) {
          this.aside.open(lane.key);
          return false;
        }
      }
      lane.since = timing.now();
      await this.#rest(lane.failures, signal);
      return false;
    }
  }

  /** Behind what is set aside of its lane. */
  async #putBehind(lane: Lane, entry: Entry): Promise<boolean> {
    let isThere = false;
    const error = lane.reason ?? 'it comes behind another one';
    const put = { lane: lane.key, entry, state: 'waiting', isLate: false, error } as const;
    await this.aside.add(lane.key, async () => {
      isThere = await this.#put({ ...put, failures: lane.failures });
    });
    if (!isThere) await this.#rest(++lane.failures, this.#options.stopping);
    return isThere;
  }

  /** False when it could not be kept; it stays in memory then. */
  async #put(put: {
    readonly lane: string;
    readonly entry: Entry;
    readonly state: 'waiting' | 'parked';
    readonly isLate: boolean;
    readonly error: unknown;
    readonly failures: number;
  }): Promise<boolean> {
    const { process, setAside, log } = this.#options;
    const { lane, entry, state, isLate, error, failures } = put;
    const reason = reasonOf(error);
    try {
      await setAside.add({
        process: process.name,
        lane,
        event: entry.event,
        state,
        isLate,
        reason,
        failures,
      });
      return true;
    } catch (fault) {
      log.warn({ err: fault, process: process.name }, 'an event could not be set aside');
      return false;
    }
  }

  #rest(failures: number, signal: AbortSignal): Promise<void> {
    const { timing, limits } = this.#options;
    const longest = Math.min(limits.longestPause, limits.firstPause * 2 ** Math.min(failures, 20));
    return pause(timing, longest * (0.5 + timing.random() / 2), signal);
  }

  #finish(entry: Entry): void {
    this.#unfinished.delete(entry);
    this.#options.onFinished(entry.event.position);
    this.#changed();
  }

  #change(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #changed(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}

/** The work goes on alone when it is given up; what it does is done once all the same. */
async function orGivenUp(work: Promise<void>, givenUp: AbortSignal): Promise<void> {
  const over = Promise.withResolvers<never>();
  const stop = () => over.reject(givenUp.reason);
  givenUp.addEventListener('abort', stop, { once: true });
  if (givenUp.aborted) stop();
  try {
    await Promise.race([work, over.promise]);
  } finally {
    givenUp.removeEventListener('abort', stop);
  }
}
