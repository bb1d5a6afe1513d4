import { formatPosition, type LedgerPosition } from '../../contracts/ledger-position.ts';
import { Deadline } from '../deadline.ts';
import { LedgerUnavailable } from '../domain-error.ts';
import type { StoredEvent } from '../envelope.ts';
import type { EventStore } from '../event-store.ts';
import { AnotherLedger } from '../following/same-ledger.ts';
import { pause, type Timing } from '../timing.ts';
import type { AsideLanes } from './aside-lanes.ts';
import { causeOf, type Process, type ProcessLog } from './process.ts';
import { isForever, reasonOf, type SetAside, type WaitingEvent } from './set-aside.ts';

/** Milliseconds. */
export type DrainLimits = {
  /** Between two looks at what waits, while something does. */
  readonly pollEvery: number;
  /** Between two looks while nothing does and there are no news of it. */
  readonly lookEvery: number;
  readonly firstPause: number;
  readonly longestPause: number;
};

export const DRAIN_LIMITS: DrainLimits = {
  pollEvery: 1_000,
  lookEvery: 300_000,
  firstPause: 1_000,
  longestPause: 60_000,
};

/** Lanes that are drained side by side. */
const AT_ONCE = 32;
/** Events that are told late, of one look. */
const LATE_PAGE = 100;
/** Milliseconds between two looks at the least, where more waits than is told at once. */
const A_MOMENT = 50;

export type News = (milliseconds: number, signal: AbortSignal) => Promise<void>;

export type DrainOptions = {
  readonly store: EventStore;
  readonly process: Process;
  readonly setAside: SetAside;
  readonly aside: AsideLanes;
  readonly limits: DrainLimits;
  readonly timing: Timing;
  readonly log: ProcessLog;
  /** Resolves when something may have been set aside, after so many milliseconds, or when the signal fires. */
  readonly news?: News | undefined;
  readonly stopping: AbortSignal;
  /** Whether the ledger is the one that the events were set aside from; nothing is told while it is not, or nobody knows. */
  readonly isSameLedger: () => boolean;
  readonly onTrouble: (reason: string | undefined) => void;
};

/** Tells a process what was set aside, lane by lane and in order, until `stopping`. */
export async function drain(options: DrainOptions): Promise<void> {
  const { process, setAside, aside, limits, stopping, onTrouble } = options;
  const works = new Works(options);
  /** What is told late is gone through page by page, so that what fails again and again keeps nothing behind it waiting. */
  let lateUpTo: LedgerPosition | undefined;
  while (!stopping.aborted) {
    if (!options.isSameLedger()) {
      await pause(options.timing, limits.pollEvery, stopping);
      continue;
    }
    let isIdle = false;
    let isFull = false;
    try {
      for (const lane of await setAside.waitingLanes(process.name)) aside.open(lane);
      for (const lane of aside.names) works.begin(lane, () => drainLane(options, lane));
      isFull = works.isFull;
      const late = await setAside.late(process.name, lateUpTo, LATE_PAGE);
      isIdle = late.length === 0 && lateUpTo === undefined && aside.names.length === 0;
      lateUpTo = beginLate(options, works, late, lateUpTo);
      isFull ||= works.isFull;
      onTrouble(undefined);
    } catch (error) {
      onTrouble(reasonOf(error));
    }
    if (isIdle && options.news) await options.news(limits.lookEvery, stopping);
    else await untilNextLook(options, isFull ? works.settled() : undefined);
  }
  await works.settled();
}

/** @param underWay as much as is told at once, behind which more may wait: the next look follows its end */
async function untilNextLook(
  { limits, timing, stopping }: DrainOptions,
  underWay: Promise<void> | undefined,
): Promise<void> {
  if (!underWay) return pause(timing, limits.pollEvery, stopping);
  const look = new AbortController();
  const signal = AbortSignal.any([stopping, look.signal]);
  const over = Promise.all([underWay, pause(timing, A_MOMENT, signal)]);
  await Promise.race([pause(timing, limits.pollEvery, signal), over]);
  look.abort();
}

