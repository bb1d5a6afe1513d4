import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { TestClient } from '../../api/testing/client.ts';
import { newUser } from '../../api/testing/email-calls.ts';
import { errorToasts, refusals, successToasts, validation } from '../../contracts/messages.ts';
import { openAsSuperAdmin, openTab, verifiedUsers } from './admin-stage.ts';
import { openPage } from './browser.ts';
import { expectNotice, openAsNewUser } from './sign-in.ts';
import { setStage } from './stage.ts';

const stage = setStage();
let verified: TestClient;
let plain: TestClient;

beforeAll(async () => {
  const [first, { client }] = await Promise.all([verifiedUsers(stage.app, 1), newUser(stage.app)]);
  verified = first[0]!;
  plain = client;
});

const users = (page: Page) => page.getByRole('table', { name: 'Users' });
const rowOf = (page: Page, wallet: string) =>
  users(page)
    .getByRole('row')
    .filter({ has: page.getByTitle(wallet, { exact: true }) });
const search = (page: Page, text: string) => page.getByLabel('Search users').fill(text);

test('who is not connected, who is no admin, and who is: three states of one page', async () => {
  const { page } = await openPage(stage.browser, stage.app.url);
  await page.route('**/api/session', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  await page.goto('/admin');
  await page.getByText('Checking admin access...').waitFor();
  await page.getByRole('heading', { name: 'Admin Access' }).waitFor();
  await page.getByRole('main').getByRole('button', { name: 'Connect Wallet' }).waitFor();

  const user = await openAsNewUser(stage, { path: '/admin' });
  await user.page.getByRole('heading', { name: 'Access Denied' }).waitFor();
  await user.page.getByText("You don't have admin access").waitFor();
  await user.page.getByText('Connected wallet:').getByTitle(user.wallet.account.address).waitFor();
  expect(await user.page.getByRole('tab').count()).toBe(0);

  const admin = await openAsSuperAdmin(stage);
  await admin.page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor();
  expect(await admin.page.getByRole('tab').allTextContents()).toEqual([
    ...['User Management', 'Send Rewards', 'Raffle System', 'Admin Actions', 'Activity History'],
  ]);
  for (const card of ['Total Users', 'Verified Emails', 'Total Rewards (EVO)', 'Marketing Opt-ins']) {
    await admin.page.getByRole('heading', { name: card }).waitFor();
  }
  await admin.page.getByRole('button', { name: 'Logout' }).click();
  await admin.page.waitForURL('**/evo-rewards');
  await admin.page.getByRole('heading', { name: 'Launch into EvoRewards' }).waitFor();
});

test('a wallet that cannot be connected says why, and the button is busy meanwhile', async () => {
  const { page, wallet } = await openAsNewUser(stage, { path: '/admin' });
  await page.getByRole('banner').getByRole('button', { name: 'Disconnect wallet' }).click();
  await page.getByRole('heading', { name: 'Admin Access' }).waitFor();
  await wallet.setFaults(page, { errors: { personal_sign: 4001 } });
  await page.getByRole('main').getByRole('button', { name: 'Connect Wallet' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'MetaMask' }).click();
  await expectNotice(page, 'Connection Failed');
  await page.getByRole('button', { name: 'Close dialog' }).click();
  await wallet.setFaults(page, { silent: ['personal_sign'] });
  await page.getByRole('main').getByRole('button', { name: 'Connect Wallet' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'MetaMask' }).click();
  await page.locator('main').getByText('Connecting...').waitFor();
});

test('an admin check that fails denies access', async () => {
  const { page } = await openAsSuperAdmin(stage, {
    prepare: (page) =>
      page.route('**/api/admin/admin-wallets', (route) => route.fulfill({ status: 500, body: 'broken' })),
  });
  await page.getByRole('heading', { name: 'Access Denied' }).waitFor();
  expect(await page.getByRole('tab').count()).toBe(0);
});

test('one user is cleared, one is removed, several are removed: each is asked first and told after', async () => {
  const [first, second, third] = await Promise.all(
    Array.from({ length: 3 }, async () => (await newUser(stage.app)).client.account.address),
  );
  const { page } = await openAsSuperAdmin(stage);
  await users(page).waitFor();
  await search(page, first!);
  await rowOf(page, first!)
    .getByRole('button', { name: /^Clear App Rewards/ })
    .click();
  const dialog = page.getByRole('dialog');
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
    await search(page, wallet);
    await rowOf(page, wallet).waitFor();
  }
  await page.getByLabel('Select all users').click();
  await page.getByRole('button', { name: 'Remove Selected' }).click();
  await dialog.getByRole('button', { name: 'Remove 1 User' }).click();
  await expectNotice(page, successToasts.userRemoved.title, '1 user removed');

  // Everybody but the admin: who cannot be removed is said, and the rest is.
  await page.route('**/api/admin/remove-users', (route) =>
    route.fulfill({
      json: { success: true, message: '0 users removed, 1 could not be removed', removed: 0, failed: [] },
    }),
  );
  await search(page, second!);
  await rowOf(page, second!).waitFor();
  await page.getByLabel('Select all users').click();
  await page.getByRole('button', { name: 'Remove Selected' }).click();
  await dialog.getByRole('button', { name: 'Remove 1 User' }).click();
  await expectNotice(page, 'Bulk Removal Failed', 'All user removals failed');
});

