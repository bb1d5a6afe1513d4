import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { type Answering, answerEmpty, answerInFull, answerNever, answerNothing } from './answers.ts';
import { axeViolations } from './axe.ts';
import { openPage, THEMES, WIDTHS } from './browser.ts';
import { expectNotice, openAsNewUser } from './sign-in.ts';
import { setStage } from './stage.ts';

const stage = setStage();

const looks = WIDTHS.flatMap((width) => THEMES.map((theme) => ({ width, theme })));

test.each(looks)('axe finds nothing before and after connecting at $width px, $theme', async (look) => {
  const { page, faults } = await openPage(stage.browser, stage.app.url, look);

  await page.goto('/nowhere');
  await page.getByRole('heading', { name: 'Page Not Found' }).waitFor();
  await expectSound(page, 'page not found');
  await page.goto('/verify-email');
  await page.getByRole('heading', { name: 'Invalid Verification Link' }).waitFor();
  await expectSound(page, 'invalid link');

  await page.goto('/');
  await page.getByRole('heading', { name: 'Launch into EvoRewards' }).waitFor();
  await expectSound(page, 'not connected');

  await page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).click();
  const demoUser = page.getByRole('button', { name: 'Demo user' });
  await demoUser.waitFor();
  await expectSound(page, 'connect dialog');

  await demoUser.click();
  await page
    .getByText(/Welcome Bonus|Wallet Connected/)
    .first()
    .waitFor();
  await page.getByRole('table', { name: /Transactions/ }).waitFor();
  await expectSound(page, 'dashboard with a toast');

  await page.getByRole('button', { name: 'View All' }).click();
  await page.getByText(/That is all/).waitFor();
  await expectSound(page, 'transaction history');
  expect(faults).toEqual([]);
});

/** What tells that each state has arrived. */
const states: readonly (readonly [name: string, answering: Answering, sign: (page: Page) => Locator])[] = [
  ['full', answerInFull, (page) => page.locator('svg.recharts-surface')],
  ['empty', answerEmpty, (page) => page.getByText('No history yet')],
  ['error', answerNothing, (page) => page.getByText('Could not load your referrals')],
  ['loading', answerNever, (page) => page.getByText('Loading your referrals')],
];

test.each(looks)('axe finds nothing in any state of the dashboard at $width px, $theme', async (look) => {
  const { page, faults } = await openAsNewUser(stage, look);
  for (const [name, answering, sign] of states) {
    await page.unrouteAll();
    await answering(page);
    await page.reload();
    await sign(page).first().waitFor({ state: 'attached' });
    await expectSound(page, name);
  }
  expect(faults).toEqual([]);
});

test.each([
  { width: 360, theme: 'dark' },
  { width: 768, theme: 'light' },
  { width: 1440, theme: 'light' },
] as const)('axe finds nothing in what opens from the dashboard at $width px, $theme', async (look) => {
  const { page, faults } = await openAsNewUser(stage, { ...look, prepare: answerInFull });
  const dialog = page.getByRole('dialog');
  async function expectSoundDialog(name: string, sign: Locator): Promise<void> {
    await sign.waitFor();
    await expectSound(page, name);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  }

  await page
    .getByRole('button', { name: /show the events that make it/ })
    .first()
    .click();
  await expectSoundDialog('explanation', dialog.getByText('Task verified'));
  await page.getByRole('button', { name: 'Show more' }).click();
  await expectSoundDialog('leaderboard', dialog.getByText('user_50'));
  await page.getByRole('button', { name: 'Show as table' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expectNotice(page, 'No Changes');
  await page.getByRole('button', { name: 'Connect YouTube' }).click();
  await expectNotice(page, 'Please enter a valid handle');
  await expectSound(page, 'history as a table, faults beside their fields');

  await page.unrouteAll();
  await page.reload();
  await page.getByRole('button', { name: /^Claim 100/ }).click();
  await page.getByRole('button', { name: 'View receipt' }).click();
  await expectSoundDialog('receipt', dialog.getByText('Ledger position'));
  expect(faults).toEqual([]);
});

async function expectSound(page: Page, what: string): Promise<void> {
  expect(await axeViolations(page), what).toEqual([]);
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(sideways, `${what} scrolls sideways`).toBe(0);
}

test('from the first Tab to a claim with the keyboard alone', async () => {
  const { page } = await openPage(stage.browser, stage.app.url);
  await page.goto('/evo-rewards');
  await page.getByRole('heading', { name: 'Launch into EvoRewards' }).waitFor();

  await page.keyboard.press('Tab');
  expect(await focused(page)).toBe('Skip to content');
  await tabTo(page, 'Connect Wallet');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Demo admin' }).waitFor();

  // Esc closes the dialog and gives the focus back to where it came from.
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toBe('Connect Wallet');

  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Demo admin' }).waitFor();
  await tabTo(page, 'Demo admin');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^Claim 100/ }).waitFor();

  // F8 leads to the notice, Esc closes it.
  const notice = page.getByRole('listitem').filter({ hasText: 'You received 100 EVO' });
  await notice.waitFor();
  await page.keyboard.press('F8');
  await tabTo(page, 'Close notice');
  await page.keyboard.press('Escape');
  await notice.waitFor({ state: 'detached' });

  await tabTo(page, 'Claim 100.00 EVO');
  await page.keyboard.press('Enter');
  await page.getByText('It is in the ledger').waitFor();
  // The button is gone; the focus is on what it did, not lost.
  await expect.poll(() => focused(page)).toContain('It is in the ledger');
});

async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 40; presses += 1) {
    if ((await focused(page)).startsWith(name)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${name}; the focus is on ${await focused(page)}`);
}

/** The name of what has the focus, as a person would call it. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return '';
    return element.getAttribute('aria-label') ?? element.textContent ?? '';
  });
