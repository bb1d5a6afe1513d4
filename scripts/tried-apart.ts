import type * as z from 'zod/mini';
import type { testReport } from './test-report.ts';

export type WholeReport = z.infer<typeof testReport>;
type Test = WholeReport['testResults'][number]['assertionResults'][number];

/** A stall of the machine fails so many files at the most. More have a reason that a new process has, too. */
const MOST_FILES = 3;

/**
 * The files that may be tried once more in a process of their own, where nothing is there of the first try. None where what
 * failed is no test of a file, or too much for a chance.
 */
export function filesToTry({ testResults }: WholeReport, unhandled: readonly string[]): readonly string[] {
  const failed = testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);
  return unhandled.length > 0 || failed.length > MOST_FILES ? [] : failed;
}

/**
 * The report of a run, of which files were tried once more. What passed then counts, with what was said when it failed;
 * undefined where one of those files did not pass, or had not all the tests that it had before.
 */
export function withThoseTriedApart(report: WholeReport, apart: WholeReport): WholeReport | undefined {
  const tried = new Map(apart.testResults.map((file) => [file.name, file]));
  const testResults: WholeReport['testResults'] = [];
  for (const file of report.testResults) {
    if (file.status !== 'failed') {
      testResults.push(file);
      continue;
    }
    const again = tried.get(file.name);
    if (again?.status !== 'passed') return undefined;
    const before = new Map(file.assertionResults.map((one) => [one.fullName, one]));
    const has = new Set(again.assertionResults.map(({ fullName }) => fullName));
    if (![...before.keys()].every((name) => has.has(name))) return undefined;
    testResults.push({
      ...again,
      assertionResults: again.assertionResults.map((one) => ({
        ...one,
        failureMessages: one.status === 'passed' ? saidOf(file.message, before.get(one.fullName) ?? one) : [],
      })),
    });
  }
  const all = testResults.flatMap(({ assertionResults }) => assertionResults);
  const having = (...statuses: string[]) => all.filter(({ status }) => statuses.includes(status)).length;
  const numFailedTests = having('failed');
  return {
    ...report,
    ...{ numPassedTests: having('passed'), numFailedTests, numPendingTests: having('skipped', 'pending') },
    success: numFailedTests === 0,
    testResults,
  };
}

/** What a test said when it failed; of one that did not begin, as its file had failed, why that had. */
function saidOf(fileSaid: string | undefined, { status, failureMessages }: Test): string[] {
  const said = failureMessages ?? [];
  if (said.length > 0 || status === 'passed' || !fileSaid) return said;
  return [fileSaid];
}