/** @returns where the next look goes on; undefined: with the oldest */
function beginLate(
  options: DrainOptions,
  works: Works,
  page: readonly WaitingEvent[],
  from: LedgerPosition | undefined,
): LedgerPosition | undefined {
  let upTo = from;
  for (const row of page) {
    if (works.isFull) return upTo;
    works.begin(row.id, async () => (await tell(options, row)) !== 'again');
    upTo = row.position;
  }
  return page.length < LATE_PAGE ? undefined : upTo;
}

/** What is under way, each once, and not before its pause after a failure is over. */
class Works {
  readonly #options: DrainOptions;
  readonly #underWay = new Map<string, Promise<void>>();
  readonly #failed = new Map<string, { failures: number; notBefore: number }>();

  constructor(options: DrainOptions) {
    this.#options = options;
  }

  /** Whether nothing more is begun for now. */
  get isFull(): boolean {
    return this.#underWay.size >= AT_ONCE;
  }

  /** @param work true when it need not be done again soon */
  begin(key: string, work: () => Promise<boolean>): void {
    const { timing, limits, process, log } = this.#options;
    const before = this.#failed.get(key);
    if (this.#underWay.has(key) || this.isFull) return;
    if (before && timing.now() < before.notBefore) return;
    const fail = () => {
      const failures = (before?.failures ?? 0) + 1;
      const wait = Math.min(limits.longestPause, limits.firstPause * 2 ** Math.min(failures - 1, 20));
      this.#failed.set(key, { failures, notBefore: timing.now() + wait });
    };
    const running = work()
      .then((isDone) => (isDone ? this.#failed.delete(key) : fail()))
      .catch((error: unknown) => {
        log.warn({ err: error, process: process.name }, 'what was set aside could not be gone through');
        fail();
      })
      .then(() => {
        this.#underWay.delete(key);
      });
    this.#underWay.set(key, running);
  }

  async settled(): Promise<void> {
    await Promise.all(this.#underWay.values());
  }
}

/** False when its first event cannot be handled now. */
async function drainLane(options: DrainOptions, lane: string): Promise<boolean> {
  const { setAside, process, aside, stopping, isSameLedger } = options;
  while (!stopping.aborted && isSameLedger()) {
    const mark = aside.mark(lane);
    const row = await setAside.first(process.name, lane);
    if (!row) {
      aside.closeIfEmpty(lane, mark);
      return true;
    }
    if ((await tell(options, row)) === 'again') return false;
  }
  return true;
}

/** Handles one event, and says in the set-aside what came of it. */
async function tell(options: DrainOptions, row: WaitingEvent): Promise<'over' | 'again'> {
  const { process, setAside, stopping, log } = options;
  try {
    const event = await readAgain(options, row);
    const cause = causeOf(process.name, event);
    await process.handle(event, stopping, row.isLate ? { ...cause, isLate: true } : cause);
    await setAside.handled(row.id);
    return 'over';
  } catch (error) {
    if (stopping.aborted) return 'again';
    log.warn({ err: error, process: process.name, event: row.eventId }, 'what was set aside failed again');
    if (!isForever(error)) {
      await setAside.failed(row.id, reasonOf(error));
      return 'again';
    }
    await setAside.park(row.id, reasonOf(error));
    return 'over';
  }
}

async function readAgain({ store, timing }: DrainOptions, row: WaitingEvent): Promise<StoredEvent> {
  const deadline = new Deadline(undefined, undefined, timing);
  const event = await deadline.read((signal) => store.readAt(row.position, signal));
  if (!event) throw new LedgerUnavailable(new Error(`the node that was asked lacks event ${row.eventId}`));
  if (event.id !== row.eventId) {
    throw new AnotherLedger(
      `the event at ${formatPosition(row.position)} is ${event.id}, and it was ${row.eventId}`,
    );
  }
  return event;
}
