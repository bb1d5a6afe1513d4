import { randomInt } from 'node:crypto';
import { BadOption, runCommand, typedNumber, typedOptions } from '../ledger/typed-options.ts';
import { areas } from './all.ts';
import { type ChangedTree, copyTree } from './changed-tree.ts';
import { choose } from './choose.ts';
import { LEVELS, levelsOf } from './level.ts';
import { failures, type Outcome, readRed, testName, unhealthy } from './outcome.ts';
import type { ProductPromise } from './promise.ts';
import { endRuns, runFiles, runNamed, runRelated } from './run-tests.ts';

const USAGE = `npm run sabotage [-- options]: breaks the promises of the product one by one, in a copy of the code,
and looks which test notices. Exits 1 unless every one is noticed by the tests that the table names.
  --only ID       this promise; may be given several times
  --area NAME     the promises of one area: ${Object.keys(areas).join(', ')}
  --fast          those that unit tests hold
  --level LEVEL   those that need no more than unit, int, drills, e2e or screens
  --sample N      N of them, drawn by chance
  --seed S        the seed of that draw; it is printed
  --named         runs the named tests alone where they notice nothing, not all that depends on the code
  --limit SECONDS for one run of tests, 300 unless told`;

/** Of what is drawn by chance. */
const MOST = 2 ** 32 - 1;

/** What was typed; undefined where it asks for help. @throws BadOption */
function readOptions(args: readonly string[]) {
  const values = typedOptions(args, {
    only: { type: 'string', multiple: true, default: [] },
    area: { type: 'string' },
    fast: { type: 'boolean', default: false },
    level: { type: 'string' },
    sample: { type: 'string' },
    seed: { type: 'string' },
    named: { type: 'boolean', default: false },
    limit: { type: 'string', default: '300' },
    help: { type: 'boolean', default: false },
  });
  if (values.help) return undefined;
  const number = (option: 'sample' | 'seed') => {
    const text = values[option];
    return text === undefined ? undefined : typedNumber(option, text, 0, MOST);
  };
  const level = values.fast ? 'unit' : LEVELS.find((one) => one === values.level);
  if (values.level !== undefined && level === undefined)
    throw new BadOption(`There is no level '${values.level}'; there are ${LEVELS.join(', ')}`);
  const { only, area, named, limit } = values;
  const choice = { only, area, level, sample: number('sample'), seed: number('seed') ?? randomInt(MOST) };
  return { choice, named, limitMs: typedNumber('limit', limit, 1, 86_400) * 1000 };
}

type How = Pick<NonNullable<ReturnType<typeof readOptions>>, 'named' | 'limitMs'>;

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  if (!options) return console.log(USAGE);
  const { choice } = options;
  const chosen = choose(areas, choice);
  if (choice.sample !== undefined) console.log(`a sample of ${chosen.length} by the seed ${choice.seed}`);
  const tree = await copyTree();
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    process.once(signal, () => {
      endRuns();
      void tree.remove().finally(() => process.exit(code));
    });
  }
  try {
    process.exitCode = await sabotageAll(tree, chosen, options);
  } finally {
    await tree.remove();
  }
}

/** @returns the exit code: 0 when each promise was noticed by the tests that it names */
async function sabotageAll(
  changed: ChangedTree,
  promises: readonly ProductPromise[],
  how: How,
): Promise<number> {
  const asItIs = await baseline(changed, promises, how);
  let noticed = 0;
  for (const [index, one] of promises.entries()) {
    const start = performance.now();
    const outcome = await sabotageOne(changed, one, { ...how, asItIs });
    const seconds = ((performance.now() - start) / 1000).toFixed(0);
    progress(`${index + 1}/${promises.length} ${one.id}: ${outcome.type}, ${seconds} s`);
    if (outcome.type === 'noticed') noticed += 1;
    console.log(inWords(one, outcome));
  }
  console.log(`${noticed} of ${promises.length} noticed`);
  return noticed === promises.length && promises.length > 0 ? 0 : 1;
}

/** What the tests do in the code as it is. */
type Baseline = {
  /** Names of tests that do not pass. */
  readonly bad: ReadonlySet<string>;
  /** Files of which a test does not pass without those before it: they are run whole. */
  readonly whole: ReadonlySet<string>;
};

/** Looks at each test once, for all promises. */
async function baseline(
  changed: ChangedTree,
  promises: readonly ProductPromise[],
  { limitMs }: How,
): Promise<Baseline> {
  const bad = new Set<string>();
  const whole = new Set<string>();
  for (const one of LEVELS) {
    const tests = promises.flatMap((promise) => {
      const levels = levelsOf(promise);
      return promise.red.filter((_, at) => levels[at] === one);
    });
    if (tests.length === 0) continue;
    const files = new Set(tests.map(([file]) => file));
    progress(`without a sabotage: ${tests.length} tests of ${files.size} files (${one})`);
    const run = await runNamed(changed.folder, { tests, levels: [one] }, limitMs + files.size * 30_000);
    const suspects = unhealthy(run, tests);
    if (suspects.length === 0) continue;
    progress(`${suspects.length} of them did not pass alone, and are asked again with all of their files`);
    for (const [file] of suspects) whole.add(file);
    const again = await runFiles(
      changed.folder,
      { tests: suspects, levels: [one] },
      limitMs + files.size * 30_000,
    );
    for (const name of unhealthy(again, suspects).map(testName)) bad.add(name);
  }
  return { bad, whole };
}

async function sabotageOne(
  changed: ChangedTree,
  promise: ProductPromise,
  { asItIs, limitMs, named }: How & { readonly asItIs: Baseline },
): Promise<Outcome> {
  const { sabotage, red } = promise;
  const bad = red.map(testName).filter((name) => asItIs.bad.has(name));
  if (bad.length > 0)
    return { type: 'error', reason: `does not pass without the sabotage: ${bad.join(', ')}` };
  return changed.withChanges(sabotage, async () => {
    const run = red.some(([file]) => asItIs.whole.has(file)) ? runFiles : runNamed;
    const outcome = readRed(
      await run(changed.folder, { tests: red, levels: levelsOf(promise) }, limitMs),
      red,
    );
    if (outcome.type !== 'not noticed' || outcome.others.length > 0 || named) return outcome;
    const files = [...new Set(sabotage.map(({ file }) => file))];
    return { ...outcome, others: failures(await runRelated(changed.folder, files, limitMs)) };
  });
}

function inWords({ id, promise }: ProductPromise, outcome: Outcome): string {
  switch (outcome.type) {
    case 'noticed':
      return `noticed      ${id}: ${promise}\n${lines(outcome.by)}`;
    case 'not noticed': {
      const others = outcome.others.length > 0 ? `\n             but by\n${lines(outcome.others)}` : '';
      return `NOT NOTICED  ${id}: ${promise}\n${lines(outcome.missing)}${others}`;
    }
    case 'error':
      return `ERROR        ${id}: ${promise}\n${lines([outcome.reason])}`;
  }
}

function lines(of: readonly string[]): string {
  return of.map((one) => `             ${one}`).join('\n');
}

function progress(text: string): void {
  console.error(`${new Date().toISOString().slice(11, 19)} ${text}`);
}

await runCommand('sabotage', main);
