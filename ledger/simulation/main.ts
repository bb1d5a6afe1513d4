import { faultNamed, mendsWith } from './faults/all.ts';
import { planOf } from './plan.ts';
import { asItIs } from './replica/mends.ts';
import { STRICT, simulate } from './simulate.ts';

const [from, to, steps] = process.argv.slice(2).map(Number);
const fault = process.argv[5] ? faultNamed(process.argv[5]) : undefined;
let failed = 0;
const started = performance.now();
let events = 0;
for (let seed = from ?? 1; seed <= (to ?? from ?? 1); seed++) {
  const outcome = await simulate(planOf(seed, steps || 80), fault ? mendsWith(fault) : asItIs, {
    ...STRICT,
    ...fault?.strictness,
  });
  events += outcome.events;
  if (!outcome.violation) continue;
  failed++;
  console.log(seed, outcome.stepsSent, outcome.violation);
  if (from === to) console.log(outcome.trace.slice(-400).join('\n'));
  if (failed > 5) break;
}
console.log({ failed, events, ms: performance.now() - started });
