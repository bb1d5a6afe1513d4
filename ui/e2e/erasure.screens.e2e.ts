import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { createTestClient, done, type TestClient } from '../../api/testing/client.ts';
import { newAddress, newUser, signUp } from '../../api/testing/email-calls.ts';
import { mailedToken } from '../../api/testing/mailbox.ts';
import { actTexts } from '../../contracts/act-messages.ts';
import { erasureTexts } from '../../contracts/erasure-texts.ts';
import { pages } from '../../contracts/messages.ts';
import { openAsSuperAdmin } from './admin-stage.ts';
import { expectSoundInAllLooks } from './axe.ts';
import { holdAnswers } from './hold-answers.ts';
import { served } from './served.ts';
import { amountIn, expectNotice, openAsNewUser } from './sign-in.ts';
import { setStage } from './stage.ts';

const stage = setStage();
let user: TestClient;
let userId: string;

stage.begin(async () => {
  ({ client: user, userId } = await newUser(stage.app));
  await done(signUp(user, newAddress()));
});

const dialogOf = (page: Page) => page.getByRole('dialog', { name: erasureTexts.title });

async function confirm(page: Page): Promise<void> {
  const button = dialogOf(page).getByRole('button', { name: erasureTexts.doIt });
  expect(await button.isDisabled()).toBe(true);
  await dialogOf(page).getByLabel('Type ERASE to confirm').fill(erasureTexts.confirmation);
  await button.click();
}

async function eraseAll(page: Page): Promise<void> {
  await page.getByRole('button', { name: erasureTexts.open }).click();
  await dialogOf(page).getByText(actTexts.willSign).waitFor();
  await confirm(page);
  await dialogOf(page).getByText(erasureTexts.done).waitFor();
  await dialogOf(page).getByRole('button', { name: 'Close', exact: true }).click();
}

const emailCard = (page: Page) => page.getByRole('listitem', { name: 'Email Rewards' });
const addressField = (page: Page) => emailCard(page).getByLabel('Email address');

async function openSignup(page: Page): Promise<void> {
  await emailCard(page).getByRole('button', { name: 'Sign up with an email address' }).click();
  await addressField(page).waitFor();
}

/** Signs an address up in the page, and opens the link of its mail there. */
async function verifyOne(page: Page): Promise<{ readonly address: string; readonly link: string }> {
  const address = newAddress();
  await openSignup(page);
  await addressField(page).fill(address);
  // The mail is there before the answer, and leads away from it.
  await page.route('**/api/email/signup', async (route) => {
    const answer = await served(route);
    // The page says why.
    if (!answer.ok()) await route.fulfill({ response: answer });
  });
  await emailCard(page).getByRole('button', { name: 'Sign Up' }).click();
  const link = `/verify-email?token=${await mailedToken(createTestClient(stage.app.url), address)}`;
  await page.goto(link);
  await page.getByRole('heading', { name: pages.verifiedTitle }).waitFor();
  return { address, link };
}

test('a person sees what goes and what stays, types it, signs it, and is told that it is done', async () => {
  const { page, wallet, faults } = await openAsNewUser(stage, { path: '/evo-rewards' });
  await page.getByLabel('Change username').fill('To_Be_Erased');
  await page.getByRole('button', { name: 'Save' }).click();
  await expectNotice(page, 'Username Updated');
  await page.getByRole('button', { name: erasureTexts.open }).click();
  await dialogOf(page)
    .getByText(erasureTexts.would({ hasEmail: false, handles: [], username: 'To_Be_Erased' }))
    .waitFor();
  await dialogOf(page).getByText(actTexts.willSign).waitFor();
  await expectSoundInAllLooks(page, 'erasing personal data');

  await wallet.setFaults(page, { errors: { personal_sign: 4001 } });
  await confirm(page);
  await expectNotice(page, erasureTexts.failed, 'Failed to sign message');
  await wallet.setFaults(page, {});
  await dialogOf(page).getByRole('button', { name: erasureTexts.doIt }).click();
  await dialogOf(page).getByText(erasureTexts.done).waitFor();
  await expectSoundInAllLooks(page, 'personal data erased');
  await dialogOf(page).getByRole('button', { name: 'Close', exact: true }).click();
  await expect.poll(() => page.getByText('To_Be_Erased').count()).toBe(0);
  expect(faults).toEqual([]);
});

test.each([
  ['before', '**/api/dashboard/*', '**/api/social'],
  ['after', '**/api/social', '**/api/dashboard/*'],
] as const)(
  'an address that was sent and erased is in no form; the account was read %s the rest',
  async (_, early, late) => {
    const { page, faults } = await openAsNewUser(stage, { path: '/evo-rewards' });
    const address = newAddress();
    await openSignup(page);
    await addressField(page).fill(address);
    const { held, release } = await holdAnswers(page, late);
    const earlier = page.waitForResponse(early);
    await emailCard(page).getByRole('button', { name: 'Sign Up' }).click();
    await Promise.all([held, (await earlier).finished()]);
    release();
    await emailCard(page).getByText('Pending verification').waitFor();
    await emailCard(page).getByText(address).waitFor();

    await eraseAll(page);
    await addressField(page).waitFor();
    await expect.poll(() => addressField(page).inputValue()).toBe('');
    await expect.poll(() => page.getByText(address).count()).toBe(0);
    await page.reload();
    await openSignup(page);
    expect(await addressField(page).inputValue()).toBe('');
    expect(faults).toEqual([]);
  },
);

