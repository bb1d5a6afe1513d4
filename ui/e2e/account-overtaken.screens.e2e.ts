import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { refusals, validation } from '../../contracts/messages.ts';
import { errorToasts, successToasts } from '../../contracts/toasts.ts';
import { holdAnswers } from './hold-answers.ts';
import { served } from './served.ts';
import { amountIn, expectNotice, openAsNewUser } from './sign-in.ts';
import { setStage } from './stage.ts';

const stage = setStage();

const profile = (page: Page) => page.getByRole('region', { name: 'Profile Settings' });
const unclaimed = (page: Page): Promise<string | null> => amountIn(page, '[data-figure=unclaimed]');

async function rename(page: Page, name: string): Promise<void> {
  await profile(page).getByLabel('Change username').fill(name);
  await profile(page).getByRole('button', { name: 'Save' }).click();
}

test('a name that was sent is no draft any more: who goes back to the old one finds it in the field', async () => {
  const { page } = await openAsNewUser(stage);
  const input = profile(page).getByLabel('Change username');
  const number = Date.now() % 1_000_000;
  const [first, second] = [`Ida_${number}`, `Joan_${number}`] as const;
  const renamed = async (name: string) => {
    await rename(page, name);
    await profile(page).getByTitle(name, { exact: true }).waitFor();
  };
  await renamed(first);
  // The name is read before all else is: its form is another one by then.
  const { held, release } = await holdAnswers(page, '**/api/social');
  await renamed(second);
  await held;
  release();
  await renamed(first);
  expect(await input.inputValue()).toBe(first);
  await page.reload();
  await profile(page).getByTitle(first, { exact: true }).waitFor();
  expect(await input.inputValue()).toBe(first);
});

test('a name that is being typed stays as another window changes the name, and can be sent', async () => {
  const { page } = await openAsNewUser(stage);
  const second = await page.context().newPage();
  await second.goto('/evo-rewards');
  const number = Date.now() % 1_000_000;
  const [typed, changed] = [`Eve_${number}`, `Kim_${number}`] as const;
  const input = profile(page).getByLabel('Change username');
  await input.fill(typed);
  await rename(second, changed);
  await profile(second).getByTitle(changed, { exact: true }).waitFor();

  await page.getByRole('button', { name: 'Refresh' }).click();
  await profile(page).getByTitle(changed, { exact: true }).waitFor();
  expect(await input.inputValue()).toBe(typed);
  await profile(page).getByRole('button', { name: 'Save' }).click();
  await profile(page).getByTitle(typed, { exact: true }).waitFor();
  // Nobody has typed anything else since, here or there.
  await second.getByRole('button', { name: 'Refresh' }).click();
  await profile(second).getByTitle(typed, { exact: true }).waitFor();
  for (const tab of [page, second]) {
    expect(await profile(tab).getByLabel('Change username').inputValue()).toBe(typed);
  }
});

test('a machine that slept over midnight offers the check-in of the new day once it is awake', async () => {
  const { page } = await openAsNewUser(stage);
  await page.clock.install();
  await page.getByRole('button', { name: 'Check in' }).click();
  await page.getByRole('button', { name: 'Checked in today' }).waitFor();
  await expect.poll(() => unclaimed(page)).toBe('101');
  // It is another day: for the server, and for the clock of the machine, whose timers stood still.
  await page.route(/\/api\/dashboard\//, async (route) => {
    const response = await served(route);
    const dashboard = await response.json();
    const user = { ...dashboard.user, checkedInToday: false };
    await route.fulfill({ response, json: { ...dashboard, user } });
  });
  await page.clock.setSystemTime(Date.now() + 24 * 3_600_000);
  await page.clock.runFor(15_000);
  await page.getByRole('button', { name: 'Check in', exact: true }).waitFor();
  await page.unrouteAll({ behavior: 'wait' });
});

test('a check-in that another window made first is told, and the page catches up', async () => {
  const { page, wallet } = await openAsNewUser(stage);
  const second = await page.context().newPage();
  await second.goto('/evo-rewards');
  const button = (of: Page) => of.getByRole('region', { name: 'Daily Check-in' }).getByRole('button');
  await button(second).click();
  await expectNotice(second, successToasts.checkedIn.title);
  await button(page).click();
  await expectNotice(page, 'Check-in Failed', refusals.alreadyCheckedIn);
  await page.getByRole('button', { name: 'Checked in today' }).waitFor();
  expect(await wallet.asked(page)).not.toContain('eth_sendTransaction');
});

test('a task that another window verified first is told, and its reward is in the figures', async () => {
  const { page } = await openAsNewUser(stage);
  await page.getByLabel('X handle').fill(`twice_${Date.now() % 1_000_000}`);
  await page.getByRole('button', { name: 'Connect X' }).click();
  const follow = (of: Page) => of.getByRole('listitem', { name: 'Follow us on X', exact: true });
  const verify = (of: Page) => follow(of).getByRole('button', { name: /^Verify/, disabled: false });
  await verify(page).waitFor();
  await expect.poll(() => unclaimed(page)).toBe('150');
  const second = await page.context().newPage();
  await second.goto('/evo-rewards');
  await verify(second).click();
  await expectNotice(second, successToasts.taskVerified.title);
  await verify(page).click();
  await expectNotice(page, 'Verification Error', refusals.taskAlreadyVerified);
  await follow(page).getByText('Completed').waitFor();
  await expect.poll(() => unclaimed(page)).toBe('200');
});

test('the name that another window gave the account is no change, and the page catches up', async () => {
  const { page } = await openAsNewUser(stage);
  const second = await page.context().newPage();
  await second.goto('/evo-rewards');
  const name = `Lea_${Date.now() % 1_000_000}`;
  await rename(second, name);
  await profile(second).getByTitle(name, { exact: true }).waitFor();
  await rename(page, name);
  await expectNotice(page, errorToasts.noChanges.title, validation.usernameSame);
  await profile(page).getByTitle(name, { exact: true }).waitFor();
});
