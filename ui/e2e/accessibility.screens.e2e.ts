import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { inboxTexts } from '../../contracts/inbox-messages.ts';
import { openAsSuperAdmin } from './admin-stage.ts';
import { answerInFull } from './answers.ts';
import { expectSoundInAllLooks } from './axe.ts';
import { openPage } from './browser.ts';
import { openAsNewUser } from './sign-in.ts';
import { setStage } from './stage.ts';

const stage = setStage();

test('axe finds nothing before and after connecting in any look', async () => {
  const { page, faults } = await openPage(stage.browser, stage.app.url);

  await page.goto('/nowhere');
  await page.getByRole('heading', { name: 'Page Not Found' }).waitFor();
  await expectSoundInAllLooks(page, 'page not found');
  await page.goto('/verify-email');
  await page.getByRole('heading', { name: 'Invalid Verification Link' }).waitFor();
  await expectSoundInAllLooks(page, 'invalid link');

  await page.goto('/evo-rewards');
  await page.getByRole('heading', { name: 'Launch into EvoRewards' }).waitFor();
  await expectSoundInAllLooks(page, 'not connected');

  await page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).click();
  const demoUser = page.getByRole('button', { name: 'Demo user' });
  await demoUser.waitFor();
  await expectSoundInAllLooks(page, 'connect dialog');

  await demoUser.click();
  await page
    .getByText(/Welcome Bonus|Wallet Connected/)
    .first()
    .waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('table', { name: /Transactions/ }).waitFor();
  await expectSoundInAllLooks(page, 'dashboard with a toast');

  await page.getByRole('button', { name: 'View All' }).click();
  await page.getByText(/That is all/).waitFor();
  await expectSoundInAllLooks(page, 'transaction history');
  expect(faults).toEqual([]);
});

test('the point in an amount is seen in sentences and on buttons, whatever digits stand beside it', async () => {
  const { page } = await openPage(stage.browser, stage.app.url);
  await page.goto('/evo-rewards');
  await page.getByRole('heading', { name: 'Launch into EvoRewards' }).waitFor();
  const gaps = await page.evaluate(async () => {
    await document.fonts.ready;
    const pairs = Array.from({ length: 100 }, (_, n) => [Math.floor(n / 10), n % 10] as const);
    return ['span', 'button'].flatMap((tag) => {
      const line = document.body.appendChild(document.createElement(tag));
      const widthOf = (text: string): number => {
        line.textContent = text;
        return line.getBoundingClientRect().width;
      };
      return pairs.flatMap(([left, right]) =>
        ['.', ','].map((point) => widthOf(`${left}${point}${right}`) - widthOf(`${left}${right}`)),
      );
    });
  });
  // Of 16 px: in proportional figures the font pushes a 1 over the point behind a 7.
  expect(Math.min(...gaps)).toBeGreaterThan(3);
});

test('who has colours of their own sees what can be pressed, what is chosen, and how far something is', async () => {
  const { page } = await openAsNewUser(stage, { prepare: answerInFull });
  await page.emulateMedia({ forcedColors: 'active' });
  const claim = page.getByRole('button', { name: /^Claim 1,234/ });
  expect(await claim.evaluate((button) => getComputedStyle(button).borderTopWidth)).toBe('1px');
  const frameOf = (one: Locator) => one.evaluate((element) => getComputedStyle(element).outlineStyle);
  const parts = page.getByRole('navigation', { name: 'Main' });
  expect(await frameOf(parts.getByRole('link', { name: 'Rewards' }))).toBe('solid');
  expect(await frameOf(parts.getByRole('link', { name: 'Raffle' }))).toBe('none');
  expect(await frameOf(page.getByRole('button', { name: 'All', exact: true }))).toBe('solid');
  const fillOf = (one: Locator) => one.evaluate((element) => getComputedStyle(element).backgroundColor);
  const bars = page.getByRole('progressbar', { name: 'Level progress' }).locator('> span');
  expect(await fillOf(bars.first())).not.toBe(await fillOf(bars.last()));
});

test('from the first Tab to a claim with the keyboard alone', async () => {
  const { page } = await openPage(stage.browser, stage.app.url);
  await page.goto('/evo-rewards');
  await page.getByRole('heading', { name: 'Launch into EvoRewards' }).waitFor();

  await page.keyboard.press('Tab');
  await expect.poll(() => focused(page)).toBe('Skip to content');
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
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  // F8 leads to the notice, Esc closes it.
  const notice = page.getByRole('listitem').filter({ hasText: 'You received 100 EVO' });
  await notice.waitFor();
  await page.keyboard.press('F8');
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('[role=region]')?.ariaLabel))
    .toContain('F8');
  await tabTo(page, 'Close notice');
  await page.keyboard.press('Escape');
  await notice.waitFor({ state: 'detached' });

  await tabTo(page, 'Claim 100.00 EVO');
  await page.keyboard.press('Enter');
  await page.getByText('It is in the ledger').waitFor();
  // The button is gone; the focus is on what it did, not lost.
  await expect.poll(() => focused(page)).toContain('It is in the ledger');
});

test('the keyboard passes the tabs of the panel on its way through the overview: none opens before it is asked for', async () => {
  const { page } = await openAsSuperAdmin(stage, { path: '/admin' });
  const overview = page.getByRole('region', { name: inboxTexts.title });
  await overview.waitFor();
  await page.getByRole('link', { name: inboxTexts.overview }).focus();
  await page.keyboard.press('Tab');
  await expect.poll(() => focused(page)).toBe('User Management');
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => focused(page)).toBe('Send Rewards');
  await overview.waitFor();
  expect(new URL(page.url()).search).toBe('');
  await tabTo(page, 'Show as table');

  // One that is asked for opens, and from then on the arrows lead from one to the next.
  await page.getByRole('link', { name: inboxTexts.overview }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForURL(/tab=rewards/);
  await page.keyboard.press('ArrowRight');
  await page.waitForURL(/tab=raffle/);
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
