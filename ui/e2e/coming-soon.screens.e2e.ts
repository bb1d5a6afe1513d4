import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { REDIRECT_AFTER_CONNECT_MS } from '../../contracts/constants.ts';
import { sessionTexts } from '../../contracts/messages.ts';
import { noticeToasts, successToasts } from '../../contracts/toasts.ts';
import { expectSoundInAllLooks } from './axe.ts';
import { openPage } from './browser.ts';
import { holdProgram, typeEarly } from './hold-program.ts';
import { amountIn, expectNotice, openAndConnect, openAsNewUser } from './sign-in.ts';
import { setStage } from './stage.ts';

const stage = setStage(async () => ({ REWARDS_PAGE: 'coming-soon' }));

async function airdropIsExplained(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Claim', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Weekly rewards airdrop' });
  await dialog.getByRole('button', { name: 'Claim', exact: true }).click();
  const { title, description } = noticeToasts.claimOpensLater;
  await expectNotice(page, title, description);
}

test('a visitor sees what is coming, connects or signs up', async () => {
  const { page, faults } = await openPage(stage.browser, stage.app.url);
  await page.goto('/evo-rewards');
  await page.getByText('Coming soon').waitFor();
  await page.getByText('receive 2 EVO Coins').waitFor();
  await expect
    .poll(() => page.locator('section[aria-labelledby=features-title] li').count())
    .toBeGreaterThan(3);
  await page.getByRole('main').getByRole('button', { name: 'Connect Wallet' }).waitFor();
  await airdropIsExplained(page);

  const email = `early-${Date.now()}@example.com`;
  await page.getByLabel('Email address').fill(email);
  const [request] = await Promise.all([
    page.waitForRequest('**/api/email/signup'),
    page.getByRole('button', { name: 'Sign Up' }).click(),
  ]);
  expect(request.postDataJSON()).toEqual({ email, marketingOptIn: false });
  await expectNotice(page, successToasts.emailSignup.title);
  await page.getByText('Pending verification').waitFor();
  await page.getByRole('button', { name: 'Resend email' }).click();
  await expectNotice(page, successToasts.emailResent.title);
  expect(faults).toEqual([]);
});

test('what is coming is in the page as it is sent', async () => {
  const { page } = await openPage(stage.browser, stage.app.url, { options: { javaScriptEnabled: false } });
  await page.goto('/evo-rewards');
  await page.getByRole('heading', { level: 1, name: 'EvoRewards is on its way' }).waitFor();
});

test('an address that was typed before the program had come is there when it has', async () => {
  const { page } = await openPage(stage.browser, stage.app.url);
  const program = await holdProgram(page);
  await page.goto('/evo-rewards', { waitUntil: 'commit' });
  const email = `hasty-${Date.now()}@example.com`;
  await typeEarly(page, 'Email address', email);
  program.letCome();
  const [request] = await Promise.all([
    page.waitForRequest('**/api/email/signup'),
    page.getByRole('button', { name: 'Sign Up' }).click(),
  ]);
  expect(request.postDataJSON()).toEqual({ email, marketingOptIn: false });
});

test('an address that was typed and sent before the program had come goes with it', async () => {
  const { page } = await openPage(stage.browser, stage.app.url);
  const program = await holdProgram(page);
  await page.goto('/evo-rewards', { waitUntil: 'commit' });
  const email = `hastier-${Date.now()}@example.com`;
  await typeEarly(page, 'Email address', email);
  // Nothing is drawn before the style sheet comes, and a click of the mouse would wait for that.
  await page.getByRole('button', { name: 'Sign Up' }).dispatchEvent('click');
  const sent = page.waitForRequest('**/api/email/signup');
  program.letCome();
  expect((await sent).postDataJSON()).toEqual({ email, marketingOptIn: false });
});

test('a connected wallet sees its balance, that it is connected, and the address that waits', async () => {
  const { page } = await openAsNewUser(stage);
  await page.getByRole('heading', { name: 'Wallet connected' }).waitFor();
  expect(await amountIn(page, '[aria-labelledby=balance-title]')).toBe('100');
  const claims: string[] = [];
  page.on('request', (request) => claims.push(new URL(request.url()).pathname));
  await airdropIsExplained(page);
  expect(claims).not.toContain('/api/rewards/claim');

  const email = `wallet-${Date.now()}@example.com`;
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await page.getByText('Pending verification').waitFor();
  await page.reload();
  await page.getByText('Pending verification').waitFor();
  await page.getByText(email).waitFor();
  await page.getByRole('button', { name: 'Resend email' }).click();
  await expectNotice(page, successToasts.emailResent.title);
});

test('the dashboard has a page of its own, whatever the rewards page shows', async () => {
  const { page, faults } = await openPage(stage.browser, stage.app.url);
  await page.goto('/dashboard');
  await page.getByRole('heading', { name: 'Launch into EvoRewards' }).waitFor();
  expect(await page.title()).toBe('Dashboard · EvoRewards');
  expect(faults).toEqual([]);

  // After a connect there, too, the rewards page opens.
  const connected = await openAndConnect(stage, { path: '/dashboard' });
  await connected.page.waitForURL('**/evo-rewards');
  await connected.page.getByRole('heading', { name: 'Wallet connected' }).waitFor();
  await connected.page.goto('/dashboard');
  await connected.page.getByRole('button', { name: /^Claim 100/ }).click();
  await connected.page.getByText('It is in the ledger').waitFor();
  // It belongs to the rewards, and is another page than the one that the navigation leads to.
  const rewards = connected.page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Rewards' });
  expect(await rewards.getAttribute('aria-current')).toBe('true');
  await rewards.click();
  await connected.page.getByRole('heading', { name: 'Wallet connected' }).waitFor();

  // Who connects a platform there is sent back there.
  await connected.page.goto('/dashboard?social=denied&platform=twitter');
  await expectNotice(connected.page, 'Connection Failed', 'You did not allow it on X.');
  expect(new URL(connected.page.url()).search).toBe('');
});

test('who has to connect again on the dashboard goes on there, as they were told', async () => {
  const { page } = await openAsNewUser(stage, {
    path: '/dashboard',
    prepare: (page) => page.clock.install(),
  });
  await page.context().clearCookies();
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await page.getByRole('status').filter({ hasText: sessionTexts.ended }).waitFor();
  await page.getByRole('button', { name: 'Connect again' }).click();
  const dialog = page.getByRole('dialog', { name: 'Connect Wallet' });
  await dialog.getByRole('button', { name: 'MetaMask' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^Claim 100/ }).waitFor();
  await page.clock.runFor(REDIRECT_AFTER_CONNECT_MS);
  expect(new URL(page.url()).pathname).toBe('/dashboard');
  await page.getByRole('button', { name: /^Claim 100/ }).waitFor();
});

test('axe finds nothing on it in any look', async () => {
  const { page } = await openPage(stage.browser, stage.app.url);
  await page.goto('/evo-rewards');
  await page.getByText('What is coming').waitFor();
  await expectSoundInAllLooks(page, 'coming soon');
  await page.getByRole('button', { name: 'Claim', exact: true }).click();
  await page.getByRole('dialog').waitFor();
  await expectSoundInAllLooks(page, 'airdrop');
});
