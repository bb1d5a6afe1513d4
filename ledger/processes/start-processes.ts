import { comparePositions, type LedgerPosition } from '../../contracts/ledger-position.ts';
import type { EventStore } from '../event-store.ts';
import type { LedgerMark } from '../following/same-ledger.ts';
import { STALL_LIMITS, type StallLimits } from '../following/watchdog.ts';
import { pause, systemTiming, type Timing } from '../timing.ts';
import { DRAIN_LIMITS, type DrainLimits, drain, type News } from './drain.ts';
import { Follower } from './follower.ts';
import { LANE_LIMITS, type LaneLimits, Lanes } from './lanes.ts';
import type { MarkKeeper, Process, ProcessCheckpoints, ProcessLog } from './process.ts';
import { reasonOf, type SetAside } from './set-aside.ts';

export type ProcessStatus = {
  readonly name: string;
  /** Everything up to here is handled or set aside. */
  readonly position: LedgerPosition | undefined;
  /** Bytes of the ledger's log between that and its newest event, as far as both are known. */
  readonly lag: number;
  /** Events that were taken in and are not finished. */
  readonly unfinished: number;
  /** Events handled since the start. */
  readonly handled: number;
  /** True while it reads old events by itself, until it is level with the others. */
  readonly isCatchingUp: boolean;
  /** Why it does not get on at the moment, undefined while it does. */
  readonly trouble: string | undefined;
};

export type RunningProcesses = {
  /** Why a process does not get on at the moment, undefined while all do. */
  trouble(): string | undefined;
  /** True when they have given up: the ledger holds what they cannot understand. */
  stopped(): boolean;
  /** False when they are behind the ledger, or nobody knows, without progress for too long. */
  healthy(): boolean;
  /** True once they have had all that the ledger holds. */
  level(): boolean;
  /** The last event that every process has handled. */
  position(): LedgerPosition | undefined;
  status(): readonly ProcessStatus[];
  stop(): Promise<void>;
};

export type ProcessesOptions = {
  readonly store: EventStore;
  readonly processes: readonly Process[];
  readonly checkpoints: ProcessCheckpoints;
  readonly setAside: SetAside;
  /** Without one nobody notices that the event store was replaced. */
  readonly marks?: MarkKeeper;
  readonly log: ProcessLog;
  /** Of what was set aside, for one process; without them it is looked for again and again. */
  readonly news?: () => News;
  readonly timing?: Timing;
  readonly lanes?: Partial<LaneLimits>;
  readonly drain?: Partial<DrainLimits>;
  readonly stall?: Partial<StallLimits>;
  readonly catchUp?: Partial<CatchUpLimits>;
};

export type CatchUpLimits = {
  /** Bytes of the ledger's log that a process may be behind the foremost and still share its subscription. */
  readonly farBehind: bigint;
  /** Processes that catch up at once, each on a subscription of its own. */
  readonly atOnce: number;
};

const CATCH_UP_LIMITS: CatchUpLimits = { farBehind: 1_000_000n, atOnce: 2 };
/** Milliseconds. */
const SAVE_EVERY = 250;
const STOP_PATIENCE = 5_000;

/** A process on its way, and what is known of its checkpoint. */
type Member = {
  readonly process: Process;
  readonly lanes: Lanes;
  saved: LedgerPosition | undefined;
  isCatchingUp: boolean;
  drainTrouble: string | undefined;
};

/**
 * Tells the ledger's events to all processes until `stop`, over one subscription. A process that is far behind the
 * others first catches up on a subscription of its own, so that nobody waits for a new one.
 */
export function startProcesses(options: ProcessesOptions): RunningProcesses {
  const run = new Run(options);
  return {
    trouble: () => run.trouble,
    stopped: () => run.hasStopped,
    healthy: () => run.healthy,
    level: () => run.level,
    position: () => run.position,
    status: () => run.status(),
    stop: () => run.stop(),
  };
}

class Run {
  hasStopped = false;
  readonly #options: ProcessesOptions;
  readonly #timing: Timing;
  readonly #stopping = new AbortController();
  readonly #ended: Promise<void>;
  #members: readonly Member[] = [];
  #shared: Follower | undefined;
  #followers: readonly Follower[] = [];
  #trouble: string | undefined;
  #saveTrouble: string | undefined;
  #mark: LedgerMark | undefined;

