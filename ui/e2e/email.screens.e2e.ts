import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { getDevOutbox } from '../../contracts/api/email.ts';
import { pages, refusals, validation } from '../../contracts/messages.ts';
import { errorToasts, successToasts } from '../../contracts/toasts.ts';
import { openPage } from './browser.ts';
import { amountIn, expectNotice, openAsNewUser } from './sign-in.ts';
import { setStage } from './stage.ts';

const stage = setStage();

const card = (page: Page) => page.getByRole('listitem', { name: 'Email Rewards' });
const open = (page: Page) =>
  card(page).getByRole('button', { name: 'Sign up with an email address' }).click();
const signUp = (page: Page) => card(page).getByRole('button', { name: 'Sign Up' });
const address = (page: Page) => card(page).getByLabel('Email address');
const TOKEN = 'T'.repeat(43);
let names = 0;
const newAddress = (): string => `somebody-${Date.now()}-${++names}@example.com`;

/** The path of the link in the newest mail to an address, once that has been sent. */
async function mailedPath(to: string): Promise<string> {
  let path: string | undefined;
  await expect
    .poll(async () => {
      const answer = await fetch(`${stage.app.url}${getDevOutbox.path}`);
      const { messages } = getDevOutbox.response.parse(await answer.json());
      const mail = messages.find((message) => message.to.includes(to));
      path = /\/verify-email\?token=[\w-]{43}/.exec(mail?.text ?? '')?.[0];
      return path;
    })
    .toBeDefined();
  return path!;
}

test('an address is required and has to look like one', async () => {
  const { page } = await openAsNewUser(stage);
  await open(page);
  await card(page).getByText('One signup per wallet address.').waitFor();
  await card(page).getByText('needed to receive the 2 EVO reward').waitFor();
  expect(await signUp(page).isDisabled()).toBe(true);

  await address(page).fill('   ');
  await signUp(page).click();
  await expectNotice(page, 'Email required', validation.emailInvalid);
  // One character more than an address has: without its last one it is somebody else's.
  const long = `a@${`${'b'.repeat(60)}.`.repeat(4)}community`;
  for (const wrong of ['nobody', 'a@b', 'a b@example.com', 'a@b\r\nBcc: v@c.org', long]) {
    await address(page).fill(wrong);
    await signUp(page).click();
    await expectNotice(page, 'Invalid email', validation.emailInvalid);
    await card(page).getByText(validation.emailInvalid).waitFor();
  }
});

test('signup, the wait for the link, the link, and 5 EVO for it', async () => {
  const { page, faults } = await openAsNewUser(stage);
  const email = newAddress();
  await open(page);
  await address(page).fill(email);
  await card(page)
    .getByRole('checkbox', { name: /news about EVO.*Erasing your personal data, in your profile, ends it/ })
    .check();
  await signUp(page).click();
  await expectNotice(page, successToasts.emailSignup.title, successToasts.emailSignup.description);
  await card(page).getByText('Pending verification').waitFor();
  await card(page).getByText(email).waitFor();
  const path = await mailedPath(email);

  // Whoever opens the link, a scanner say, changes nothing: it is the page that asks, once.
  for (let opened = 0; opened < 3; opened += 1) expect((await fetch(stage.app.url + path)).status).toBe(200);
  const posts: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/email/verify')) posts.push(request.method());
  });
  await page.goto(path);
  await page.getByRole('heading', { name: pages.verifiedTitle }).waitFor();
  expect(await amountIn(page, 'main')).toBe('5');
  expect(posts).toEqual(['POST']);

  await page.getByRole('link', { name: 'Go to your rewards' }).click();
  const profile = page.getByRole('region', { name: 'Profile Settings' });
  await profile.getByText(email).waitFor();
  await page.getByText('1 of 9 ways to earn done').waitFor();
  expect(await amountIn(page, '[data-figure=unclaimed]')).toBe('105');

  // Loaded again in its tab the page says what came of the link; whoever else opens it finds it used.
  await page.goto(path);
  await page.getByRole('heading', { name: pages.verifiedTitle }).waitFor();
  expect(await amountIn(page, 'main')).toBe('5');
  expect(posts).toEqual(['POST']);
  const other = await openPage(stage.browser, stage.app.url);
  await other.page.goto(path);
  await other.page.getByRole('heading', { name: pages.verificationFailedTitle }).waitFor();
  await other.page.getByText(refusals.emailAlreadyVerified).waitFor();
  expect(faults).toEqual([]);
});

