import type { Page } from 'playwright-core';
import { generatePrivateKey } from 'viem/accounts';
import { openPage, type PageLook } from './browser.ts';
import type { Stage } from './stage.ts';
import { installTestWallet, type TestWallet } from './test-wallet.ts';

export type SignedIn = {
  readonly page: Page;
  readonly wallet: TestWallet;
  readonly faults: readonly string[];
};

/** A page of a new account: a wallet of its own, connected, with the welcome bonus on the dashboard. */
export async function openAsNewUser(
  { browser, app }: Stage,
  { path = '/evo-rewards', prepare, ...look }: PageLook & NewUserOptions = {},
): Promise<SignedIn> {
  const { page, context, faults } = await openPage(browser, app.url, look);
  const wallet = await installTestWallet(context, { privateKey: generatePrivateKey() });
  await prepare?.(page);
  await page.goto(path);
  await connectTestWallet(page);
  return { page, wallet, faults };
}

type NewUserOptions = {
  readonly path?: string;
  /** What to put in front of the server before the page opens. */
  readonly prepare?: (page: Page) => Promise<unknown>;
};

export async function connectTestWallet(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).click();
  await page
    .getByRole('dialog', { name: 'Connect Wallet' })
    .getByRole('button', { name: 'MetaMask' })
    .click();
  await page.getByRole('button', { name: 'Disconnect wallet' }).waitFor();
}

/** The one notice on screen. */
export const notice = (page: Page) =>
  page.getByRole('region', { name: /Notifications/ }).getByRole('listitem');

/** Waits for a notice with this title and text; milliseconds, for one that comes when long work is done. */
export async function expectNotice(
  page: Page,
  title: string,
  text?: string,
  timeout = 30_000,
): Promise<void> {
  const shown = notice(page).filter({ hasText: title });
  await (text === undefined ? shown : shown.filter({ hasText: text })).waitFor({ timeout });
}

/** An amount as the page states it in full, whatever decimals the place shows. */
export const amountIn = (page: Page, selector: string): Promise<string | null> =>
  page.locator(`${selector} [data-amount]`).first().getAttribute('data-amount');
