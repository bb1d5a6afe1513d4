import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { superAdminOf } from '../../api/testing/admin.ts';
import type { TestClient } from '../../api/testing/client.ts';
import { newUser } from '../../api/testing/email-calls.ts';
import { actTexts, actWords } from '../../contracts/act-messages.ts';
import { inboxTexts } from '../../contracts/inbox-messages.ts';
import { refusals, validation } from '../../contracts/messages.ts';
import { successToasts } from '../../contracts/toasts.ts';
import { openAsSuperAdmin, openTab, rowOf, searchUsers, usersTable } from './admin-stage.ts';
import { expectNotice } from './sign-in.ts';
import { setStage } from './stage.ts';

const amountsIn = (part: Locator) =>
  part.locator('[data-amount]').evaluateAll((all) => all.map((one) => one.getAttribute('data-amount')));

const stage = setStage();
let plain: TestClient;
let another: TestClient;

stage.begin(async () => {
  const users = await Promise.all([newUser(stage.app), newUser(stage.app)]);
  [plain, another] = [users[0].client, users[1].client];
});

test('one user is cleared, one is removed, several are removed: each is asked first and told after', async () => {
  const [first, second, third, fourth] = await Promise.all(
    Array.from({ length: 4 }, async () => (await newUser(stage.app)).client.account.address),
  );
  const { page } = await openAsSuperAdmin(stage);
  await usersTable(page).waitFor();
  await searchUsers(page, first!);
  await rowOf(page, first!)
    .getByRole('button', { name: /^Clear App Rewards/ })
    .click();
  const dialog = page.getByRole('dialog');
  // Other admins have no Activity History to look for.
  await dialog.getByText('The super admin can undo it in Activity History.').waitFor();
  await dialog.getByText('100.00000000 EVO of App Rewards would be taken').waitFor();
  await dialog.getByRole('button', { name: 'Clear App Rewards' }).click();
  await expectNotice(page, successToasts.balanceCleared.title, '100.00000000 EVO of App Rewards taken');
  await rowOf(page, first!).getByText('0.00000000').waitFor();

  await rowOf(page, first!)
    .getByRole('button', { name: /^Remove User/ })
    .click();
  await dialog.getByText('would be removed').waitFor();
  await dialog.getByRole('button', { name: 'Remove User' }).click();
  await expectNotice(page, successToasts.userRemoved.title);
  await page.getByText('No users found').waitFor();

  for (const wallet of [second!, third!]) {
    await searchUsers(page, wallet);
    await rowOf(page, wallet).waitFor();
  }
  await page.getByLabel('Select all users').click();
  await page.getByRole('button', { name: 'Remove Selected' }).click();
  await dialog.getByRole('button', { name: 'Remove 1 User' }).click();
  await expectNotice(page, successToasts.userRemoved.title, '1 user removed');

  // An admin's account cannot be removed: that is said with the success of the other.
  await searchUsers(page, '');
  await page.getByText(/^Showing (\d+) of \1 users$/).waitFor();
  for (const wallet of [fourth!, (await superAdminOf(stage.app)).address]) {
    await rowOf(page, wallet).getByRole('checkbox').check();
  }
  await page.getByRole('button', { name: 'Remove Selected' }).click();
  await dialog.getByRole('button', { name: 'Remove 2 Users' }).click();
  await expectNotice(
    page,
    successToasts.userRemoved.title,
    `1 user removed, 1 could not be removed (${refusals.accountOfAdmin})`,
  );

  await page.route('**/api/admin/remove-users', (route) =>
    route.fulfill({
      json: { success: true, message: '0 users removed, 1 could not be removed', removed: 0, failed: [] },
    }),
  );
  await searchUsers(page, second!);
  await rowOf(page, second!).waitFor();
  await page.getByLabel('Select all users').click();
  await page.getByRole('button', { name: 'Remove Selected' }).click();
  await dialog.getByRole('button', { name: 'Remove 1 User' }).click();
  await expectNotice(page, 'Bulk Removal Failed', 'All user removals failed');
});

