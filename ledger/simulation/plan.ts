import { drawSteps } from './workload/draw-steps.ts';
import type { Step } from './workload/step.ts';
import type { CallFault, ReplicaFault, Weakness } from './world/luck.ts';
import { type Chance, chanceOf } from './world/random.ts';

/** All that happens in a run from outside: the same plan is the same run. */
export type Plan = {
  readonly seed: number;
  readonly replicas: number;
  readonly hasChain: boolean;
  readonly hasBeacon: boolean;
  /** The store indexes late now and then what it has written, and drops a retry that comes before, as EventStoreDB does. */
  readonly dropsEarlyRetries: boolean;
  readonly weaknesses: ReadonlySet<Weakness>;
  readonly steps: readonly Step[];
  readonly replicaFaults: readonly ReplicaFault[];
  /** By the call's name; undefined: drawn from the seed, so many of all calls. */
  readonly callFaults: ReadonlyMap<string, CallFault> | { readonly rate: number };
};

/** The plan of a seed: quiet seas in some, storms in others. */
export function planOf(seed: number, steps: number): Plan {
  const chance = chanceOf(seed);
  const replicas = 2 + chance.below(3, 'replicas');
  const drawn = drawSteps(chance, steps);
  return {
    seed,
    replicas,
    hasChain: chance.of('has chain') < 0.5,
    hasBeacon: chance.of('has beacon') < 0.15,
    dropsEarlyRetries: seed % 3 === 1,
    weaknesses: new Set(),
    steps: drawn,
    replicaFaults: drawReplicaFaults(chance, replicas, drawn),
    callFaults: { rate: chance.pick([0, 0.004, 0.015, 0.05], 'rate') },
  };
}

const KINDS = ['it dies', 'it stands still', 'it is connected to a deposed leader'] as const;

/** Each strikes a moment after some step was sent, when there is something under way. */
function drawReplicaFaults(chance: Chance, replicas: number, steps: readonly Step[]): ReplicaFault[] {
  const count = chance.below(6, 'replica faults');
  return Array.from({ length: count }, (_, n): ReplicaFault => {
    const id = `f${n}`;
    const step = steps[chance.below(steps.length, `step/${id}`)];
    return {
      id,
      at: (step?.at ?? 0) + chance.of(`at/${id}`) * 60,
      kind: chance.pick(KINDS, `kind/${id}`),
      replica: chance.below(replicas, `replica/${id}`),
      lasts: 50 + chance.of(`lasts/${id}`) ** 2 * 12_000,
    };
  });
}
