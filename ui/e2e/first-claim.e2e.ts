import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openPage, type PageLook } from './browser.ts';
import { setStage } from './stage.ts';

const stage = setStage();

async function open(look?: PageLook): Promise<{ page: Page; faults: string[] }> {
  const { page, faults } = await openPage(stage.browser, stage.app.url, look);
  await page.goto('/evo-rewards');
  return { page, faults };
}

async function connectDemoUser(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).click();
  await page
    .getByRole('dialog', { name: 'Connect Wallet' })
    .getByRole('button', { name: 'Demo user' })
    .click();
}

/** Amounts as the page states them in full, whatever decimals each place shows. */
const figure = async (page: Page, name: 'claimed' | 'unclaimed'): Promise<string | null> =>
  page.locator(`[data-figure=${name}] [data-amount]`).getAttribute('data-amount');

test('Demo wallet, welcome bonus, claim, and the same after a reload', async () => {
  const { page, faults } = await open();
  await page.getByRole('heading', { name: 'Launch into EvoRewards' }).waitFor();
  await connectDemoUser(page);

  const toast = page.getByRole('region', { name: /Notifications/ }).getByRole('listitem');
  await toast.getByText('You received 100 EVO tokens for joining!').waitFor();
  await expect.poll(() => toast.count()).toBe(1);
  expect(await toast.textContent()).toContain('Welcome Bonus');

  const claim = page.getByRole('button', { name: 'Claim 100.00 EVO' });
  await claim.waitFor();
  expect([await figure(page, 'unclaimed'), await figure(page, 'claimed')]).toEqual(['100', '0']);
  const stored = await page.evaluate(() => localStorage.getItem('connectedWallet'));
  expect(stored).toMatch(/^0x[0-9a-fA-F]{40}$/);

  await claim.click();
  await page.getByText('It is in the ledger').waitFor();
  await claim.waitFor({ state: 'detached' });
  await page.getByRole('cell', { name: /^Claimed rewards/ }).waitFor();

  async function claimedState(): Promise<unknown> {
    await page.getByRole('cell', { name: /^Claimed rewards/ }).waitFor();
    return {
      unclaimed: await figure(page, 'unclaimed'),
      claimed: await figure(page, 'claimed'),
      transactions: await page
        .getByRole('table', { name: /Transactions/ })
        .locator('tbody [data-amount]')
        .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('data-amount'))),
      you: await page
        .getByRole('table', { name: /total EVO/ })
        .getByRole('row')
        .filter({ hasText: 'You' })
        .locator('[data-amount]')
        .getAttribute('data-amount'),
      claimButtons: await page.getByRole('button', { name: /^Claim \d/ }).count(),
    };
  }
  const expected = {
    unclaimed: '0',
    claimed: '100',
    transactions: ['100', '100'],
    you: '100',
    claimButtons: 0,
  };
  expect(await claimedState()).toEqual(expected);

  await page.reload();
  await expect.poll(() => claimedState()).toEqual(expected);
  expect(faults).toEqual([]);
});

test('disconnect leaves nothing of the account behind; connecting again gives no second bonus', async () => {
  const { page } = await open();
  const launch = page.getByRole('heading', { name: 'Launch into EvoRewards' });
  await connectDemoUser(page);
  await page
    .getByRole('banner')
    .getByText(/^Connected wallet 0x[0-9a-fA-F]{4}…[0-9a-fA-F]{4}$/)
    .waitFor();
  await page.getByRole('button', { name: 'Disconnect wallet' }).click();
  await page.getByRole('listitem').filter({ hasText: 'Wallet Disconnected' }).waitFor();
  await launch.waitFor();
  expect(await page.evaluate(() => localStorage.getItem('connectedWallet'))).toBeNull();
  await page.reload();
  await launch.waitFor();

  await connectDemoUser(page);
  await page.getByText('Wallet Connected').first().waitFor();
  expect(await page.getByText('You received 100 EVO').count()).toBe(0);
});

test('the admin button is there for the super admin alone', async () => {
  const { page } = await open();
  await page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).click();
  await page.getByRole('button', { name: 'Demo admin' }).click();
  await page.getByRole('link', { name: 'Admin' }).waitFor();
  const keys = await page.evaluate(() => [
    localStorage.getItem('isAdmin'),
    localStorage.getItem('adminWallet'),
  ]);
  expect(keys).toEqual(['true', expect.stringMatching(/^0x/)]);

  const user = await open();
  await connectDemoUser(user.page);
  await user.page.getByRole('button', { name: 'Disconnect wallet' }).waitFor();
  expect(await user.page.getByRole('link', { name: 'Admin' }).count()).toBe(0);
});
