import type { Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { createTestClient } from '../../api/testing/client.ts';
import { newAddress, newUser, signUp } from '../../api/testing/email-calls.ts';
import { mailedToken } from '../../api/testing/mailbox.ts';
import { pages } from '../../contracts/messages.ts';
import { shortenAddress } from '../../contracts/wallet-address.ts';
import { expectSoundInAllLooks } from './axe.ts';
import { served } from './served.ts';
import { amountIn, openAsNewUser } from './sign-in.ts';
import { setStage } from './stage.ts';

const stage = setStage();

/** The path of the link in the newest mail to an address, once that has been sent. */
const mailedPath = async (to: string): Promise<string> =>
  `/verify-email?token=${await mailedToken(createTestClient(stage.app.url), to)}`;

test('a link whose answer was lost says what it came to when the page is loaded again', async () => {
  const { page } = await openAsNewUser(stage);
  const email = newAddress();
  const card = page.getByRole('listitem', { name: 'Email Rewards' });
  await card.getByRole('button', { name: 'Sign up with an email address' }).click();
  await card.getByLabel('Email address').fill(email);
  await card.getByRole('button', { name: 'Sign Up' }).click();
  const path = await mailedPath(email);
  const lose = async (route: Route): Promise<void> => {
    await served(route);
    await route.abort();
  };
  await page.route('**/api/email/verify', lose, { times: 1 });
  await page.goto(path);
  await page.getByRole('heading', { name: pages.processingTitle }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: pages.verifiedTitle }).waitFor();
  expect(await amountIn(page, 'main')).toBe('5');
});

test('which mailbox was verified, and what for, goes from the page with the session', async () => {
  const { page, faults } = await openAsNewUser(stage);
  const email = newAddress();
  const card = page.getByRole('listitem', { name: 'Email Rewards' });
  await card.getByRole('button', { name: 'Sign up with an email address' }).click();
  await card.getByLabel('Email address').fill(email);
  await card.getByRole('button', { name: 'Sign Up' }).click();
  await page.goto(await mailedPath(email));
  await page.getByText(`${email} now belongs`).waitFor();
  await page.getByRole('button', { name: 'Disconnect wallet' }).click();
  await page.getByText(`${email} now belongs`).waitFor({ state: 'detached' });
  expect(await page.locator('main [data-amount]').count()).toBe(0);
  await page.getByRole('heading', { name: pages.verifiedTitle }).waitFor();
  expect(faults).toEqual([]);
});

test('a link of another account names both, and verifies only when it is told to', async () => {
  const email = newAddress();
  await signUp((await newUser(stage.app)).client, email);
  const path = await mailedPath(email);

  const { page, faults } = await openAsNewUser(stage);
  const { walletAddress } = await page.evaluate(
    async () => (await (await fetch('/api/session')).json()).session,
  );
  await page.goto(path);
  await page.getByRole('heading', { name: pages.anotherAccountTitle }).waitFor();
  await page.getByText(/verifies the mailbox for evo_\w{16} \(0x\w{4}…\w{4}\)/).waitFor();
  await page.getByText(`(${shortenAddress(walletAddress)})`).waitFor();
  await expectSoundInAllLooks(page, 'link of another account');
  await page.getByRole('link', { name: pages.leaveLink }).click();
  await page.getByRole('heading', { name: 'Rewards', exact: true }).waitFor();

  // Nothing was used up by that.
  await page.goto(path);
  await page.getByRole('button', { name: /Verify for evo_/ }).press('Enter');
  await page.getByRole('heading', { name: pages.verifiedTitle }).waitFor();
  await page.getByText(/now belongs to the account evo_\w{16} \(0x/).waitFor();
  expect(await page.getByText(`(${shortenAddress(walletAddress)})`).count()).toBe(0);
  expect(faults).toEqual([]);
});
