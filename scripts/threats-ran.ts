import { readFile } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import * as z from 'zod/mini';
import { isNamed, readThreats } from './threat-table.ts';

/** The part of vitest's JSON report that says which tests ran. */
const report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      assertionResults: z.array(z.object({ title: z.string(), status: z.string() })),
    }),
  ),
});

/** Exits 1 unless every test that `docs/threats.md` names has run and passed, by the runner's own reports. */
const paths = process.argv.slice(2);
if (paths.length === 0) throw new Error('usage: threats-ran.ts REPORT.json …');
const reports = await Promise.all(
  paths.map(async (path) => report.parse(JSON.parse(await readFile(path, 'utf8')))),
);
const testResults = reports.flatMap((one) => one.testResults);
const root = resolve(import.meta.dirname, '..');
const ran = new Map(
  testResults.map(({ name, assertionResults }) => [relative(root, name), assertionResults]),
);
const threats = readThreats();
const faults = threats.flatMap(({ number, tests }) =>
  tests.flatMap(([file, name]) => {
    const found = (ran.get(file) ?? []).filter(({ title }) => isNamed(title, name));
    const isHeld = found.length > 0 && found.every(({ status }) => status === 'passed');
    return isHeld ? [] : [`threat ${number}: ${file} › ${name} did not run and pass`];
  }),
);
for (const fault of faults) console.error(fault);
const count = threats.reduce((sum, { tests }) => sum + tests.length, 0);
if (faults.length === 0) console.log(`all ${count} tests of the ${threats.length} threats ran and passed`);
process.exit(faults.length === 0 ? 0 : 1);
