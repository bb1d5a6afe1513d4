import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startApp } from '../../api/testing/start-app.ts';
import { LedgerAudit } from '../../ledger/proof/audit/ledger-audit.ts';
import { sha256Hex } from '../../ledger/proof/event-hash.ts';
import { launchBrowser } from '../e2e/browser.ts';
import { sealedLedger } from '../src/features/ledger/testing/sealed-ledger.ts';

/** How fast a visitor's browser verifies an export, beside the same code and plain SHA-256 of the same bytes in Node. */
export async function bench(args: readonly string[]): Promise<void> {
  const size = Number(args[0] ?? 100_000);
  if (!Number.isInteger(size) || size < 1) throw new Error('usage: npm run bench -- verify [EVENTS]');
  const uiDist = resolve(process.env.UI_DIST ?? 'ui/dist');
  if (!existsSync(uiDist)) throw new Error(`${uiDist} is missing: run \`npm run build\` first.`);
  const sealed = Math.floor(size / 2);
  const text = sealedLedger({ size, sealed, witnesses: [], endsAt: new Date() }).export;
  console.log(`${size} events, ${(text.length / 1e6).toFixed(1)} MB\n`);
  const lines = text.trimEnd().split('\n');
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
  report('the verifier in Chromium', size, await inBrowser(text, uiDist));
}

function verify(lines: readonly string[]): void {
  const audit = new LedgerAudit();
  for (const text of lines) {
    const line = audit.addLine(text);
    if (line?.kind === 'end') audit.end(line.end);
  }
}

/** Milliseconds from the choice of the file to the verdict, as the page itself counts them. */
async function inBrowser(text: string, uiDist: string): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'evo-verify-'));
  const app = await startApp({ uiDist });
  const browser = await launchBrowser();
  try {
    const file = join(folder, 'ledger.ndjson');
    await writeFile(file, text);
    const page = await browser.newPage();
    await page.goto(`${app.url}/ledger?part=verify`, { waitUntil: 'networkidle' });
    await page.getByLabel('Choose an export').setInputFiles(file);
    await page.getByText('This ledger holds').waitFor({ timeout: 600_000 });
    const fact = page.locator('dt', { hasText: 'Time' }).locator('xpath=following-sibling::dd');
    return 1_000 * Number.parseFloat((await fact.textContent()) ?? '');
  } finally {
    await browser.close();
    await app.close();
    await rm(folder, { recursive: true });
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
