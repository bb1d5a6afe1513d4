import type { NamedTest } from '../scripts/named-test.ts';
import { isNamed } from '../scripts/threat-table.ts';
import type { FileResult, Run } from './run-tests.ts';

/** What came of one sabotage. */
export type Outcome =
  | { readonly type: 'noticed'; readonly by: readonly string[] }
  /** `missing` are the named tests that stayed green, `others` those that failed instead. */
  | { readonly type: 'not noticed'; readonly missing: readonly string[]; readonly others: readonly string[] }
  /** It says nothing about the promise: the program was broken, or the tests were so before. */
  | { readonly type: 'error'; readonly reason: string };

export function testName([file, name]: NamedTest): string {
  return `${file} › ${name}`;
}

/** @returns what the named tests did in a run: whether each failed, or why that cannot be said */
export function readRed(run: Run, red: readonly NamedTest[]): Outcome {
  if (run.isLate) return { type: 'error', reason: 'the tests did not end in time' };
  if (run.results.length === 0) return { type: 'error', reason: `no report: ${lastLines(run.output)}` };
  const broken = run.results.find((one) => one.broken !== undefined);
  if (broken)
    return { type: 'error', reason: `broken sabotage: ${broken.file}: ${lastLines(broken.broken)}` };
  const absent = red.find((one) => statuses(run.results, one).length === 0);
  if (absent) return { type: 'error', reason: `${testName(absent)} did not run` };
  const missing = red.filter((one) => !statuses(run.results, one).includes('failed'));
  if (missing.length === 0) return { type: 'noticed', by: red.map(testName) };
  const others = red.filter((one) => !missing.includes(one));
  return { type: 'not noticed', missing: missing.map(testName), others: others.map(testName) };
}

/** @returns the named tests that did not pass in the unchanged tree */
export function unhealthy(run: Run, tests: readonly NamedTest[]): NamedTest[] {
  return tests.filter((one) => {
    const found = statuses(run.results, one);
    return found.length === 0 || found.some((status) => status !== 'passed');
  });
}

/** @returns every test that failed in a run */
export function failures(run: Run): string[] {
  return run.results.flatMap(({ file, tests }) =>
    tests.filter(({ status }) => status === 'failed').map(({ title }) => testName([file, title])),
  );
}

function statuses(results: readonly FileResult[], [file, name]: NamedTest): string[] {
  const found = results.filter((one) => one.file === file).flatMap(({ tests }) => tests);
  return found.filter(({ title }) => isNamed(title, name)).map(({ status }) => status);
}

function lastLines(text = ''): string {
  return text.trim().split('\n').slice(-5).join(' / ').slice(0, 600);
}
