import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Browser } from 'playwright-core';
import { startApp } from '../../api/testing/start-app.ts';
import { sizesOr } from '../../ledger/bench/asked.ts';
import { BadOption } from '../../ledger/typed-options.ts';
import { launchBrowser } from '../e2e/browser.ts';
import {
  type Conditions,
  type FirstPaint,
  readFirstPaint,
  throttle,
  watchFirstPaint,
} from '../e2e/first-paint.ts';
import { median } from '../e2e/paint-times.ts';

/**
 * How soon a visitor with an empty cache sees each public page, on a phone: the built UI in a real Chromium, throttled
 * by its DevTools. The middle of some runs, milliseconds.
 */
const PATHS = ['/', '/evo-rewards', '/raffle'];
const PHONE = { width: 412, height: 823 };
const CONDITIONS: Readonly<Record<string, Conditions>> = {
  'this machine': { throughput: -1, latency: 0, slowdown: 1 },
  '1.6 Mbit/s, 150 ms, CPU / 4': { throughput: 200_000, latency: 150, slowdown: 4 },
  '50 kB/s, 400 ms': { throughput: 50_000, latency: 400, slowdown: 1 },
};

export const HELP = 'npm run bench -- pages [RUNS]';

export async function bench(args: readonly string[]): Promise<void> {
  const [runs = 3, ...more] = sizesOr([3], args, 'RUNS');
  if (more.length > 0) throw new BadOption(`One number is enough: ${HELP}`);
  const uiDist = resolve(process.env.UI_DIST ?? 'ui/dist');
  if (!existsSync(uiDist)) throw new Error(`${uiDist} is missing: run \`npm run build\` first.`);
  const app = await startApp({ uiDist });
  const browser = await launchBrowser();
  try {
    for (const [name, conditions] of Object.entries(CONDITIONS)) {
      console.log(`\n${name}`);
      for (const path of PATHS) {
        const paints: FirstPaint[] = [];
        for (let run = 0; run < runs; run += 1) paints.push(await visit(browser, app.url + path, conditions));
        report(path, paints);
      }
    }
  } finally {
    await browser.close();
    await app.close();
  }
}

/** With an empty cache, until nothing more comes. */
async function visit(browser: Browser, url: string, conditions: Conditions): Promise<FirstPaint> {
  const context = await browser.newContext({ viewport: PHONE, isMobile: true, deviceScaleFactor: 1.75 });
  try {
    const page = await context.newPage();
    await watchFirstPaint(page);
    await throttle(page, conditions);
    await page.goto(url, { waitUntil: 'networkidle', timeout: 120_000 });
    return await readFirstPaint(page);
  } finally {
    await context.close();
  }
}

function report(path: string, paints: readonly FirstPaint[]): void {
  const middle = (read: (paint: FirstPaint) => number): number => median(paints.map(read));
  const first = Math.round(middle((paint) => paint.firstContentfulPaint));
  const largest = Math.round(middle((paint) => paint.largestContentfulPaint));
  const shift = middle((paint) => paint.cumulativeLayoutShift).toFixed(4);
  const [some] = paints;
  console.log(
    `${path.padEnd(14)} first paint ${String(first).padStart(5)}  largest ${String(largest).padStart(5)}  shift ${shift}  (${some?.largest})`,
  );
  for (const shifted of some?.shifted ?? []) console.log(`${' '.repeat(15)}shifted: ${shifted}`);
}
