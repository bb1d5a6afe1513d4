import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { BadOption, runCommand, typedArguments } from '../ledger/typed-options.ts';
import { areaOf, MUTATION_AREAS } from './mutation-areas.ts';
import { scoreOf, survivorsOf } from './mutation-score.ts';

const HELP = `npm run mutate -- AREA [FILE …]
  AREA is one of ${Object.keys(MUTATION_AREAS).join(', ')}`;

const FOLDER = 'test-results/mutation';

/**
 * `npm run mutate -- AREA [FILE …]`: StrykerJS makes every small change that it knows of in the files of an area, or in
 * those that are named, and runs the area's tests that reach it. Prints what no test noticed, and the share that was;
 * exits 1 where that is below what the area wants. One area takes minutes to hours.
 */
async function main(): Promise<void> {
  const { values, positionals } = typedArguments(process.argv.slice(2), {
    help: { type: 'boolean', default: false },
  });
  if (values.help) return console.log(HELP);
  const [name = '', ...files] = positionals;
  const area = areaOf(name);
  if (!area) throw new BadOption(`Which area? ${Object.keys(MUTATION_AREAS).join(', ')}`);
  const missing = files.find((file) => !existsSync(file));
  if (missing !== undefined) throw new BadOption(`There is no file ${missing}`);
  const report = `${FOLDER}/${name}.json`;
  const config = `${FOLDER}/${name}.config.json`;
  await mkdir(FOLDER, { recursive: true });
  await writeFile(
    config,
    JSON.stringify({
      testRunner: 'vitest',
      // Also tests that load what they test by its name.
      vitest: { configFile: 'vitest.mutation.config.ts', related: false },
      mutate: files.length > 0 ? files : area.mutate,
      coverageAnalysis: 'perTest',
      // What runs once, when a module is loaded, would need a new process for each change: tables of constants mostly,
      // which the promises of the product hold.
      ignoreStatic: true,
      ignorePatterns: ['data', 'test-results', 'ui/dist'],
      reporters: ['progress-append-only', 'json'],
      jsonReporter: { fileName: report },
      incremental: true,
      incrementalFile: `${FOLDER}/${name}.incremental.json`,
      tempDirName: 'test-results/stryker',
      concurrency: 2,
      timeoutMS: 20_000,
    }),
  );
  const code = await new Promise<number>((resolve, reject) => {
    const env = {
      ...process.env,
      MUTATION_TESTS: area.tests.join(','),
      // Each change starts a thread that loads the same packages.
      NODE_COMPILE_CACHE: `${FOLDER}/compiled`,
    };
    const stryker = spawn('stryker', ['run', config], { env, stdio: 'inherit' });
    stryker.once('error', reject);
    stryker.once('exit', (exit) => resolve(exit ?? 1));
  });
  if (code !== 0) {
    process.exitCode = code;
    return;
  }

  const result: unknown = JSON.parse(await readFile(report, 'utf8'));
  for (const { file, line, change } of survivorsOf(result))
    console.log(`${file}:${line} not noticed: ${change}`);
  const { noticed, all, equivalent } = scoreOf(result);
  const share = all === 0 ? 1 : noticed / all;
  console.log(
    `${noticed} of ${all} changes noticed, ${(share * 100).toFixed(1)} %; ${equivalent} marked as no change; at least ${area.atLeast * 100} % are wanted`,
  );
  process.exitCode = share >= area.atLeast ? 0 : 1;
}

await runCommand('mutate', main);
