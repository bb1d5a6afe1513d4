import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { FAULTS, faultNamed, mendsWith } from './faults/all.ts';
import { inWords } from './in-words.ts';
import { planOf } from './plan.ts';
import { asItIs } from './replica/mends.ts';
import { runSeeds } from './seeds.ts';
import { shrink } from './shrink.ts';
import { simulate } from './simulate.ts';
import { WEAKNESSES } from './world/luck.ts';

const HELP = `npm run simulate -- [options]
  --seed N         one seed; its trace is printed, the shortest when it goes wrong (1 if none is given)
  --seeds A..B     all these; those that go wrong are listed, and the first is shrunk
  --steps M        of the workload of each seed (80)
  --fault NAME     puts a fault back: ${FAULTS.map(({ name }) => name).join(', ')}
  --weakness NAME  a trouble that the program is not proof against: ${WEAKNESSES.join(', ')}`;

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    seeds: { type: 'string' },
    steps: { type: 'string', default: '80' },
    fault: { type: 'string' },
    weakness: { type: 'string', multiple: true, default: [] },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(HELP);
  process.exit(0);
}
const steps = Number(values.steps);
const { fault } = values;
const weaknesses = WEAKNESSES.filter((name) => values.weakness.includes(name));
const broken = fault === undefined ? undefined : faultNamed(fault);
const mends = broken ? mendsWith(broken) : asItIs;

if (values.seeds === undefined) await showSeed(Number(values.seed ?? 1));
else await showSeeds(values.seeds);

async function showSeed(seed: number): Promise<void> {
  const plan = { ...planOf(seed, steps), weaknesses: new Set(weaknesses) };
  const outcome = await simulate(plan, mends);
  if (outcome.violation === undefined) {
    console.log(outcome.trace.join('\n'));
    console.log(`Seed ${seed}: all held, ${outcome.events} events.`);
    return;
  }
  process.exitCode = 1;
  console.log(inWords(seed, outcome, await shrink(plan, outcome, mends)));
}

async function showSeeds(range: string): Promise<void> {
  const [from, to] = range.split('..').map(Number);
  if (from === undefined || to === undefined || !(from <= to)) throw new RangeError('--seeds A..B');
  const started = performance.now();
  const order = { from, to, steps, fault, weaknesses };
  const { seeds, events, failed } = await runSeeds(order, availableParallelism());
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  console.log(`${seeds} seeds, ${events} events, ${seconds} s; ${failed.length} went wrong`);
  for (const { seed, stepsSent, violation } of failed) {
    console.log(`seed ${seed} after ${stepsSent} steps: ${violation}`);
  }
  const [first] = failed;
  if (first) await showSeed(first.seed);
}
