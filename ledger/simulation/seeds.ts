import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { faultNamed, mendsWith } from './faults/all.ts';
import { planOf } from './plan.ts';
import { asItIs } from './replica/mends.ts';
import { simulate } from './simulate.ts';
import type { Weakness } from './world/luck.ts';

/** Seeds that went wrong, by what was wrong. */
export type SeedsOutcome = {
  readonly seeds: number;
  readonly events: number;
  readonly failed: readonly {
    readonly seed: number;
    readonly stepsSent: number;
    readonly violation: string;
  }[];
};

export type SeedsOrder = {
  /** Both are run. */
  readonly from: number;
  readonly to: number;
  /** Of the workload of each. */
  readonly steps: number;
  /** The name of a fault that is put back. */
  readonly fault?: string | undefined;
  /** Troubles that the program is not proof against. */
  readonly weaknesses?: readonly Weakness[];
  /** It ends when so many have failed; never if not given. */
  readonly enough?: number;
};

/** Runs seeds on so many threads, each seed on one of them. */
export async function runSeeds(order: SeedsOrder, threads: number): Promise<SeedsOutcome> {
  const { from, to } = order;
  const share = Math.ceil((to - from + 1) / threads);
  const parts = Array.from({ length: threads }, (_, n) => ({
    ...order,
    from: from + n * share,
    to: Math.min(to, from + (n + 1) * share - 1),
  })).filter((part) => part.from <= part.to);
  const outcomes = await Promise.all(parts.map(runOnThread));
  return {
    seeds: outcomes.reduce((sum, { seeds }) => sum + seeds, 0),
    events: outcomes.reduce((sum, { events }) => sum + events, 0),
    failed: outcomes.flatMap(({ failed }) => failed),
  };
}

/** As `runSeeds`, on this thread: where a mutation test has changed the code, no other has that change. */
export async function runSeedsHere(order: SeedsOrder): Promise<SeedsOutcome> {
  const { from, to, steps, fault, weaknesses = [], enough = Number.POSITIVE_INFINITY } = order;
  const broken = fault === undefined ? undefined : faultNamed(fault);
  const mends = broken ? mendsWith(broken) : asItIs;
  const failed: SeedsOutcome['failed'][number][] = [];
  let [seeds, events] = [0, 0];
  for (let seed = from; seed <= to && failed.length < enough; seed++) {
    const outcome = await simulate({ ...planOf(seed, steps), weaknesses: new Set(weaknesses) }, mends);
    seeds += 1;
    events += outcome.events;
    const { stepsSent, violation } = outcome;
    if (violation !== undefined) failed.push({ seed, stepsSent, violation });
  }
  return { seeds, events, failed };
}

async function runOnThread(part: SeedsOrder): Promise<SeedsOutcome> {
  const worker = new Worker(new URL('./seeds-worker.ts', import.meta.url), {
    workerData: part,
    // Only what the worker needs: a test runner's own flags would break it.
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  const [outcome] = await once(worker, 'message');
  await worker.terminate();
  // Its only message.
  return outcome as SeedsOutcome;
}
