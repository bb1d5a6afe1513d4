import type { Shrunk } from './shrink.ts';
import type { Outcome } from './simulate.ts';

/** The shortest way to what was found, for people: what was asked for, what went wrong, what the ledger got. */
export function inWords(seed: number, failed: Outcome, { plan, outcome, runs }: Shrunk): string {
  const faults = plan.replicaFaults.length + outcome.callFaults.size;
  return [
    `Seed ${seed} goes wrong after ${failed.stepsSent} steps: ${failed.violation}`,
    `The shortest way found in ${runs} runs: ${plan.steps.length} steps and ${faults} faults, with ${plan.replicas} replicas.`,
    'Milliseconds, and what happened (sN.C.T: step, copy, tries that are left; rN.B: replica and its start):',
    ...outcome.trace.map((line) => `  ${line}`),
    ...(outcome.violation === failed.violation ? [] : [`It ends with: ${outcome.violation}`]),
  ].join('\n');
}