test('emails and wallets are downloaded; a failure says which', async () => {
  const { page } = await openAsSuperAdmin(stage);
  await users(page).waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export Wallets' }).click(),
  ]);
  expect(await readFile(await download.path(), 'utf8')).toContain(verified.account.address);
  await expectNotice(page, successToasts.exportComplete.title);
  const [emails] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export Emails' }).click(),
  ]);
  expect(await readFile(await emails.path(), 'utf8')).toContain('@example.com');
  for (const [name, { title, description }] of [
    ['Export Emails', errorToasts.exportEmailsFailed],
    ['Export Wallets', errorToasts.exportWalletsFailed],
  ] as const) {
    await page.route('**/api/admin/export-*', (route) => route.fulfill({ status: 503, body: 'no' }));
    await page.getByRole('button', { name }).click();
    await expectNotice(page, title, description);
  }
});

test('a reward: the user is found, the form is checked, it is shown before it is sent, and it arrives', async () => {
  const { page } = await openAsSuperAdmin(stage);
  await openTab(page, 'Send Rewards');
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
  await wallet.fill(verified.account.address);
  await page.getByLabel('Find a user').waitFor();
  await page.getByLabel('Find a user').fill(plain.account.address);
  await page.getByRole('option').click();
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  expect(await wallet.inputValue()).toBe('');

  await wallet.fill(plain.account.address);
  await page.getByLabel('Amount (EVO)').fill('10.50');
  await page.getByLabel('Reason').fill('Helped others');
  await send.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('10.50 EVO would go to').waitFor();
  await dialog.getByText('Helped others').waitFor();
  await dialog.getByRole('button', { name: 'Send Reward' }).click();
  await expectNotice(page, successToasts.rewardSent.title, '10.50 EVO sent to');
  const result = page.getByRole('region', { name: 'Result' });
  expect(
    await result
      .locator('[data-amount]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('data-amount'))),
  ).toEqual(['10.5', '100', '110.5']);

  await openTab(page, 'Activity History');
  const acts = page.getByRole('region', { name: 'Acts of admins' }).getByRole('listitem');
  await acts.filter({ hasText: 'Sent 10.50 EVO' }).getByRole('button', { name: 'Undo' }).click();
  await dialog.getByText('would be taken back').waitFor();
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await expectNotice(page, 'Undone');
  await acts.filter({ hasText: 'Undone' }).first().waitFor();
});

test('activity history: filter, download, nothing found, and a failed call', async () => {
  const { page } = await openAsSuperAdmin(stage, { path: '/admin?tab=activity' });
  await page.getByRole('region', { name: 'Acts of admins' }).waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.csv$/);
  await page.getByLabel('Filter by action type').selectOption('All rewards reset');
  await page.getByText('No activity history found').waitFor();
  expect(page.url()).toContain('type=rewards_reset_all');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  await expectNotice(page, 'No Data');
  const gate = Promise.withResolvers<void>();
  await page.route('**/api/admin/activity-history?*', async (route) => {
    await gate.promise;
    await route.fulfill({
      status: 403,
      json: { error: 'NotTheSuperAdmin', message: refusals.superAdminOnly, requestId: 'x' },
    });
  });
  await page.getByLabel('Filter by action type').selectOption('User removed');
  await page.getByText('Loading activity history...').waitFor();
  gate.resolve();
  await page.getByText('Only the Super Admin can view activity history').waitFor();
});

