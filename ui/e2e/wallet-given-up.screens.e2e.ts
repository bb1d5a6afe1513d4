import type { Locator } from 'playwright-core';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { expect, test } from 'vitest';
import { walletErrors } from '../../contracts/messages.ts';
import { openPage } from './browser.ts';
import { served } from './served.ts';
import { openAsNewUser } from './sign-in.ts';
import { setStage } from './stage.ts';
import { installTestWallet } from './test-wallet.ts';

const stage = setStage();

test('who gives a connect up by keyboard goes on among the wallets, and who tries again in what is asked', async () => {
  const { page, context } = await openPage(stage.browser, stage.app.url);
  const wallet = await installTestWallet(context, { privateKey: generatePrivateKey() });
  await page.goto('/evo-rewards');
  const dialog = page.getByRole('dialog', { name: 'Connect Wallet' });
  const hasFocus = (button: Locator) => button.evaluate((one) => one === document.activeElement);
  await wallet.setFaults(page, { silent: ['eth_requestAccounts'] });
  await page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).click();
  await dialog.getByRole('button', { name: 'MetaMask' }).click();
  await dialog.getByRole('button', { name: 'Cancel' }).press('Enter');
  await dialog.getByText('Choose a wallet').waitFor();
  await page.keyboard.press('Tab');
  await expect.poll(() => hasFocus(dialog.getByRole('button', { name: 'MetaMask' }))).toBe(true);

  await wallet.setFaults(page, { errors: { eth_requestAccounts: 4001 } });
  await page.keyboard.press('Enter');
  await dialog.getByText(walletErrors.userRejected).waitFor();
  await wallet.setFaults(page, { silent: ['eth_requestAccounts'] });
  await dialog.getByRole('button', { name: 'Try again' }).press('Enter');
  const cancel = dialog.getByRole('button', { name: 'Cancel' });
  await cancel.waitFor();
  await page.keyboard.press('Tab');
  await expect.poll(() => hasFocus(cancel)).toBe(true);
});

test('a wallet that never answers who signs in as its other account is given up, and asked again', async () => {
  const { page, wallet } = await openAsNewUser(stage);
  await page.getByRole('button', { name: /^Claim 100/ }).waitFor();
  await wallet.changeAccounts(page, [privateKeyToAddress(generatePrivateKey())]);
  await wallet.setFaults(page, { silent: ['personal_sign'] });
  const signIn = page.getByRole('button', { name: /^Sign in as/ });
  const signatures = async () =>
    (await wallet.asked(page)).filter((method) => method === 'personal_sign').length;
  await signIn.click();
  await expect.poll(signatures).toBe(1);
  await page.getByRole('button', { name: 'Cancel' }).press('Enter');
  // The keyboard is where it goes on.
  await expect.poll(() => signIn.evaluate((button) => button === document.activeElement)).toBe(true);
  await wallet.setFaults(page, { errors: { personal_sign: 4001 } });
  await page.keyboard.press('Enter');
  await page.getByText(walletErrors.signFailed('fault 4001')).first().waitFor();
  expect(await signatures()).toBe(2);
});

test('whoever is on Cancel as the wallet answers goes on at what had asked it', async () => {
  const { page, wallet } = await openAsNewUser(stage);
  await page.getByRole('button', { name: /^Claim 100/ }).waitFor();
  await wallet.changeAccounts(page, [privateKeyToAddress(generatePrivateKey())]);
  await wallet.setFaults(page, { held: ['personal_sign'] });
  const signIn = page.getByRole('button', { name: /^Sign in as/ });
  await signIn.click();
  const cancel = page.getByRole('button', { name: 'Cancel' });
  await cancel.focus();
  await wallet.setFaults(page, {});
  await cancel.waitFor({ state: 'detached' });
  expect(await signIn.evaluate((button) => button === document.activeElement)).toBe(true);
});

test('where the deployment has no demo wallet, the dialog offers none and asks for no keys', async () => {
  const { page } = await openPage(stage.browser, stage.app.url);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.route('**/api/network', async (route) => {
    const response = await served(route);
    await route.fulfill({ response, json: { ...(await response.json()), demoWallet: false } });
  });
  await page.goto('/evo-rewards');
  await page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'MetaMask' }).waitFor();
  await expect.poll(() => asked).toContain('/api/network');
  await page.waitForLoadState('networkidle');
  expect(await page.getByText('Demo').count()).toBe(0);
  expect(asked).not.toContain('/api/dev/wallets');
});
