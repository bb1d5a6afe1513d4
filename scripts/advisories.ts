import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { runCommand, typedOptions } from '../ledger/typed-options.ts';
import { acceptedFindings, auditReport } from './advisory-report.ts';

const HELP = `npm run advisories
  which known advisories apply to the dependencies; exits 1 for those that advisories-accepted.json does not accept`;

const PATIENCE_MS = 60_000;

/**
 * Asks the registry which advisories apply to the dependencies and exits 1 for those that advisories-accepted.json does
 * not accept. A registry that cannot say is named in one line, and is no failure.
 */
async function main(): Promise<void> {
  const values = typedOptions(process.argv.slice(2), { help: { type: 'boolean', default: false } });
  if (values.help) return console.log(HELP);
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
  process.exitCode = faults.length === 0 ? 0 : 1;
}

await runCommand('advisories', main);
