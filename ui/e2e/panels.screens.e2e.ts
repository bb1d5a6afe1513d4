import pg from 'pg';
import type { Page } from 'playwright-core';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { expect, onTestFinished, test } from 'vitest';
import { statusTexts } from '../../contracts/messages.ts';
import { LIVE_SCHEMA } from '../../projector/database.ts';
import { expectSound } from './axe.ts';
import { openPage } from './browser.ts';
import { served } from './served.ts';
import { amountIn, expectNotice, openAsNewUser } from './sign-in.ts';
import { setStage } from './stage.ts';

const stage = setStage();

const panel = (page: Page, name: string) => page.getByRole('region', { name });
const failed = (page: Page, what: string) =>
  page.getByRole('alert').filter({ hasText: `Could not load ${what}` });
const strip = (page: Page) => page.locator('[data-status-strip]');

test('panels whose code does not come say so in their place, and Retry fetches it again', async () => {
  const { page } = await openAsNewUser(stage, {
    width: 360,
    prepare: (one) => one.route('**/assets/DashboardSections-*.js*', (route) => route.abort()),
  });
  await failed(page, 'the ways to earn').waitFor();
  await panel(page, 'Your standing').getByText('participant').waitFor();
  await expectSound(page, 'dashboard without a part');

  // Still away: it says so again.
  await page.getByRole('button', { name: 'Retry loading the ways to earn' }).click();
  await failed(page, 'the ways to earn').waitFor();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Retry loading the ways to earn' }).click();
  await panel(page, 'Daily Check-in').waitFor();
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toContain('the ways to earn');
  await panel(page, 'Profile Settings').waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
});

test('a page whose code a newer release has replaced asks for a reload, and the way out is still there', async () => {
  const { page } = await openPage(stage.browser, stage.app.url);
  await page.goto('/evo-rewards');
  await page.route('**/assets/RafflePage-*.js*', (route) => route.fulfill({ status: 404 }));
  await page.getByRole('link', { name: 'Raffle', exact: true }).click();
  await failed(page, 'this page').getByText('The site was renewed').waitFor();
  // The way out is still there, and the way back asks again.
  await page.getByRole('link', { name: 'Rewards', exact: true }).click();
  await page.getByRole('heading', { name: 'Launch into EvoRewards' }).waitFor();
  await page.getByRole('link', { name: 'Raffle', exact: true }).click();
  await failed(page, 'this page').getByText('The site was renewed').waitFor();
  await page.unrouteAll();
  await failed(page, 'this page').getByRole('button', { name: 'Reload' }).click();
  await page.getByRole('heading', { name: 'EVO Raffle Center' }).waitFor();
});

test('a page that was asked for without a connection comes by itself, with all that it needs', async () => {
  const { page } = await openPage(stage.browser, stage.app.url);
  await page.goto('/evo-rewards');
  // With the program, which comes behind the first paint: until it runs, a link is the browser's own.
  await page.waitForFunction(() =>
    Object.keys(document.getElementById('root') ?? {}).some((key) => key.startsWith('__reactContainer')),
  );
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'Raffle', exact: true }).click();
  await failed(page, 'this page').waitFor();
  await page.context().setOffline(false);
  await page.getByRole('heading', { name: 'EVO Raffle Center' }).waitFor();
  await page.getByRole('heading', { name: 'All raffles' }).waitFor();
});

test('a dialog whose code does not come is told of in a notice, and opens when it is asked for again', async () => {
  const { page } = await openPage(stage.browser, stage.app.url);
  await page.goto('/evo-rewards');
  const connect = page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' });
  await page.route('**/assets/ConnectDialog-*.js*', (route) => route.abort());
  await connect.click();
  await expectNotice(page, 'Could not open the choice of wallets');
  await page.unrouteAll();
  await connect.click();
  await page
    .getByRole('dialog', { name: 'Connect Wallet' })
    .getByRole('button', { name: 'MetaMask' })
    .waitFor();
});

