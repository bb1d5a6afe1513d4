import type { Page } from 'playwright-core';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { expect, test } from 'vitest';
import { walletErrors } from '../../contracts/messages.ts';
import { errorToasts, noticeToasts } from '../../contracts/toasts.ts';
import { openPage } from './browser.ts';
import { openAsNewUser } from './sign-in.ts';
import { setStage } from './stage.ts';
import { installTestWallet, type TestWallet } from './test-wallet.ts';

const stage = setStage();

async function openWithWallet(width: 360 | 1440 = 1440): Promise<{ page: Page; wallet: TestWallet }> {
  const { page, context } = await openPage(stage.browser, stage.app.url, { width });
  const wallet = await installTestWallet(context, { privateKey: generatePrivateKey() });
  await page.goto('/evo-rewards');
  return { page, wallet };
}

async function chooseMetaMask(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Connect Wallet' });
  if (!(await dialog.isVisible())) {
    await page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).click();
  }
  await dialog.getByRole('button', { name: 'MetaMask' }).click();
}

test('an injected wallet signs in, and is asked for its accounts alone before that', async () => {
  const { page, wallet } = await openWithWallet();
  await wallet.setFaults(page, { locked: true });
  await page.getByRole('heading', { name: 'Launch into EvoRewards' }).waitFor();
  expect(await wallet.asked(page)).not.toContain('eth_requestAccounts');
  expect(await wallet.asked(page)).not.toContain('personal_sign');

  await wallet.setFaults(page, {});
  await chooseMetaMask(page);
  await page.getByText('You received 100 EVO').first().waitFor();
  expect((await wallet.asked(page)).filter((method) => method === 'personal_sign')).toHaveLength(1);
  await page.getByTitle(wallet.account.address).first().waitFor();
});

test('who has connected is told so for a moment, and then the dialog closes by itself', async () => {
  const { page, context } = await openPage(stage.browser, stage.app.url);
  const wallet = await installTestWallet(context, { privateKey: generatePrivateKey() });
  await page.clock.install();
  await page.goto('/evo-rewards');
  await wallet.setFaults(page, { held: ['personal_sign'] });
  await chooseMetaMask(page);
  const dialog = page.getByRole('dialog', { name: 'Connect Wallet' });
  const steps = dialog.getByRole('list', { name: 'Steps' }).locator('[aria-current]');
  await dialog.getByText('Sign in MetaMask').waitFor();
  await expect.poll(() => steps.allTextContents()).toEqual(['Sign']);
  // From here on time passes only as it is told to.
  await page.clock.pauseAt(Date.now() + 60_000);
  await wallet.setFaults(page, {});
  const done = dialog.getByRole('status').filter({ hasText: 'You are signed in as' });
  // A balance that nobody tells, and what is sent again after a moment, are waited for by this clock, too.
  const isThere = async (): Promise<boolean> => {
    await page.clock.runFor(20);
    return done.isVisible();
  };
  await expect.poll(isThere).toBe(true);
  expect(await steps.count()).toBe(0);
  const { address } = wallet.account;
  expect(await done.textContent()).toContain(`${address.slice(0, 6)}…${address.slice(-4)}`);
  await page.clock.runFor(500);
  expect(await isThere()).toBe(true);
  await page.clock.runFor(500);
  await expect.poll(isThere).toBe(false);
  await dialog.waitFor({ state: 'detached' });
});

test('a request that waits in the wallet keeps the dialog open and says what to do', async () => {
  const { page, wallet } = await openWithWallet();
  await wallet.setFaults(page, { errors: { eth_requestAccounts: -32002 } });
  await page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).click();
  const dialog = page.getByRole('dialog', { name: 'Connect Wallet' });
  const places = async () =>
    Promise.all((await dialog.getByRole('listitem').all()).map((option) => option.boundingBox()));
  await dialog.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
  const before = await places();
  await dialog.getByRole('button', { name: 'MetaMask' }).click();
  await page.getByText(walletErrors.requestPending).first().waitFor();
  await dialog.getByText('still waits for an answer').waitFor();
  // Nothing moves under the pointer.
  expect(await places()).toEqual(before);

  await wallet.setFaults(page, {});
  await chooseMetaMask(page);
  await page.getByRole('button', { name: 'Disconnect wallet' }).waitFor();
});