test('the mail can be sent once more, and what goes wrong with that is told', async () => {
  const { page } = await openAsNewUser(stage);
  const email = newAddress();
  await open(page);
  await address(page).fill(email);
  await signUp(page).click();
  const resend = card(page).getByRole('button', { name: 'Resend email' });
  await resend.click();
  await expectNotice(page, successToasts.emailResent.title);

  await page.route('**/api/email/resend', (route) =>
    route.fulfill({ status: 429, json: { error: 'TooManyRequests', message: refusals.tooManyRequests } }),
  );
  await resend.click();
  await expectNotice(page, 'Failed to resend email', refusals.tooManyRequests);

  await page.unroute('**/api/email/resend');
  await page.route('**/api/email/resend', (route) => route.abort());
  await resend.click();
  await expectNotice(page, 'Error', errorToasts.resendError.description);
});

test('a signup that fails says why and keeps what was typed', async () => {
  const { page } = await openAsNewUser(stage);
  await page.route('**/api/email/signup', (route) =>
    route.fulfill({ status: 409, json: { error: 'Taken', message: refusals.emailAlreadySignedUp } }),
  );
  const email = newAddress();
  await open(page);
  await address(page).fill(email);
  await signUp(page).click();
  await expectNotice(page, 'Signup failed', refusals.emailAlreadySignedUp);
  await card(page).getByText(refusals.emailAlreadySignedUp).waitFor();
  expect(await address(page).inputValue()).toBe(email);
  // It was said of that address, not of another one.
  await address(page).fill(newAddress());
  await card(page).getByText(refusals.emailAlreadySignedUp).waitFor({ state: 'detached' });
});

test('a link without a token is an invalid one', async () => {
  const { page } = await openPage(stage.browser, stage.app.url);
  for (const path of ['/verify-email', '/verify-email?token=']) {
    await page.goto(path);
    await page.getByRole('heading', { name: pages.invalidVerificationLink }).waitFor();
  }
});

test('the page says that it verifies, and what the server answers', async () => {
  const { page } = await openPage(stage.browser, stage.app.url);
  let answer = (): void => {};
  await page.route('**/api/email/verify', async (route) => {
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    await route.fulfill({ status: 400, json: { error: 'VerificationInvalid', message: '' } });
  });
  await page.goto(`/verify-email?token=${TOKEN}`);
  await page.getByRole('heading', { name: pages.verifyingTitle }).waitFor();
  answer();
  await page.getByRole('heading', { name: pages.verificationFailedTitle }).waitFor();
  await page.getByText(pages.verificationFailedText).waitFor();
});

test('an answer that never came is neither a yes nor a no, and can be asked for again', async () => {
  const { page } = await openPage(stage.browser, stage.app.url);
  const keys: (string | undefined)[] = [];
  await page.route('**/api/email/verify', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length === 1) return route.abort();
    await route.fulfill({
      json: {
        success: true,
        user: { email: 'me@example.com', evoBalance: '0' },
        account: { username: 'evo_0123456789abcdef', walletAddress: null },
        reward: '0',
      },
    });
  });
  await page.goto(`/verify-email?token=${TOKEN}`);
  await page.getByRole('heading', { name: pages.processingTitle }).waitFor();
  await page.getByRole('button', { name: 'Look again' }).click();
  await page.getByRole('heading', { name: pages.verifiedTitle }).waitFor();
  // Nothing was granted without a wallet, so nothing is shown as granted.
  await page.getByText('Connect a wallet and sign up with it').waitFor();
  expect(await page.locator('main [data-amount]').count()).toBe(0);
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(keys[1]).toBe(keys[0]);
});
