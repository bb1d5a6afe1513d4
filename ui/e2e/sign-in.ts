import type { BrowserContext, Page } from 'playwright-core';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { createTestClient, done, type TestClient } from '../../api/testing/client.ts';
import type { Fetch } from '../../api/testing/from-address.ts';
import { headOf } from '../../api/testing/read-ledger.ts';
import { formatPosition } from '../../contracts/ledger-position.ts';
import { openPage, type PageLook } from './browser.ts';
import type { Stage } from './stage.ts';
import { installTestWallet, METAMASK, type TestWallet } from './test-wallet.ts';

export type SignedIn = {
  readonly page: Page;
  readonly wallet: TestWallet;
  readonly faults: readonly string[];
};

/** Who came back; `client` asks with the page's own session. */
export type Returned = SignedIn & { readonly client: TestClient };

/**
 * A page of a new account, as who comes back finds it: signed in, with the welcome bonus on the dashboard. The dialog,
 * which is the same for everybody, costs as much as the rest of a test; the tests of signing in go through it.
 */
export async function openAsNewUser(
  stage: Stage,
  options: PageLook & NewUserOptions = {},
): Promise<Returned> {
  return openSignedIn(stage, generatePrivateKey(), { path: '/evo-rewards', ...options });
}

/** A page of a new account whose wallet is connected there, through the dialog. */
export async function openAndConnect(
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

/**
 * A page of the wallet's account, with the session and the storage that an earlier visit left. It opens once the read models
 * have all that was done before: on a busy machine it would else be told of that later, as of something new.
 */
export async function openSignedIn(
  { browser, app }: Stage,
  privateKey: `0x${string}`,
  { path = '/', prepare, ...look }: PageLook & NewUserOptions,
): Promise<Returned> {
  const { address } = privateKeyToAccount(privateKey);
  const { page, context, faults } = await openPage(browser, app.url, {
    ...look,
    storage: { connectedWallet: address, lastWallet: METAMASK, ...look.storage },
  });
  const wallet = await installTestWallet(context, { privateKey });
  const client = createTestClient(app.url, privateKey, { reach: through(context) });
  await done(client.connect());
  const head = await headOf(app.eventStoreUrl);
  await done(client.get('/api/session', head && { 'x-ledger-position': formatPosition(head) }));
  await prepare?.(page);
  await page.goto(path);
  await untilSignedIn(page);
  return { page, wallet, faults, client };
}

const TRIES = 20;

/** A page that was not told whose it is, by a server that is too busy for that, is asked to try again, as a person would. */
async function untilSignedIn(page: Page): Promise<void> {
  const isSignedIn = page.getByRole('button', { name: 'Disconnect wallet' });
  const retry = page.getByRole('button', { name: 'Retry loading your account' });
  for (let tries = 1; tries < TRIES; tries += 1) {
    await isSignedIn.or(retry).first().waitFor();
    if (await isSignedIn.isVisible()) return;
    await retry.click();
  }
  await isSignedIn.waitFor();
}

/** Asks as the browser does, which keeps the cookies that it is given. */
export const through =
  (context: BrowserContext): Fetch =>
  async (url, { method, headers, body }) => {
    const answer = await context.request.fetch(url.href, { method, headers, data: body });
    return new Response(await answer.text(), { status: answer.status(), headers: answer.headers() });
  };

/** Until the dialog has said that it is done, and is gone. */
export async function connectTestWallet(page: Page): Promise<void> {
  await chooseTestWallet(page);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

/** Until the wallet is signed in. */
export async function chooseTestWallet(page: Page): Promise<void> {
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
