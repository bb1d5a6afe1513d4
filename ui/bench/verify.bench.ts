import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startApp } from '../../api/testing/start-app.ts';
import { writeExport } from '../../ledger/audit/export/write-export.ts';
import { madeSource } from '../../ledger/audit/testing/made-source.ts';
import { MOST } from '../../ledger/bench/asked.ts';
import { LedgerAudit } from '../../ledger/proof/audit/ledger-audit.ts';
import { sha256Hex } from '../../ledger/proof/event-hash.ts';
import { BadOption, typedArguments, wholeNumber } from '../../ledger/typed-options.ts';
import { launchBrowser } from '../e2e/browser.ts';

export const HELP = 'npm run bench -- verify [EVENTS] [--before FOLDER]';

/**
 * How fast a visitor's browser verifies an export of what the program writes, beside the same code and plain SHA-256 of
 * the same bytes in Node. Another checkout that was built takes turns with this one.
 */
export async function bench(args: string[]): Promise<void> {
  const { values, positionals } = typedArguments(args, { before: { type: 'string' } });
  const [text = '100000', ...more] = positionals;
  if (more.length > 0) throw new BadOption(`One number is enough: ${HELP}`);
  const size = wholeNumber('EVENTS', text, 1, MOST);
  const folders = [...(values.before === undefined ? [] : [values.before]), '.'];
  const built = folders.map((folder) => ({ folder, uiDist: resolve(folder, 'ui/dist') }));
  for (const { uiDist } of built)
    if (!existsSync(uiDist)) throw new Error(`${uiDist} is missing: run \`npm run build\` first.`);
  const folder = await mkdtemp(join(tmpdir(), 'evo-verify-'));
  try {
    const file = join(folder, 'ledger.ndjson');
    await writeExport(madeSource(size), file);
    const text = await readFile(file, 'utf8');
    const lines = text.trimEnd().split('\n');
    console.log(`${lines.length} lines, ${(text.length / 1e6).toFixed(1)} MB\n`);
    report(
      'SHA-256 in JavaScript, in Node',
      size,
      timed(() => lines.forEach(sha256Hex)),
    );
    report(
      'the verifier in Node',
      size,
      timed(() => verify(lines)),
    );
    for (let round = 0; round < ROUNDS; round++)
      for (const { folder: of, uiDist } of built)
        report(
          `the verifier in Chromium${of === '.' ? '' : ', before'}`,
          size,
          await inBrowser(file, uiDist),
        );
  } finally {
    await rm(folder, { recursive: true });
  }
}

const ROUNDS = 3;

function verify(lines: readonly string[]): void {
  const audit = new LedgerAudit();
  for (const text of lines) {
    const line = audit.addLine(text);
    if (line?.kind === 'end') audit.end(line.end);
  }
}

/** Milliseconds from the choice of the file to the verdict, as the page itself counts them. */
async function inBrowser(file: string, uiDist: string): Promise<number> {
  const app = await startApp({ uiDist });
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(`${app.url}/ledger?part=verify`, { waitUntil: 'networkidle' });
    await page.getByLabel('Choose an export').setInputFiles(file);
    await page.getByText('This ledger holds').waitFor({ timeout: 600_000 });
    const fact = page.locator('dt', { hasText: 'Time' }).locator('xpath=following-sibling::dd');
    return 1_000 * Number.parseFloat((await fact.textContent()) ?? '');
  } finally {
    await browser.close();
    await app.close();
  }
}

function timed(work: () => void): number {
  const begun = performance.now();
  work();
  return performance.now() - begun;
}

function report(what: string, events: number, ms: number): void {
  const rate = Math.round((events * 1_000) / ms).toLocaleString('en');
  console.log(`${what.padEnd(34)} ${(ms / 1_000).toFixed(2).padStart(7)} s ${rate.padStart(10)} events/s`);
}