test('on a phone the wallets come first, the chosen one takes their place, and a way leads back', async () => {
  const { page, wallet } = await openWithWallet(360);
  await wallet.setFaults(page, { errors: { eth_requestAccounts: 4001 } });
  await page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).click();
  const dialog = page.getByRole('dialog', { name: 'Connect Wallet' });
  const metaMask = dialog.getByRole('button', { name: 'MetaMask' });
  await dialog.getByRole('button', { name: 'Demo admin' }).waitFor();
  await dialog.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
  expect(await dialog.getByRole('list', { name: 'Steps' }).count()).toBe(0);
  const [sheet, option] = [await dialog.boundingBox(), await metaMask.boundingBox()];
  await metaMask.press('Enter');
  await dialog.getByText(walletErrors.userRejected).waitFor();
  expect(await dialog.boundingBox()).toEqual(sheet);
  expect(await metaMask.count()).toBe(0);
  // The keyboard is where it goes on.
  await page.keyboard.press('Tab');
  const back = dialog.getByRole('button', { name: 'Other wallets' });
  await back.press('Enter');
  await expect.poll(() => metaMask.boundingBox()).toEqual(option);
  expect(await dialog.boundingBox()).toEqual(sheet);
  await wallet.setFaults(page, {});
  await metaMask.press('Enter');
  await dialog.getByText('You are signed in as').waitFor();
});

test.each([
  ['eth_requestAccounts', 4001, walletErrors.userRejected],
  ['personal_sign', 4001, walletErrors.signFailed('fault 4001')],
])('a refused %s shows the text of the catalogue', async (method, code, text) => {
  const { page, wallet } = await openWithWallet();
  await wallet.setFaults(page, { errors: { [method]: code } });
  await chooseMetaMask(page);
  await page.getByText(errorToasts.connectionFailed().title).first().waitFor();
  await page.getByText(text).first().waitFor();
  await page.getByRole('dialog', { name: 'Connect Wallet' }).waitFor();
});

test('another account in the wallet raises a banner; the session and the page stay', async () => {
  const { page, wallet } = await openAsNewUser(stage);
  await page.getByRole('button', { name: /^Claim 100/ }).waitFor();
  const other = privateKeyToAddress(generatePrivateKey());
  await wallet.changeAccounts(page, [other]);
  await page.getByText('You are still signed in as').waitFor();
  await expect.poll(() => page.getByRole('button', { name: /^Claim 100/ }).count()).toBe(1);
  await wallet.changeAccounts(page, [wallet.account.address]);
  await page.getByText('You are still signed in as').waitFor({ state: 'detached' });
});

test('a page that the browser kept for the way back has the theme of today, and asks the wallet who is connected', async () => {
  const { page, wallet } = await openAsNewUser(stage);
  await page.getByRole('button', { name: /^Claim 100/ }).waitFor();
  await wallet.setFaults(page, { unheard: true });
  await wallet.changeAccounts(page, [privateKeyToAddress(generatePrivateKey())]);
  await page.evaluate(() => {
    localStorage.setItem('theme', 'light');
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  });
  await page.getByText('You are still signed in as').waitFor();
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('light');
});

test('WalletConnect and Coinbase are announced', async () => {
  const { page } = await openWithWallet();
  await page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).click();
  for (const name of ['WalletConnect', 'Coinbase']) {
    await page.getByRole('dialog').getByRole('button', { name }).click();
    const { title, description } = noticeToasts.comingSoon(name);
    await page.getByText(title).first().waitFor();
    await page
      .getByText(description ?? '')
      .first()
      .waitFor();
  }
});
