import { planOf } from './plan.ts';
import { simulate } from './simulate.ts';

const [from, to, steps] = process.argv.slice(2).map(Number);
let failed = 0;
const started = performance.now();
let events = 0;
for (let seed = from ?? 1; seed <= (to ?? from ?? 1); seed++) {
  const outcome = await simulate(planOf(seed, steps ?? 80));
  events += outcome.events;
  if (!outcome.violation) continue;
  failed++;
  console.log(seed, outcome.stepsSent, outcome.violation);
  if (from === to) console.log(outcome.trace.slice(-400).join('\n'));
}
console.log({ failed, events, ms: performance.now() - started });