test('a name on a platform that was sent, and that nobody has confirmed, is nowhere once it was erased', async () => {
  const { page, faults } = await openAsNewUser(stage, {
    path: '/evo-rewards',
    prepare: async (page) => {
      let named: object = { status: 'none', handle: null };
      await page.route('**/api/social', async (route) => {
        const response = await served(route);
        const { connections, tasks } = await response.json();
        const shown = connections.map((one: { platform: string }) =>
          one.platform === 'twitter' ? { ...one, verifier: 'oauth', ...named } : one,
        );
        await route.fulfill({ response, json: { connections: shown, tasks } });
      });
      await page.route('**/api/social/connect', (route) => {
        named = { status: 'unproven', handle: 'erased_fan' };
        const authorizeUrl = 'https://x.com/i/oauth2/authorize?state=s';
        const answer = { success: true, status: 'unproven', message: 'Continue on X.', reward: '0' };
        return route.fulfill({ json: { ...answer, authorizeUrl, messageCode: null } });
      });
      await page.route('**/api/profile/erase-personal-data', async (route) => {
        const response = await served(route);
        if (route.request().postDataJSON().dryRun !== true) named = { status: 'none', handle: null };
        await route.fulfill({ response });
      });
    },
  });
  const row = page.getByRole('listitem', { name: 'Connect X', exact: true });
  await row.getByLabel('X handle').fill('erased_fan');
  await row.getByRole('button', { name: /^Connect/ }).click();
  await row.getByRole('link', { name: /Confirm on X/ }).waitFor();
  await page.reload();
  await row.getByText('@erased_fan').waitFor();
  await row.getByRole('button', { name: /^Confirm/ }).click();
  await row.getByRole('link', { name: /Confirm on X/ }).waitFor();

  await eraseAll(page);
  await row.getByText('Unproven').waitFor({ state: 'detached' });
  await expect.poll(() => row.textContent()).not.toMatch(/@(erased_fan|null)/);
  await expect.poll(() => row.getByRole('link').count()).toBe(0);
  const field = row.getByLabel('X handle');
  if ((await field.count()) === 0) await row.getByRole('button', { name: /^Connect/ }).click();
  await expect.poll(() => field.inputValue()).toBe('');
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('erased_fan');
  expect(faults).toEqual([]);
});

test('an address that is verified after an erasure is not paid for twice, and the page says why', async () => {
  const { page, faults } = await openAsNewUser(stage, { path: '/evo-rewards' });
  await verifyOne(page);
  expect(await amountIn(page, 'main')).toBe('5');
  await page.getByRole('link', { name: 'Go to your rewards' }).click();
  await page.getByText('1 of 9 ways to earn done').waitFor();
  await eraseAll(page);
  await openSignup(page);
  expect(await addressField(page).inputValue()).toBe('');
  // Nor is it promised.
  await emailCard(page).getByText(pages.rewardedBefore).waitFor();
  expect(await emailCard(page).locator('[data-amount]').count()).toBe(0);
  expect(await emailCard(page).getByText('2 EVO').count()).toBe(0);
  await page.reload();
  await verifyOne(page);
  await page.getByText(pages.rewardedBefore).waitFor();
  expect(await page.getByText(pages.rewardNeedsWallet).count()).toBe(0);
  expect(await page.locator('main [data-amount]').count()).toBe(0);
  expect(faults).toEqual([]);
});

test('what the link of a mail came to is forgotten with the address: opened again in its tab, it says nothing of it', async () => {
  const { page } = await openAsNewUser(stage, { path: '/evo-rewards' });
  const { address, link } = await verifyOne(page);
  await page.getByText(address).waitFor();
  await page.goto('/evo-rewards');
  await eraseAll(page);
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain(address);
  await page.goto(link);
  await page.getByRole('heading', { name: pages.verificationFailedTitle }).waitFor();
  expect(await page.getByText(address).count()).toBe(0);
});

test.each([
  ['erased', eraseAll],
  ['disconnected', (page: Page) => page.getByRole('button', { name: 'Disconnect wallet' }).click()],
] as const)('who has %s and goes back to the link of a mail finds no address there', async (_, forget) => {
  const { page } = await openAsNewUser(stage, { path: '/evo-rewards' });
  const { address } = await verifyOne(page);
  await page.getByText(address).waitFor();
  // Within the page: it is not loaded again on the way back.
  await page.getByRole('link', { name: 'Go to your rewards' }).click();
  await page.getByText('1 of 9 ways to earn done').waitFor();
  await forget(page);
  await expect.poll(() => page.getByText(address).count()).toBe(0);
  await page.goBack();
  await page.getByRole('heading', { name: pages.verificationFailedTitle }).waitFor();
  expect(await page.getByText(address).count()).toBe(0);
});

test('an admin erases from the list of users', async () => {
  const { page, faults } = await openAsSuperAdmin(stage, { path: '/admin?tab=users' });
  const { body } = await user.get<{ user: { username: string } }>('/api/dashboard');
  const { username } = body.user;
  await page.getByRole('button', { name: `${erasureTexts.title} of ${username}` }).click();
  await dialogOf(page)
    .getByText(erasureTexts.would({ hasEmail: true, handles: [], username: null }))
    .waitFor();
  await dialogOf(page).getByText(erasureTexts.wordsOfAdmin(userId)).waitFor();
  await expectSoundInAllLooks(page, 'erasing as an admin');
  await confirm(page);
  await expectNotice(page, erasureTexts.doneByAdmin);
  const after = () => user.get<{ user: { email: string | null } }>('/api/dashboard');
  await expect.poll(async () => (await after()).body.user.email).toBeNull();
  expect(faults).toEqual([]);
});
