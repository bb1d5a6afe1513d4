import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { type Dashboard, dashboard, type LeaderboardEntry } from '../../contracts/api/dashboard.ts';
import { openPage } from './browser.ts';
import { served } from './served.ts';
import { amountIn, openAsNewUser } from './sign-in.ts';
import { setStage } from './stage.ts';

const stage = setStage();

/** What a person waits for says within this time, in milliseconds, that it works. */
const FEEDBACK_MS = 20_000;

/**
 * As over a line on which every call takes its time: no answer comes before what the page says meanwhile was seen.
 * @returns presses, and sees that the page answers at once, however long the rest takes
 */
async function slowCalls(page: Page): Promise<(button: Locator, feedback: Locator) => Promise<void>> {
  let seen = Promise.withResolvers<void>();
  await page.route(/\/api\/(wallet\/connect|rewards\/claim|social\/connect)$/, async (route) => {
    const isSeen = seen.promise;
    const answer = await served(route);
    await isSeen;
    await route.fulfill({ response: answer });
  });
  return async (button, feedback) => {
    seen = Promise.withResolvers<void>();
    await button.click();
    await feedback.first().waitFor({ timeout: FEEDBACK_MS });
    seen.resolve();
  };
}

test('from the front page to claimed EVO and the next way to earn, in six clicks at the most', async () => {
  const { page, faults } = await openPage(stage.browser, stage.app.url, {
    options: { reducedMotion: 'no-preference' },
  });
  const pressSlowly = await slowCalls(page);
  await page.goto('/', { waitUntil: 'networkidle' });
  const clicks: string[] = [];
  const press = async (button: Locator, feedback: Locator) => {
    clicks.push((await button.textContent()) ?? '');
    await pressSlowly(button, feedback);
  };
  const dialog = page.getByRole('dialog', { name: 'Connect Wallet' });

  const connect = page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' });
  await press(connect, dialog);
  await press(dialog.getByRole('button', { name: 'Demo user' }), dialog.getByText('Signing in…'));
  // The rewards open by themselves; the first thing to do is the largest.
  await page.waitForURL('**/evo-rewards');
  const claim = page.getByRole('button', { name: 'Claim 100.00 EVO' });
  await page.getByText('Your first step').waitFor();
  await press(claim, page.getByText('Claiming…'));
  await page.getByText('It is in the ledger.').waitFor();
  await expect.poll(() => amountIn(page, '[data-figure=claimed]')).toBe('100');
  // It counts up, and stands still at what was claimed.
  await expect.poll(() => amountIn(page, '[aria-labelledby=claim-title]')).toBe('100');

  const handle = page.getByLabel('X handle');
  await press(page.getByRole('button', { name: /^Next: Connect X/ }), handle);
  await expect.poll(() => handle.evaluate((input) => input === document.activeElement)).toBe(true);
  await page.keyboard.type('first_minute');
  const row = page.getByRole('listitem', { name: 'Connect X' });
  await press(row.getByRole('button', { name: 'Connect X' }), row.getByText('Connecting…'));
  await row.getByText('Connected', { exact: true }).waitFor();

  await page.getByText('1 of 9 ways to earn done').waitFor();
  await expect
    .poll(() => page.locator('li:has-text("Next")').first().textContent())
    .toContain('Follow us on X');
  await page.getByRole('button', { name: 'Claim 50.00 EVO' }).waitFor();
  expect(clicks.length).toBeLessThanOrEqual(6);
  expect(faults).toEqual([]);
});

test('a new user among many sees all of the page within 2,000 px of a desktop', async () => {
  const { page } = await openAsNewUser(stage, { prepare: amongMany });
  await page.getByText('to the next place').waitFor();
  await page.locator('svg.recharts-surface').waitFor();
  await page.getByRole('region', { name: 'Profile Settings' }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(2_000);
});

/** The server's own answer, with a board on which the account is far down and has neighbours. */
const amongMany = (page: Page) =>
  page.route('**/api/dashboard/*', async (route) => {
    const response = await served(route);
    const body = dashboard.parse(await response.json());
    const entry = (position: number): LeaderboardEntry => ({
      id: `00000000-0000-4000-8000-${String(position).padStart(12, '0')}`,
      userId: `00000000-0000-4000-8000-${String(position).padStart(12, '0')}`,
      position,
      totalEvo: String(10_000 - position),
      user: { username: `user_${position}`, level: 3 },
    });
    const standing = {
      entry: { ...body.standing.entry, position: 290 },
      participants: 301,
      above: [entry(288), entry(289)],
      below: [entry(291), entry(292)],
      toNextPlace: '12.5',
    };
    const leaderboard = Array.from({ length: 10 }, (_, n) => entry(n + 1));
    await route.fulfill({ response, json: { ...body, leaderboard, standing } satisfies Dashboard });
  });
