import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { superAdminOf } from '../../api/testing/admin.ts';
import { refusals } from '../../contracts/messages.ts';
import { successToasts } from '../../contracts/toasts.ts';
import { openPage } from './browser.ts';
import { holdAnswers } from './hold-answers.ts';
import { expectNotice, openAsNewUser } from './sign-in.ts';
import { setStage } from './stage.ts';

const stage = setStage();

/** What the keyboard is at; the page itself holds every text. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() =>
    document.activeElement === document.body ? '' : (document.activeElement?.textContent ?? ''),
  );

test('whoever verifies a task by keyboard goes on at its row, and who disconnects at the way back', async () => {
  const { page } = await openAsNewUser(stage);
  const platform = page.getByRole('listitem', { name: 'Connect X', exact: true });
  await platform.getByLabel('X handle').fill(`keys_${Date.now() % 1_000_000}`);
  await platform.getByRole('button', { name: /^Connect/ }).click();
  await platform.getByText('Connected', { exact: true }).waitFor();
  const row = page
    .getByRole('list', { name: 'Ways to earn' })
    .getByRole('listitem')
    .filter({ hasText: 'Follow us on X' });
  await row.getByRole('button', { name: /Verify/ }).press('Enter');
  await row.getByText('Completed').waitFor();
  await expect.poll(() => focused(page)).toContain('Follow us on X');

  await page.getByRole('button', { name: 'Disconnect wallet' }).press('Enter');
  const connect = page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' });
  await connect.waitFor();
  await expect.poll(() => focused(page)).toBe('Connect Wallet');
});

test('what was claimed before is no news again once something else has come and was taken', async () => {
  const { page, wallet } = await openAsNewUser(stage);
  const root = await superAdminOf(stage.app);
  const title = page.getByRole('heading', { level: 2, name: /^(Claimed|Ready to claim)$/ });
  await page.getByRole('button', { name: 'Claim 100.00 EVO' }).click();
  await expect.poll(() => title.textContent()).toBe('Claimed');
  const sent = { walletAddress: wallet.account.address, amount: '5', reason: 'A mistake' };
  // The read models have each before the page asks: it knows of no act but its own.
  const rewarded = await root.post('/api/admin/send-reward', sent);
  expect(rewarded.status).toBe(200);
  await root.get('/api/admin/users', rewarded);
  const refresh = page.getByRole('button', { name: 'Refresh', exact: true });
  await refresh.click();
  await page.getByRole('button', { name: 'Claim 5.00 EVO' }).waitFor();
  const userId = await page.evaluate(async () => (await (await fetch('/api/dashboard')).json()).user.id);
  const cleared = await root.post('/api/admin/clear-balance', { userId });
  expect(cleared.status).toBe(200);
  await root.get('/api/admin/users', cleared);
  await refresh.click();
  await page.getByRole('button', { name: 'Claim 5.00 EVO' }).waitFor({ state: 'detached' });
  expect(await title.textContent()).toBe('Ready to claim');
});

test('the receipt of a claim that somebody reads stays as something else comes', async () => {
  const { page, wallet } = await openAsNewUser(stage);
  const root = await superAdminOf(stage.app);
  const claim = page.getByRole('button', { name: 'Claim 100.00 EVO' });
  await claim.waitFor();
  const { held, release } = await holdAnswers(page, '**/api/dashboard/*');
  await claim.click();
  await held;
  await page.getByRole('button', { name: 'View receipt' }).click();
  const receipt = page.getByRole('dialog', { name: 'Claim receipt' });
  await receipt.getByText('Ledger position').waitFor();
  const sent = { walletAddress: wallet.account.address, amount: '5', reason: 'Helped others' };
  await root.get('/api/admin/users', await root.post('/api/admin/send-reward', sent));
  release();
  await page.getByText('Claim 5.00 EVO').waitFor();
  await expect.poll(() => receipt.getByText('Ledger position').count()).toBe(1);
  await page.keyboard.press('Escape');
  await receipt.waitFor({ state: 'detached' });
  // The button that had opened it is gone: the keyboard goes on in the page.
  const content = page.locator('#content');
  await expect.poll(() => content.evaluate((element) => element.contains(document.activeElement))).toBe(true);
});

test('why a claim was refused is told until there is something to claim', async () => {
  const { page, wallet } = await openAsNewUser(stage);
  const root = await superAdminOf(stage.app);
  const claim = (of: Page) => of.getByRole('button', { name: 'Claim 100.00 EVO' });
  await claim(page).waitFor();
  const other = await page.context().newPage();
  await other.goto('/evo-rewards');
  await claim(other).click();
  await other.getByText('It is in the ledger.').waitFor();
  await claim(page).click();
  const refusal = page.getByText(refusals.nothingToClaim);
  await refusal.waitFor();
  await claim(page).waitFor({ state: 'detached' });
  await refusal.waitFor();
  const sent = { walletAddress: wallet.account.address, amount: '5', reason: 'Helped others' };
  await root.get('/api/admin/users', await root.post('/api/admin/send-reward', sent));
  await page.getByRole('button', { name: 'Refresh', exact: true }).click();
  await page.getByRole('button', { name: 'Claim 5.00 EVO' }).waitFor();
  expect(await refusal.count()).toBe(0);
});

test('a dialog closes by its key also where a notice has come since it was opened', async () => {
  const { page } = await openAsNewUser(stage);
  const answer = Promise.withResolvers<void>();
  await page.route('**/api/whitelist', async (route) => {
    await answer.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Join the whitelist' }).click();
  await page
    .getByRole('button', { name: /show the events that make it/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: /explained/ });
  await dialog.waitFor();
  answer.resolve();
  await expectNotice(page, successToasts.whitelistJoined.title);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
});

test('a wallet whose icon cannot be shown has ours', async () => {
  const { page, context } = await openPage(stage.browser, stage.app.url);
  await context.addInitScript(() => {
    const info = {
      uuid: '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed',
      name: 'Torn Wallet',
      icon: 'data:image/png;base64,bm90IGFuIGltYWdl',
      rdns: 'com.example.torn',
    };
    const detail = Object.freeze({
      info,
      provider: { request: async () => [], on() {}, removeListener() {} },
    });
    const announce = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
    addEventListener('eip6963:requestProvider', announce);
    announce();
  });
  await page.goto('/evo-rewards');
  await page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).click();
  const option = page.getByRole('dialog', { name: 'Connect Wallet' }).getByRole('button', {
    name: /Torn Wallet/,
  });
  await option.locator('svg').first().waitFor();
  expect(await option.locator('img').count()).toBe(0);
});