  constructor(options: ProcessesOptions) {
    this.#options = options;
    this.#timing = options.timing ?? systemTiming;
    this.#ended = this.#run();
  }

  get trouble(): string | undefined {
    const followers = this.#followers.map(({ trouble }) => trouble);
    const members = this.#members.map(troubleOf);
    return [this.#trouble, ...followers, ...members, this.#saveTrouble].find(
      (reason) => reason !== undefined,
    );
  }

  get healthy(): boolean {
    return !this.hasStopped && this.#followers.every(({ unhealthy }) => !unhealthy);
  }

  get level(): boolean {
    return this.#shared?.level === true && this.#members.every(({ isCatchingUp }) => !isCatchingUp);
  }

  get position(): LedgerPosition | undefined {
    return earliest(this.#members.map(({ lanes }) => lanes.position));
  }

  status(): readonly ProcessStatus[] {
    const head = this.#shared?.head;
    return this.#members.map((member) => {
      const { process, lanes, isCatchingUp } = member;
      const { position, unfinished, handled } = lanes;
      const lag = head ? Math.max(0, Number(head.commit - (position?.commit ?? 0n))) : 0;
      return {
        name: process.name,
        position,
        lag,
        unfinished,
        handled,
        isCatchingUp,
        trouble: troubleOf(member),
      };
    });
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#ended;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    await this.#prepare();
    if (signal.aborted) return;
    const saving = this.#saveAgainAndAgain();
    const draining = this.#members.map((member) => this.#drain(member));
    try {
      await this.#follow();
    } catch (error) {
      // Only what the subscription itself gives ends here.
      this.#trouble = reasonOf(error);
      this.hasStopped = true;
      this.#options.log.error({ err: error }, 'the processes have stopped');
    }
    this.#stopping.abort();
    const over = Promise.all([...draining, ...this.#members.map(({ lanes }) => lanes.settled())]);
    const patience = new AbortController();
    await Promise.race([over, pause(this.#timing, STOP_PATIENCE, patience.signal)]);
    patience.abort();
    await saving;
    await this.#saveAll();
  }

  async #prepare(): Promise<void> {
    const { signal } = this.#stopping;
    for (let failures = 0; !signal.aborted; failures++) {
      try {
        this.#mark = await this.#options.marks?.load();
        this.#members = await Promise.all(this.#options.processes.map((process) => this.#member(process)));
        this.#trouble = undefined;
        return;
      } catch (error) {
        this.#trouble = reasonOf(error);
        this.#options.log.warn({ err: error }, 'the processes cannot start yet');
        await pause(this.#timing, Math.min(5_000, 50 * 2 ** Math.min(failures, 7)), signal);
      }
    }
  }

  async #member(process: Process): Promise<Member> {
    const { checkpoints, setAside, log } = this.#options;
    const from = await checkpoints.load(process.name);
    // After the checkpoint: what another leader has set aside before it moved that on is seen.
    const known = await setAside.known(process.name);
    const waiting = await setAside.waitingLanes(process.name);
    const lanes = new Lanes({
      process,
      setAside,
      log,
      from,
      known,
      limits: { ...LANE_LIMITS, ...this.#options.lanes },
      timing: this.#timing,
      stopping: this.#stopping.signal,
      onFinished: (position) => {
        for (const follower of this.#followers) follower.progressed(position);
      },
    });
    for (const lane of waiting) lanes.aside.open(lane);
    return { process, lanes, saved: from, isCatchingUp: false, drainTrouble: undefined };
  }

  #drain(member: Member): Promise<void> {
    const { store, setAside, log } = this.#options;
    return drain({
      store,
      setAside,
      log,
      process: member.process,
      aside: member.lanes.aside,
      limits: { ...DRAIN_LIMITS, ...this.#options.drain },
      timing: this.#timing,
      news: this.#options.news?.(),
      stopping: this.#stopping.signal,
      isSameLedger: () => this.#shared?.isSame === true,
      onTrouble: (reason) => {
        member.drainTrouble = reason;
      },
    });
  }

  /** @throws LedgerCorrupt when the ledger holds what this program cannot read */
  async #follow(): Promise<void> {
    const { farBehind, atOnce } = { ...CATCH_UP_LIMITS, ...this.#options.catchUp };
    const foremost = latest(this.#members.map(({ lanes }) => lanes.told));
    const isFar = ({ lanes }: Member) => (foremost?.commit ?? 0n) - (lanes.told?.commit ?? 0n) > farBehind;
    const shared = this.#newFollower(this.#members.filter((member) => !isFar(member)));
    this.#shared = shared;
    this.#followers = [shared];
    const far = this.#members.filter(isFar);
    for (const member of far) member.isCatchingUp = true;
    const waiting = far.toSorted((a, b) => comparePositions(b.lanes.told ?? START, a.lanes.told ?? START));
    const catchUp = async () => {
      for (let member = waiting.shift(); member && !this.#stopping.signal.aborted; member = waiting.shift()) {
        await this.#catchUp(member, shared);
      }
    };
    await firstFailure([shared.run(), ...Array.from({ length: atOnce }, catchUp)], () =>
      this.#stopping.abort(),
    );
  }

  /** Until the process has had all that the others have had; then it is one of them. */
  async #catchUp(member: Member, shared: Follower): Promise<void> {
    const own = this.#newFollower([member]);
    this.#followers = [...this.#followers, own];
    await own.run(() => shared.adopt(member.lanes));
    this.#followers = this.#followers.filter((follower) => follower !== own);
    if (!this.#stopping.signal.aborted) member.isCatchingUp = false;
  }

  #newFollower(members: readonly Member[]): Follower {
    const { store, log, stall } = this.#options;
    return new Follower({
      store,
      log,
      lanes: members.map(({ lanes }) => lanes),
      stall: { ...STALL_LIMITS, ...stall },
      timing: this.#timing,
      stopping: this.#stopping.signal,
      ...(this.#options.marks && { marks: { first: this.#mark } }),
    });
  }

  async #saveAgainAndAgain(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await pause(this.#timing, SAVE_EVERY, signal);
      if (!signal.aborted) await this.#saveAll();
    }
  }

  /** A failure shows in the trouble, and at the next turn: to be told again does no harm. */
  async #saveAll(): Promise<void> {
    const { checkpoints, marks, log } = this.#options;
    try {
      // First: a checkpoint never stands in a ledger by which it could not be known again.
      const mark = this.#shared?.mark;
      if (marks && mark && mark !== this.#mark) {
        await marks.save(mark);
        this.#mark = mark;
      }
      const moved = this.#members.flatMap((member) => {
        const { position } = member.lanes;
        if (!position || (member.saved && comparePositions(member.saved, position) >= 0)) return [];
        return [{ member, position }];
      });
      if (moved.length > 0) {
        await checkpoints.save(new Map(moved.map(({ member, position }) => [member.process.name, position])));
        for (const { member, position } of moved) member.saved = position;
      }
      this.#saveTrouble = undefined;
    } catch (error) {
      if (this.#saveTrouble === undefined) log.warn({ err: error }, 'no checkpoint could be saved');
      this.#saveTrouble = reasonOf(error);
    }
  }
}

const START: LedgerPosition = { commit: 0n, prepare: 0n };

function troubleOf({ lanes, drainTrouble }: Member): string | undefined {
  return lanes.trouble ?? drainTrouble;
}

/** Ends the others when one fails. @throws what it failed with */
async function firstFailure(works: readonly Promise<void>[], end: () => void): Promise<void> {
  const settled = works.map((work) =>
    work.catch((error: unknown) => {
      end();
      throw error;
    }),
  );
  for (const result of await Promise.allSettled(settled)) {
    if (result.status === 'rejected') throw result.reason;
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

function latest(positions: readonly (LedgerPosition | undefined)[]): LedgerPosition | undefined {
  return positions.reduce(
    (last, position) => (position && (!last || comparePositions(last, position) < 0) ? position : last),
    undefined,
  );
}
