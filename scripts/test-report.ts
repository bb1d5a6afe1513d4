import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import * as z from 'zod/mini';

const aTest = z.looseObject({
  fullName: z.string(),
  status: z.string(),
  failureMessages: z._default(z.nullable(z.array(z.string())), []),
});

/** vitest's JSON report: how many tests did what, and which of them failed. All else that it says is kept. */
export const testReport = z.looseObject({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numPendingTests: z.int(),
  success: z.boolean(),
  testResults: z.array(
    z.looseObject({
      name: z.string(),
      status: z.string(),
      message: z.optional(z.string()),
      assertionResults: z.array(aTest),
    }),
  ),
});

/** @property unhandled what was thrown outside of every test */
export type TestReport = z.infer<typeof testReport> & { readonly unhandled: readonly string[] };

/** How many tests of all reports together passed, failed and were skipped. */
export function countTests(reports: readonly TestReport[]) {
  const sum = (count: (one: TestReport) => number) => reports.reduce((total, one) => total + count(one), 0);
  return {
    passed: sum(({ numPassedTests }) => numPassedTests),
    // A file that failed to load has no failed test of its own, nor has what was thrown outside of every test.
    failed: sum(
      ({ numFailedTests, success, unhandled }) =>
        (numFailedTests === 0 && !success ? 1 : numFailedTests) + unhandled.length,
    ),
    skipped: sum(({ numPendingTests }) => numPendingTests),
  };
}

/**
 * Of a message its first lines that tell something: a whole page of HTML, which a browser test may say, tells no more,
 * nor do the places in a library that a failure came through.
 */
function shortened(message: string, lines: number): string {
  const said = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.includes('/node_modules/'));
  return said
    .slice(0, lines)
    .map((line) => `    ${line.slice(0, 300)}`)
    .join('\n');
}

/**
 * Which tests failed, with the first lines of what each said, which passed only when they were tried again, and what was
 * thrown outside of every test.
 * @param root the folder that the names of files are told from
 */
export function troubles(reports: readonly TestReport[], root: string): string[] {
  const failed: string[] = [];
  const again: string[] = [];
  for (const { name, status, message, assertionResults } of reports.flatMap(
    ({ testResults }) => testResults,
  )) {
    const file = relative(root, name);
    if (status === 'failed' && !assertionResults.some((test) => test.status === 'failed'))
      failed.push(`FAILED ${file}\n${shortened(message ?? '', 12)}`);
    for (const test of assertionResults) {
      const messages = test.failureMessages ?? [];
      const named = `${file} › ${test.fullName}`;
      if (test.status === 'failed')
        failed.push([`FAILED ${named}`, ...messages.map((one) => shortened(one, 6))].join('\n'));
      else if (messages.length > 0)
        again.push([`TRIED AGAIN ${named}`, ...messages.map((one) => shortened(one, 4))].join('\n'));
    }
  }
  const thrown = reports.flatMap(({ unhandled }) =>
    unhandled.map((one) => `THROWN outside of every test\n${shortened(one, 12)}`),
  );
  return [...again, ...failed, ...thrown];
}
