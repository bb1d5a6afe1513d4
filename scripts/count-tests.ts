import { readFile } from 'node:fs/promises';
import { countTests, testReport, troubles } from './test-report.ts';
import { besideReport, unhandledErrors } from './unhandled-errors.ts';

/**
 * Prints which tests failed or were tried again, then `N passed, N failed[, N skipped]` of all reports together, and
 * exits 1 unless all that ran has passed. What was thrown outside of every test counts as one that failed.
 */
const paths = process.argv.slice(2);
if (paths.length === 0) throw new Error('usage: count-tests.ts REPORT.json …');
const json = async (path: string): Promise<unknown> => JSON.parse(await readFile(path, 'utf8'));
const reports = await Promise.all(
  paths.map(async (path) => ({
    ...testReport.parse(await json(path)),
    unhandled: unhandledErrors.parse(await json(besideReport(path))),
  })),
);
for (const trouble of troubles(reports, process.cwd())) console.log(trouble);
const { passed, failed, skipped } = countTests(reports);
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
