import { expect, test } from 'vitest';
import { refusals, validation } from '../../contracts/messages.ts';
import { successToasts } from '../../contracts/toasts.ts';
import { openAsSuperAdmin, openTab } from './admin-stage.ts';
import { openPage } from './browser.ts';
import { expectNotice, openAsNewUser } from './sign-in.ts';
import { setStage } from './stage.ts';

const stage = setStage();

test('who is not connected, who is no admin, and who is: three states of one page', async () => {
  const { page } = await openPage(stage.browser, stage.app.url);
  const seen = Promise.withResolvers<void>();
  await page.route('**/api/session', async (route) => {
    await seen.promise;
    await route.continue();
  });
  await page.goto('/admin');
  await page.getByText('Checking admin access...').waitFor();
  seen.resolve();
  await page.getByRole('heading', { name: 'Admin Access' }).waitFor();
  await page.getByRole('main').getByRole('button', { name: 'Connect Wallet' }).waitFor();

  const user = await openAsNewUser(stage, { path: '/admin' });
  await user.page.getByRole('heading', { name: 'Access Denied' }).waitFor();
  await user.page.getByText("You don't have admin access").waitFor();
  await user.page.getByText('Connected wallet:').getByTitle(user.wallet.account.address).waitFor();
  expect(await user.page.getByRole('tab').count()).toBe(0);

  const admin = await openAsSuperAdmin(stage, { path: '/admin' });
  await admin.page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor();
  await expect
    .poll(() => admin.page.getByRole('tab').allTextContents())
    .toEqual([
      ...['User Management', 'Send Rewards', 'Raffle System', 'Admin Actions', 'Music', 'Activity History'],
    ]);
  for (const card of ['Total Users', 'Verified Emails', 'Total Rewards (EVO)', 'Marketing Opt-ins']) {
    await admin.page.getByRole('heading', { name: card }).waitFor();
  }
  await admin.page.getByRole('button', { name: 'Logout' }).click();
  await admin.page.waitForURL('**/evolve-socials');
  await admin.page.getByRole('heading', { name: 'Rewards that anyone can check' }).waitFor();
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
  const asked = page.getByRole('dialog', { name: 'Add Admin' });
  await asked.getByText(`Add ${address} as an admin`).waitFor();
  await asked.getByRole('button', { name: 'Add Admin' }).click();
  await expectNotice(page, successToasts.adminAdded.title);
  const admins = page.getByRole('list', { name: 'Current admins' }).getByRole('listitem');
  await expect.poll(() => admins.count()).toBe(2);
  await admins.filter({ hasText: 'Super Admin' }).filter({ hasText: 'Added by System' }).waitFor();

  await other.page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor();
  await expect.poll(() => other.page.getByRole('tab').count()).toBe(5);
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
  // Without a click: the last message of the server's stream says so.
  await other.page.getByRole('heading', { name: 'Access Denied' }).waitFor();
  await other.page.getByText(refusals.adminOnly).waitFor();
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
