import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { acceptedFindings, auditReport } from './advisory-report.ts';

/**
 * Asks the registry which advisories apply to the dependencies and exits 1 for those that advisories-accepted.json does
 * not accept. A registry that cannot say is named in one line, and is no failure.
 */
const PATIENCE_MS = 60_000;

const output = await new Promise<string>((resolve) => {
  // npm exits 1 for findings and for failures; what it printed says which.
  const options = { timeout: PATIENCE_MS, maxBuffer: 64 * 1024 * 1024 };
  execFile('npm', ['audit', '--json'], options, (_error, stdout) => resolve(stdout));
});
const file = new URL('../advisories-accepted.json', import.meta.url);
const accepted = acceptedFindings.parse(JSON.parse(await readFile(file, 'utf8')));
const { faults, summary } = auditReport(output, accepted, new Date().toISOString().slice(0, 10));
console.log(summary);
for (const fault of faults) console.error(fault);
process.exit(faults.length === 0 ? 0 : 1);