test('a panel that fails to draw takes nothing else with it', async () => {
  const { page } = await openAsNewUser(stage, {
    prepare: (one) =>
      one.route('**/assets/DashboardSections-*.js*', async (route) => {
        const answer = await served(route);
        const body = (await answer.text()).replace(/(["'`])Referral Program\1/, BREAKS);
        await route.fulfill({ response: answer, body });
      }),
  });
  await panel(page, 'Referral Program').waitFor();
  await page.evaluate(() => Object.assign(window, { breaks: true }));
  await page.getByRole('button', { name: 'Refresh' }).click();
  await failed(page, 'your referrals').waitFor();
  await panel(page, 'Ways to earn').waitFor();
  await page.evaluate(() => Object.assign(window, { breaks: false }));
  await page.getByRole('button', { name: 'Retry loading your referrals' }).click();
  await panel(page, 'Referral Program').waitFor();
});

test('who asks again for a panel by keyboard stays in it, whether it comes or not', async () => {
  const { page } = await openAsNewUser(stage, {
    prepare: (one) =>
      one.route('**/api/referrals', (route) => route.fulfill({ status: 500, body: 'broken' })),
  });
  const retry = page.getByRole('button', { name: 'Retry loading your referrals' });
  const hasFocus = () =>
    panel(page, 'Referral Program').evaluate((section) => section === document.activeElement);
  await retry.press('Enter');
  await expect.poll(hasFocus).toBe(true);
  await retry.waitFor();
  await page.keyboard.press('Tab');
  await expect.poll(() => retry.evaluate((button) => button === document.activeElement)).toBe(true);

  await page.unrouteAll();
  await page.keyboard.press('Enter');
  await panel(page, 'Referral Program').getByText('Nobody has joined by your link yet.').waitFor();
  expect(await hasFocus()).toBe(true);
});

/** Takes the place of a title: the panel fails to draw whenever the page says so. */
const BREAKS = '(()=>{if(window.breaks)throw new Error("broken");return "Referral Program"})()';

test('without a connection the page says what still holds, moves nothing, and comes right by itself', async () => {
  const { page } = await openAsNewUser(stage, { width: 360 });
  const heading = page.getByRole('heading', { name: 'Rewards', exact: true });
  await panel(page, 'Profile Settings').waitFor();
  const before = await heading.boundingBox();
  await page.context().setOffline(true);
  await page.getByRole('status').filter({ hasText: statusTexts.offline }).waitFor();
  expect(await heading.boundingBox()).toEqual(before);
  await expectSound(page, 'dashboard, offline');
  // It is above the navigation, and the page's end can be scrolled from under it.
  const [bar, end] = await Promise.all([
    strip(page).boundingBox(),
    page.getByRole('contentinfo').evaluate((footer) => {
      window.scrollTo(0, document.documentElement.scrollHeight);
      return footer.getBoundingClientRect().bottom;
    }),
  ]);
  // Pages are scrolled by whole pixels.
  expect(Math.floor(end)).toBeLessThanOrEqual(Math.ceil(bar?.y ?? 0));

  const asked = page.waitForRequest('**/api/dashboard/*');
  await page.context().setOffline(false);
  await asked;
  await strip(page).waitFor({ state: 'detached' });
});

test('whatever there is to say of the wallet, the page’s end can be scrolled from under it', async () => {
  const { page, wallet } = await openAsNewUser(stage, {
    width: 360,
    prepare: (one) =>
      one.route('**/api/network', async (route) => {
        const response = await served(route);
        const network = await response.json();
        await route.fulfill({ response, json: { ...network, rpcUrls: ['https://rpc.example'] } });
      }),
  });
  await page.getByText('Your wallet is on another network').waitFor();
  // To the browser what grows upwards has moved: here it is the answer to a key.
  await page.keyboard.press('Shift');
  await wallet.changeAccounts(page, [privateKeyToAddress(generatePrivateKey())]);
  const first = page.locator('[data-wallet-news]').filter({ hasText: 'You are still signed in as' });
  await first.waitFor();
  const footer = page.getByRole('contentinfo');
  const isCovered = async () => {
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    const [news, end] = await Promise.all([first.boundingBox(), footer.boundingBox()]);
    // Pages are scrolled by whole pixels.
    return Math.floor((end?.y ?? 0) + (end?.height ?? 0)) > Math.ceil(news?.y ?? 0);
  };
  await expect.poll(isCovered).toBe(false);
});

test('a server that does not answer, and figures that could not be refreshed, are told of with Retry', async () => {
  const { page } = await openAsNewUser(stage);
  await panel(page, 'Profile Settings').waitFor();
  const refresh = page.getByRole('button', { name: 'Refresh' });
  await page.route('**/api/dashboard/*', (route) =>
    route.fulfill({
      status: 503,
      headers: { 'retry-after': '600' },
      json: { error: 'LedgerUnavailable', message: 'Not now.' },
    }),
  );
  await refresh.click();
  await strip(page).getByText('Some figures here are from').waitFor();
  await page.unrouteAll();
  await strip(page).getByRole('button', { name: 'Retry' }).press('Enter');
  await strip(page).waitFor({ state: 'detached' });
  // The button is gone: the keyboard goes on where it stood.
  expect(await page.evaluate(() => document.activeElement?.previousElementSibling?.localName)).toBe('footer');

  await page.route(/\/(api|livez)/, (route) => route.abort());
  await refresh.click();
  await strip(page).getByText(statusTexts.unreachable).waitFor();
  await page.unrouteAll();
  // By itself, within the first pause.
  await strip(page).waitFor({ state: 'detached' });
});

test('read models that lag for longer are told of, until they have caught up', async () => {
  const { page } = await openAsNewUser(stage);
  await panel(page, 'Profile Settings').waitFor();
  await page.clock.install();
  let isBehind = true;
  await page.route('**/api/{dashboard/*,social,referrals,ledger/*}', async (route) => {
    const response = await served(route);
    const headers = { ...response.headers(), ...(isBehind && { 'x-ledger-lag': '9' }) };
    await route.fulfill({ response, headers });
  });
  await page.getByRole('button', { name: 'Refresh' }).click();
  await page.getByText('Catching up').waitFor();
  const told = async (): Promise<number> => {
    await page.clock.runFor(2_000);
    return strip(page).getByText(statusTexts.behind).count();
  };
  // Not for a moment: after three questions in vain.
  expect(await told()).toBe(0);
  await expect.poll(told).toBe(1);
  await strip(page).getByRole('button', { name: 'Retry' }).click();
  isBehind = false;
  await expect.poll(told).toBe(0);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('what was answered before the read models caught up comes right by itself once they have', async () => {
  const { page } = await openAsNewUser(stage);
  const claimed = () => amountIn(page, '[data-figure=claimed]');
  await expect.poll(claimed).toBe('0');
  // The dashboard's own answers are from before the claim, until another one says that the read models have caught up.
  const stale = await page.evaluate(async () => (await fetch('/api/dashboard')).json());
  let late = 0;
  await page.route(/\/api\/dashboard(\/|$)/, async (route) => {
    late += 1;
    await route.fulfill({ json: stale, headers: { 'x-ledger-lag': '9' } });
  });
  await page.getByRole('button', { name: 'Claim 100.00 EVO' }).click();
  await expect.poll(() => late).toBeGreaterThan(0);
  await expect.poll(claimed).toBe('0');
  await page.unrouteAll({ behavior: 'wait' });
  await page
    .getByRole('button', { name: /show the events that make it/ })
    .first()
    .click();
  await page.getByRole('dialog', { name: /explained/ }).waitFor();
  await expect.poll(claimed).toBe('100');
});

test.each([
  ['the page that is loaded again', false],
  ['another tab', true],
])('what was claimed a moment ago is not offered for long in %s', async (_name, isOtherTab) => {
  const { page } = await openAsNewUser(stage);
  await page.getByRole('button', { name: 'Claim 100.00 EVO' }).waitFor();
  const holder = new pg.Client({ connectionString: stage.app.databaseUrl });
  await holder.connect();
  onTestFinished(() => holder.end());
  await holder.query(`begin; lock table ${LIVE_SCHEMA}.postings in exclusive mode`);
  await page.getByRole('button', { name: 'Claim 100.00 EVO' }).click();
  await page.getByText('It is in the ledger').waitFor();

  const other = isOtherTab ? await page.context().newPage() : page;
  await other.goto('/evo-rewards');
  // From before the claim, and it says so.
  await other.getByRole('button', { name: 'Claim 100.00 EVO' }).waitFor();
  await other.getByText('Catching up').waitFor();
  await holder.query('rollback');
  await expect.poll(() => amountIn(other, '[data-figure=claimed]')).toBe('100');
});
