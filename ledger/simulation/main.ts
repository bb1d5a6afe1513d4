import { availableParallelism } from 'node:os';
import { runCommand } from '../typed-options.ts';
import { FAULTS, mendsWith } from './faults/all.ts';
import { inWords } from './in-words.ts';
import { readOptions } from './options.ts';
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

type Options = NonNullable<ReturnType<typeof readOptions>>;

await runCommand('simulate', async () => {
  const options = readOptions(process.argv.slice(2));
  if (options === undefined) console.log(HELP);
  else if (options.seeds === undefined) await showSeed(options.seed, options);
  else await showSeeds(options.seeds, options);
});

async function showSeed(seed: number, { steps, weaknesses, broken }: Options): Promise<void> {
  const mends = broken ? mendsWith(broken) : asItIs;
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

async function showSeeds({ from, to }: NonNullable<Options['seeds']>, options: Options): Promise<void> {
  const { steps, fault, weaknesses } = options;
  const started = performance.now();
  const order = { from, to, steps, fault, weaknesses };
  const { seeds, events, failed } = await runSeeds(order, availableParallelism());
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  console.log(`${seeds} seeds, ${events} events, ${seconds} s; ${failed.length} went wrong`);
  for (const { seed, stepsSent, violation } of failed) {
    console.log(`seed ${seed} after ${stepsSent} steps: ${violation}`);
  }
  const [first] = failed;
  if (first) await showSeed(first.seed, options);
}
