import { parentPort, workerData } from 'node:worker_threads';
import { faultNamed, mendsWith } from './faults/all.ts';
import { planOf } from './plan.ts';
import { asItIs } from './replica/mends.ts';
import type { SeedsOrder, SeedsOutcome } from './seeds.ts';
import { simulate } from './simulate.ts';

if (!parentPort) throw new Error('This file runs as a worker of seeds.ts.');
// Seeds.ts is the only one that starts this worker, with a SeedsOrder.
const {
  from,
  to,
  steps,
  fault,
  weaknesses = [],
  enough = Number.POSITIVE_INFINITY,
} = workerData as SeedsOrder;
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
parentPort.postMessage({ seeds, events, failed });
