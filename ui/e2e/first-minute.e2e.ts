import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openPage } from './browser.ts';
import { amountIn } from './sign-in.ts';
import { setStage } from './stage.ts';

const stage = setStage();

/** What a person waits for says within this time, in milliseconds, that it works. */
const FEEDBACK_MS = 3_000;

/** Presses, counts it, and sees that the page answers at once, however long the rest takes. */
async function press(button: Locator, feedback: Locator, clicks: string[]): Promise<void> {
  clicks.push((await button.textContent()) ?? '');
  await button.click();
  await feedback.first().waitFor({ timeout: FEEDBACK_MS });
}

/** As over a line on which every call takes its time, so that each wait is there to be seen. */
const slowCalls = (page: Page) =>
  page.route(/\/api\/(wallet\/connect|rewards\/claim|social\/connect)$/, async (route) => {
    const answer = await route.fetch();
    await new Promise((resolve) => setTimeout(resolve, 250));
    await route.fulfill({ response: answer });
  });

test('from the front page to claimed EVO and the next way to earn, in six clicks at the most', async () => {
  const { page, faults } = await openPage(stage.browser, stage.app.url, {
    options: { reducedMotion: 'no-preference' },
  });
  await slowCalls(page);
  await page.goto('/', { waitUntil: 'networkidle' });
  const clicks: string[] = [];
  const dialog = page.getByRole('dialog', { name: 'Connect Wallet' });

  const connect = page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' });
  await press(connect, dialog, clicks);
  await press(dialog.getByRole('button', { name: 'Demo user' }), dialog.getByText('Signing in…'), clicks);
  // The rewards open by themselves; the first thing to do is the largest.
  await page.waitForURL('**/evo-rewards');
  const claim = page.getByRole('button', { name: 'Claim 100.00 EVO' });
  await page.getByText('Your first step').waitFor();
  await press(claim, page.getByText('Claiming…'), clicks);
  await page.getByText('It is in the ledger.').waitFor();
  expect(await amountIn(page, '[data-figure=claimed]')).toBe('100');
  // It counts up, and stands still at what was claimed.
  await expect.poll(() => amountIn(page, '[aria-labelledby=claim-title]')).toBe('100');

  const handle = page.getByLabel('X handle');
  await press(page.getByRole('button', { name: /^Next: Connect X/ }), handle, clicks);
  expect(await handle.evaluate((input) => input === document.activeElement)).toBe(true);
  await page.keyboard.type('first_minute');
  const row = page.getByRole('listitem', { name: 'Connect X' });
  await press(row.getByRole('button', { name: 'Connect X' }), row.getByText('Connecting…'), clicks);
  await row.getByText('Connected').waitFor();

  await page.getByText('1 of 9 ways to earn done').waitFor();
  expect(await page.locator('li:has-text("Next")').first().textContent()).toContain('Follow us on X');
  await page.getByRole('button', { name: 'Claim 50.00 EVO' }).waitFor();
  expect(clicks.length).toBeLessThanOrEqual(6);
  expect(faults).toEqual([]);
});

test('for a new user the page has no more than two screens of a desktop', async () => {
  const { page } = await openPage(stage.browser, stage.app.url);
  await page.goto('/evo-rewards');
  await page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Demo user' }).click();
  await page.locator('svg.recharts-surface').waitFor();
  await page.getByRole('region', { name: 'Profile Settings' }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(2_000);
});