test('an admin who is added can act at once; one who is removed loses the panel', async () => {
  const [admin, other] = await Promise.all([
    openAsSuperAdmin(stage, { path: '/admin?tab=acts' }),
    openAsNewUser(stage, { path: '/admin' }),
  ]);
  const { page } = admin;
  const { address } = other.wallet.account;
  await other.page.getByRole('heading', { name: 'Access Denied' }).waitFor();

  const add = page.getByRole('button', { name: 'Add Admin' });
  await page.getByText('Live Sync').waitFor();
  await add.click();
  await expectNotice(page, 'Failed to Add Admin', validation.adminWalletRequired);
  await page.getByLabel('Add New Admin Wallet').fill('0x123');
  await add.click();
  await expectNotice(page, 'Failed to Add Admin', validation.adminWalletInvalid);
  await page.getByLabel('Add New Admin Wallet').fill(address);
  await add.click();
  await expectNotice(page, successToasts.adminAdded.title);
  const admins = page.getByRole('list', { name: 'Current admins' }).getByRole('listitem');
  await expect.poll(() => admins.count()).toBe(2);
  await admins.filter({ hasText: 'Super Admin' }).filter({ hasText: 'Added by System' }).waitFor();

  await other.page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor();
  expect(await other.page.getByRole('tab').count()).toBe(4);
  await openTab(other.page, 'Send Rewards');
  await other.page.getByLabel('Wallet Address', { exact: true }).fill(address);
  await other.page.getByLabel('Amount (EVO)').fill('1');
  await other.page.getByLabel('Reason').fill('At once');
  await other.page.getByRole('button', { name: 'Send Reward' }).click();
  await other.page.getByRole('dialog').getByRole('button', { name: 'Send Reward' }).click();
  await expectNotice(other.page, successToasts.rewardSent.title);
  await openTab(other.page, 'Admin Actions');
  await other.page.getByText('Live Sync').waitFor();
  expect(await other.page.getByRole('button', { name: /^Remove admin/ }).count()).toBe(0);
  await other.page.goto('/admin?tab=activity');
  await other.page.getByText('Only the Super Admin can view activity history').waitFor();

  await page.getByRole('button', { name: /^Remove admin/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove Admin' }).click();
  await expectNotice(page, successToasts.adminRemoved.title);
  // Without a click: the server ends its stream, and the next question is refused.
  await other.page.getByRole('heading', { name: /Admin Access|Access Denied/ }).waitFor();
  expect(await other.page.getByRole('tab').count()).toBe(0);
});

test('the list of admins says when it is not in sync any more', async () => {
  const { page } = await openAsSuperAdmin(stage, { path: '/admin?tab=acts' });
  await page.getByText('Live Sync').waitFor();
  await page.route('**/api/admin/admin-wallets', (route) => route.abort());
  await openTab(page, 'User Management');
  await page.getByRole('button', { name: 'Refresh' }).click();
  await openTab(page, 'Admin Actions');
  await page.getByText('Not in sync').waitFor();
  expect(await page.getByText('Live Sync').count()).toBe(0);
});

test('clear all and reset all show what they would do; the reset wants a typed word', async () => {
  const { page } = await openAsSuperAdmin(stage);
  await page.getByRole('button', { name: 'Clear All App Rewards' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/EVO of App Rewards would be taken from \d+ accounts/).waitFor();
  await page.keyboard.press('Escape');
  await openTab(page, 'Admin Actions');
  await page.getByRole('button', { name: 'Reset All User Rewards' }).click();
  await dialog.getByText(/would be set to zero/).waitFor();
  const confirm = dialog.getByRole('button', { name: 'Reset All User Rewards' });
  expect(await confirm.isDisabled()).toBe(true);
  await dialog.getByLabel('Type RESET to confirm').fill('RESET');
  await confirm.click();
  await expectNotice(page, successToasts.allRewardsReset.title);
  await expect
    .poll(() => page.locator('[data-amount]').first().getAttribute('data-amount'), { timeout: 10_000 })
    .toBe('0');
});
