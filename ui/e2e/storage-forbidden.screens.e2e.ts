import type { BrowserContext, Page } from 'playwright-core';
import { generatePrivateKey } from 'viem/accounts';
import { expect, test } from 'vitest';
import { pages, sessionTexts } from '../../contracts/messages.ts';
import { openPage } from './browser.ts';
import { served } from './served.ts';
import { connectTestWallet, expectNotice } from './sign-in.ts';
import { setStage } from './stage.ts';
import { installTestWallet } from './test-wallet.ts';

const stage = setStage();

/** As Firefox does where it is told to keep no cookies: storage and talk between tabs go with them. */
const forbidStorage = (context: BrowserContext) =>
  context.addInitScript(() => {
    const refuse = (): never => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, { get: refuse });
    Object.defineProperty(window, 'BroadcastChannel', { value: refuse });
  });

/** The cookie of each sign-in is lost, as where a browser keeps none. */
const dropCookies = (page: Page) =>
  page.route('**/api/wallet/connect', async (route) => {
    const response = await served(route);
    await page.context().clearCookies();
    const { 'set-cookie': _, ...headers } = response.headers();
    await route.fulfill({ response, headers });
  });

test('a browser that forbids storage shows a visitor every page, and its buttons do what they say', async () => {
  const context = await stage.browser.newContext({ baseURL: stage.app.url });
  await forbidStorage(context);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  await page.goto('/verify-email');
  await page.getByRole('heading', { name: pages.invalidVerificationLink }).waitFor();
  await page.goto('/verify-email?token=nobody-has-sent-this');
  await page.getByRole('heading', { name: pages.verificationFailedTitle }).waitFor();
  await page.getByRole('link', { name: 'Go to your rewards' }).click();
  await page.getByRole('heading', { name: pages.launchPrompt }).waitFor();
  await page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).click();
  await page.getByRole('dialog', { name: 'Connect Wallet' }).waitFor();
  expect(faults).toEqual([]);
});

test('who signs in with a browser that keeps no cookies is told so, and not that they are signed in', async () => {
  const { page, context } = await openPage(stage.browser, stage.app.url);
  await installTestWallet(context, { privateKey: generatePrivateKey() });
  await dropCookies(page);
  await page.goto('/evo-rewards');
  await page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).click();
  const dialog = page.getByRole('dialog', { name: 'Connect Wallet' });
  await dialog.getByRole('button', { name: 'MetaMask' }).click();
  await expectNotice(page, 'Connection Failed', sessionTexts.notKept);
  await dialog.getByText(sessionTexts.notKept).waitFor();
  expect(await page.getByText(sessionTexts.ended).count()).toBe(0);
  await dialog.getByRole('button', { name: 'Close' }).click();

  await page.unroute('**/api/wallet/connect');
  await connectTestWallet(page);
  await page.getByRole('button', { name: 'Claim 100.00 EVO' }).waitFor();
});
