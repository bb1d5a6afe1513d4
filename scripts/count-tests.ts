import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';

/** The part of vitest's JSON report that says how many tests did what. */
const report = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numPendingTests: z.int(),
  success: z.boolean(),
});

/** Prints `N passed, N failed[, N skipped]` of all reports together and exits 1 unless all that ran has passed. */
const paths = process.argv.slice(2);
if (paths.length === 0) throw new Error('usage: count-tests.ts REPORT.json …');
const reports = await Promise.all(
  paths.map(async (path) => report.parse(JSON.parse(await readFile(path, 'utf8')))),
);
const sum = (count: (one: z.infer<typeof report>) => number) =>
  reports.reduce((total, one) => total + count(one), 0);
const passed = sum(({ numPassedTests }) => numPassedTests);
// A file that failed to load has no failed test of its own.
const failed = sum(({ numFailedTests, success }) => (numFailedTests === 0 && !success ? 1 : numFailedTests));
const skipped = sum(({ numPendingTests }) => numPendingTests);
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
