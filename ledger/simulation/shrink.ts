import type { Plan } from './plan.ts';
import type { Mends } from './replica/mends.ts';
import { type Outcome, simulate } from './simulate.ts';
import type { Step } from './workload/step.ts';
import type { ReplicaFault } from './world/luck.ts';

export type Shrunk = { readonly plan: Plan; readonly outcome: Outcome; readonly runs: number };

type Part =
  | { readonly kind: 'step'; readonly step: Step }
  | { readonly kind: 'replica fault'; readonly fault: ReplicaFault }
  | { readonly kind: 'call fault'; readonly call: string };

/**
 * The smallest plan found that still goes wrong (Zeller's delta debugging): without steps and faults that do not
 * matter, and each step sent as rarely as it can be. What is left keeps its chance, since that hangs on names alone.
 * @param failed a run of this plan that went wrong
 * @param budget runs that it may take
 */
export async function shrink(plan: Plan, failed: Outcome, mends: Mends, budget = 400): Promise<Shrunk> {
  let best: Shrunk = { plan, outcome: failed, runs: 0 };
  let runs = 0;
  const attempt = async (smaller: Plan): Promise<boolean> => {
    if (runs >= budget) return false;
    runs += 1;
    const outcome = await simulate(smaller, mends);
    if (outcome.violation === undefined) return false;
    best = { plan: smaller, outcome, runs };
    return true;
  };
  // Fixed as they were drawn, and without what came after.
  await attempt({ ...plan, steps: plan.steps.slice(0, failed.stepsSent), callFaults: failed.callFaults });
  for (let before = -1; before !== partsOf(best).length && runs < budget; ) {
    before = partsOf(best).length;
    for (let size = Math.ceil(before / 2); size >= 1; size = size > 1 ? Math.ceil(size / 2) : 0) {
      for (let at = 0; at < partsOf(best).length; ) {
        const parts = partsOf(best);
        const rest = [...parts.slice(0, at), ...parts.slice(at + size)];
        if (!(await attempt(withParts(best, rest)))) at += size;
      }
    }
  }
  for (const { id } of best.plan.steps) {
    await attempt(withStep(best.plan, id, { copies: 1 }));
    await attempt(withStep(best.plan, id, { tries: 1 }));
  }
  return { ...best, runs };
}

/** Those call faults count that were met. */
function partsOf({ plan, outcome }: Shrunk): Part[] {
  return [
    ...plan.replicaFaults.map((fault): Part => ({ kind: 'replica fault', fault })),
    ...[...outcome.callFaults.keys()].map((call): Part => ({ kind: 'call fault', call })),
    ...plan.steps.map((step): Part => ({ kind: 'step', step })),
  ];
}

function withParts({ plan, outcome }: Shrunk, parts: readonly Part[]): Plan {
  const calls = new Set(parts.flatMap((part) => (part.kind === 'call fault' ? [part.call] : [])));
  return {
    ...plan,
    steps: parts.flatMap((part) => (part.kind === 'step' ? [part.step] : [])),
    replicaFaults: parts.flatMap((part) => (part.kind === 'replica fault' ? [part.fault] : [])),
    callFaults: new Map([...outcome.callFaults].filter(([call]) => calls.has(call))),
  };
}

function withStep(plan: Plan, id: string, change: Partial<Step>): Plan {
  return { ...plan, steps: plan.steps.map((step) => (step.id === id ? { ...step, ...change } : step)) };
}
