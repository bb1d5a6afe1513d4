import * as z from 'zod/mini';

const aTest = z.looseObject({
  fullName: z.string(),
  status: z.string(),
  failureMessages: z._default(z.nullable(z.array(z.string())), []),
});
const aFile = z.looseObject({
  name: z.string(),
  status: z.string(),
  message: z.optional(z.string()),
  assertionResults: z.array(aTest),
});

/** vitest's JSON report, with all that it says. */
export const wholeReport = z.looseObject({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  success: z.boolean(),
  testResults: z.array(aFile),
});

export type WholeReport = z.infer<typeof wholeReport>;

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
        failureMessages: saidOf(file.message, before.get(one.fullName) ?? one),
      })),
    });
  }
  const all = testResults.flatMap(({ assertionResults }) => assertionResults);
  const having = (status: string) => all.filter((one) => one.status === status).length;
  return {
    ...report,
    ...{ numPassedTests: having('passed'), numFailedTests: having('failed') },
    success: having('failed') === 0,
    testResults,
  };
}

/** What a test said when it failed; of one that did not begin, as its file had failed, why that had. */
function saidOf(fileSaid: string | undefined, { status, failureMessages }: z.infer<typeof aTest>): string[] {
  const said = failureMessages ?? [];
  if (said.length > 0 || status === 'passed' || !fileSaid) return said;
  return [fileSaid];
}
