import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';

/** The part of vitest's JSON report that says how many tests did what. */
const report = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numPendingTests: z.int(),
  success: z.boolean(),
});

/** Prints `N passed, N failed[, N skipped]` and exits 1 unless all that ran has passed. */
const path = process.argv[2];
if (!path) throw new Error('usage: count-tests.ts REPORT.json');
const { numPassedTests, numFailedTests, numPendingTests, success } = report.parse(
  JSON.parse(await readFile(path, 'utf8')),
);
const skipped = numPendingTests > 0 ? `, ${numPendingTests} skipped` : '';
// A file that failed to load has no failed test of its own.
const failed = numFailedTests === 0 && !success ? 1 : numFailedTests;
console.log(`${numPassedTests} passed, ${failed} failed${skipped}`);
process.exit(failed === 0 && numPassedTests > 0 ? 0 : 1);
