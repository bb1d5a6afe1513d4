import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { LOOKS, wear } from './browser.ts';

/** WCAG 2.2 A and AA, and axe's own best practices. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

type Violation = { readonly rule: string; readonly help: string; readonly nodes: readonly string[] };

/** Of the program that runs in the page; `axe.source` is twice as long, and each page reads it anew. */
const source = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds on the page as it is. Run in a page whose motion has come to rest. */
async function axeViolations(page: Page): Promise<readonly Violation[]> {
  // Evaluated through the debugger, so the page's content security policy stays as strict as it is served.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await source);
  const violations = await page.evaluate(async (tags) => {
    const { violations } = await window.axe.run(document, { runOnly: { type: 'tag', values: tags } });
    return violations.map(({ id, help, nodes }) => ({
      rule: id,
      help,
      nodes: nodes.map(({ html, failureSummary }) => `${html} — ${failureSummary ?? ''}`),
    }));
  }, TAGS);
  return violations;
}

/**
 * What can be pushed sideways though it was only made to scroll down: something in it is too wide. What is made to,
 * like the tabs on a phone, says so in its class.
 */
const pushedSideways = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('.overflow-y-auto:not(.overflow-x-auto)')]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map((element) => element.getAttribute('aria-label') ?? element.className),
  );

/** axe finds nothing, and nothing hangs out at the side. */
export async function expectSound(page: Page, what: string): Promise<void> {
  expect(await axeViolations(page), what).toEqual([]);
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(sideways, `${what} scrolls sideways`).toBe(0);
  expect(await pushedSideways(page), what).toEqual([]);
}

/**
 * `expectSound` in every width and both themes, of a page that stays open; it ends at 360 px in the dark. Of the six
 * pairs of a width and a theme a page is seen in two, a narrow and a wide one in different themes, and other pages in
 * other pairs; in all six with `npm run looks`, and with `PICTURES`, the folder in which each is kept for people to look
 * at.
 */
export async function expectSoundInAllLooks(page: Page, what: string): Promise<void> {
  const isWhole = Boolean(process.env.ALL_LOOKS || process.env.PICTURES);
  for (const look of LOOKS.toReversed().filter((_, index) => isWhole || isSeen(index, what))) {
    const name = `${what}, ${look.width} px, ${look.theme}`;
    await wear(page, look);
    await expectSound(page, name);
    if (process.env.PICTURES) await takePicture(page, join(process.env.PICTURES, `${name}.png`));
  }
  await wear(page, { width: 360, theme: 'dark' });
}

/** Pairs of looks, by their places in what `LOOKS` reversed has: 1440, 768 and 360 px, each light and dark. */
const PAIRS = [
  [0, 5],
  [2, 5],
  [0, 3],
  [1, 4],
  [3, 4],
  [1, 2],
] as const;

function isSeen(index: number, what: string): boolean {
  const pair = PAIRS[what.length % PAIRS.length];
  return pair?.some((seen) => seen === index) ?? true;
}

/** The whole page, or what is seen of it where a dialog lies over it. */
async function takePicture(page: Page, path: string): Promise<void> {
  const isCovered = await page.getByRole('dialog').isVisible();
  await page.screenshot({ path, fullPage: !isCovered });
}

declare global {
  interface Window {
    axe: typeof axe;
  }
}
