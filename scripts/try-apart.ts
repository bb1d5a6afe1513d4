import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { testReport } from './test-report.ts';
import { filesToTry, withThoseTriedApart } from './tried-apart.ts';
import { besideReport, unhandledErrors } from './unhandled-errors.ts';

/**
 * Runs the files that failed once more in a new process, where they may be few by chance: what the first try has used up is
 * there again. Where all pass, the report says so of each test (`TRIED AGAIN`), and this exits 0.
 */
const [path, ...projects] = process.argv.slice(2);
if (path === undefined || projects.length === 0) throw new Error('usage: try-apart.ts REPORT.json PROJECT …');

const json = async (file: string): Promise<unknown> => JSON.parse(await readFile(file, 'utf8'));
const report = testReport.parse(await json(path));
const files = filesToTry(report, unhandledErrors.parse(await json(besideReport(path))));
if (files.length === 0) {
  console.log('What failed is nothing that a new process would mend.');
  process.exit(1);
}
const names = files.map((file) => relative(process.cwd(), file));
console.log(`Tried once more in a process of their own: ${names.join(', ')}`);
const apart = `${basename(path, '.json')}-apart`;
const run = spawn(
  join('node_modules', '.bin', 'vitest'),
  ['run', ...projects.flatMap((project) => ['--project', project]), ...names],
  { stdio: 'inherit', env: { ...process.env, REPORT: apart } },
);
const [exitCode] = await once(run, 'exit');
if (exitCode !== 0) process.exit(1);
const together = withThoseTriedApart(
  report,
  testReport.parse(await json(join(dirname(path), `${apart}.json`))),
);
if (!together?.success) process.exit(1);
await writeFile(path, JSON.stringify(together));