test('a reward: the user is found, the form is checked, it is shown before it is sent, and it arrives', async () => {
  const { page } = await openAsSuperAdmin(stage);
  await openTab(page, 'Send Rewards');
  const examples = ['Wallet Address', 'Amount (EVO)', 'Reason'].map((label) =>
    page.getByLabel(label, { exact: true }).getAttribute('placeholder'),
  );
  expect(await Promise.all(examples)).toEqual(['0x...', '10.50', 'Manual admin reward']);
  const send = page.getByRole('button', { name: 'Send Reward' });
  await send.click();
  await expectNotice(page, 'Reward Failed', validation.rewardFieldsRequired);

  await page.getByLabel('Find a user').fill('nobody_is_called_this');
  await page.getByText('No users found matching').waitFor();
  await page.getByLabel('Find a user').fill(plain.account.address);
  await page.getByRole('option').click();
  const wallet = page.getByLabel('Wallet Address', { exact: true });
  expect(await wallet.inputValue()).toBe(plain.account.address);
  await page.getByText('Pending balance').waitFor();
  // Another wallet deselects the user; Clear empties the field.
  await wallet.fill(another.account.address);
  await page.getByLabel('Find a user').waitFor();
  await page.getByLabel('Find a user').fill(plain.account.address);
  await page.getByRole('option').click();
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect.poll(() => wallet.inputValue()).toBe('');

  await wallet.fill(plain.account.address);
  await page.getByLabel('Amount (EVO)').fill('10.50');
  await page.getByLabel('Reason').fill('Helped others');
  await send.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('10.50 EVO would go to').waitFor();
  await dialog.getByText('Helped others').waitFor();
  await dialog.getByRole('button', { name: 'Send Reward' }).click();
  await expectNotice(page, successToasts.rewardSent.title, '10.50 EVO sent to');
  expect(await amountsIn(page.getByRole('region', { name: 'Result' }))).toEqual(['10.5', '100', '110.5']);

  await openTab(page, 'Activity History');
  const acts = page.getByRole('region', { name: 'Acts of admins' }).getByRole('listitem');
  await acts.filter({ hasText: 'Sent 10.50 EVO' }).getByRole('button', { name: 'Undo' }).click();
  await dialog.getByText('would be taken back').waitFor();
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await expectNotice(page, 'Undone');
  await acts.filter({ hasText: 'Undone' }).first().waitFor();
});

test('clear all and reset all show what they would do; the reset wants a typed word, and its undoing a signature', async () => {
  const { page } = await openAsSuperAdmin(stage);
  await page.getByRole('button', { name: 'Clear All App Rewards' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/EVO of App Rewards would be taken from \d+ accounts/).waitFor();
  await dialog.getByRole('button', { name: 'Clear All App Rewards' }).click();
  await expectNotice(page, successToasts.balanceCleared.title, 'accounts were cleared');
  await page.getByRole('region', { name: 'Act under way' }).waitFor({ state: 'detached' });
  await openTab(page, 'Admin Actions');
  await page.getByRole('button', { name: 'Reset All User Rewards' }).click();
  await dialog.getByText(/would be set to zero/).waitFor();
  const confirm = dialog.getByRole('button', { name: 'Reset All User Rewards' });
  expect(await confirm.isDisabled()).toBe(true);
  // The word is asked for, so the keyboard writes it.
  await page.keyboard.type('RESET');
  expect(await dialog.getByLabel('Type RESET to confirm').inputValue()).toBe('RESET');
  await confirm.click();
  await expectNotice(page, successToasts.allRewardsReset.title);
  await page.getByRole('link', { name: inboxTexts.overview }).click();
  await page.getByRole('region', { name: 'Statistics' }).locator('[data-amount="0"]').waitFor();

  await openTab(page, 'Activity History');
  const acts = page.getByRole('region', { name: 'Acts of admins' }).getByRole('listitem');
  await acts.filter({ hasText: 'Reset all user rewards' }).getByRole('button', { name: 'Undo' }).click();
  await dialog.getByText(actTexts.willSign).waitFor();
  await dialog.getByText(actWords.undoReset).waitFor();
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await expectNotice(page, 'Undone');
});
