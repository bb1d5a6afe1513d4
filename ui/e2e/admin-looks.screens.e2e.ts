import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { superAdminOf } from '../../api/testing/admin.ts';
import type { TestClient } from '../../api/testing/client.ts';
import { openAsSuperAdmin, openTab, rowOf, searchUsers, usersTable, verifiedUsers } from './admin-stage.ts';
import { expectSoundInAllLooks } from './axe.ts';
import { openPage } from './browser.ts';
import { openAsNewUser } from './sign-in.ts';
import { setStage } from './stage.ts';

const stage = setStage(async () => ({ MAX_REWARD: '1000000', MAX_REWARDS_A_DAY: '10000000' }));
let user: TestClient;

stage.begin(async () => {
  const [users, admin] = await Promise.all([verifiedUsers(stage.app, 3), superAdminOf(stage.app)]);
  user = users[0]!;
  // Names as long as they may be.
  for (const [at, { account, put }] of users.entries()) {
    const renamed = await put(`/api/users/${account.address}/username`, {
      username: `WwWwWwWwWwWwWwWwWw_${at}`,
    });
    expect(renamed.status).toBe(200);
  }
  // Something for Activity History to show, and a raffle to look at again.
  const reward = { walletAddress: admin.address, amount: '999999.12345678', reason: 'First of all' };
  const raffle = {
    winnerCount: 2,
    tieredAmounts: ['999999.89012345', '999999.25'],
    useTieredRewards: true,
  };
  for (const answer of [
    await admin.post('/api/admin/send-reward', reward),
    await admin.post('/api/admin/add-admin', { adminWallet: '0x1a000000000000000000000000000000000000a1' }),
    await admin.post('/api/admin/raffle', raffle),
  ]) {
    expect(answer.status).toBe(200);
  }
});

test('axe finds nothing in any tab of the panel in any look', async () => {
  const { page, faults } = await openAsSuperAdmin(stage, { path: '/admin' });
  for (const [name, visit] of Object.entries(tabs)) {
    await visit(page);
    await expectSoundInAllLooks(page, `panel, ${name}`);
  }
  expect(faults).toEqual([]);
});

test('axe finds nothing in the dialogs of the panel in any look', async () => {
  const { page, faults } = await openAsSuperAdmin(stage, { width: 360 });
  await usersTable(page).waitFor();
  for (const [name, open] of Object.entries(dialogs)) {
    await open(page);
    await expectSoundInAllLooks(page, `panel, ${name}`);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  expect(faults).toEqual([]);
});

test('axe finds nothing where one has no access in any look', async () => {
  const { page } = await openPage(stage.browser, stage.app.url);
  await page.goto('/admin');
  await page.getByRole('heading', { name: 'Admin Access' }).waitFor();
  await expectSoundInAllLooks(page, 'panel, not connected');
  const denied = await openAsNewUser(stage, { path: '/admin' });
  await denied.page.getByRole('heading', { name: 'Access Denied' }).waitFor();
  await expectSoundInAllLooks(denied.page, 'panel, denied');
});

test('axe finds nothing on the raffle page in any look', async () => {
  const { page } = await openPage(stage.browser, stage.app.url);
  await page.goto('/raffle');
  await page.getByRole('button', { name: 'Verify this draw' }).click();
  await page.getByText('This draw is verified').waitFor();
  await expectSoundInAllLooks(page, 'the raffle page');
  await page.getByRole('button', { name: 'Replay Raffle Animation' }).click();
  await page.getByRole('button', { name: 'Close Replay' }).waitFor();
  await expectSoundInAllLooks(page, 'the replay');
});

test('of tabs that do not all fit, the chosen one is seen, also after a phone is turned', async () => {
  const { page } = await openAsSuperAdmin(stage, { path: '/admin?tab=activity' });
  const tab = page.getByRole('tab', { name: 'Activity History' });
  await page.setViewportSize({ width: 740, height: 360 });
  await tab.waitFor();
  await page.setViewportSize({ width: 360, height: 740 });
  const right = async () => {
    const box = await tab.boundingBox();
    return box ? box.x + box.width : Number.NaN;
  };
  await expect.poll(right).toBeLessThanOrEqual(360);
});

test('the lists of admins and of their acts are at most 10rem and 24rem high', async () => {
  const { page } = await openAsSuperAdmin(stage, { path: '/admin?tab=acts' });
  const highest = (list: Locator) => list.evaluate((element) => getComputedStyle(element).maxHeight);
  expect(await highest(page.getByRole('list', { name: 'Current admins' }))).toBe('160px');
  await openTab(page, 'Activity History');
  expect(await highest(page.getByRole('region', { name: 'Acts of admins' }))).toBe('384px');
});

const tabs = {
  async overview(page: Page) {
    await page.getByRole('link', { name: /^Raffle #1: 2 prizes to pay/ }).waitFor();
    await page.locator('svg.recharts-surface').first().waitFor();
  },
  async 'overview as a table'(page: Page) {
    await page.getByRole('button', { name: 'Show as table' }).click();
    await page.getByRole('button', { name: 'Show as chart' }).waitFor();
  },
  async users(page: Page) {
    await openTab(page, 'User Management');
    await usersTable(page).waitFor();
  },
  async rewards(page: Page) {
    await openTab(page, 'Send Rewards');
    await page.getByLabel('Find a user').fill(user.account.address);
    await page.getByRole('option').waitFor();
  },
  async raffle(page: Page) {
    await openTab(page, 'Raffle System');
    await page.getByLabel('Use Tiered Rewards').check();
    await page.getByRole('list', { name: 'Raffle Winners' }).waitFor();
  },
  async acts(page: Page) {
    await openTab(page, 'Admin Actions');
    await page.getByText('Live Sync').waitFor();
  },
  async activity(page: Page) {
    await openTab(page, 'Activity History');
    const acts = page.getByRole('region', { name: 'Acts of admins' });
    await acts.getByText('Details').first().click();
  },
};

const confirmed = (page: Page, text: RegExp) => page.getByRole('dialog').getByText(text).waitFor();

const dialogs = {
  async 'clear one'(page: Page) {
    await searchUsers(page, user.account.address);
    await rowOf(page, user.account.address)
      .getByRole('button', { name: /^Clear App Rewards/ })
      .click();
    await confirmed(page, /would be taken/);
  },
  async 'remove one'(page: Page) {
    await rowOf(page, user.account.address)
      .getByRole('button', { name: /^Remove User/ })
      .click();
    await confirmed(page, /would be removed/);
  },
  async 'remove selected'(page: Page) {
    await page.getByLabel('Select all users').check();
    await page.getByRole('button', { name: 'Remove Selected' }).click();
    await confirmed(page, /can no longer sign in/);
  },
  async 'clear all'(page: Page) {
    await page.getByRole('button', { name: 'Clear All App Rewards' }).click();
    await confirmed(page, /would be taken/);
  },
  async 'command bar'(page: Page) {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Find a user, a tab or an act' }).fill('e');
    await page
      .getByRole('option', { name: /^Send a reward/ })
      .first()
      .waitFor();
  },
  async 'send reward'(page: Page) {
    await openTab(page, 'Send Rewards');
    await page.getByLabel('Wallet Address', { exact: true }).fill(user.account.address);
    await page.getByLabel('Amount (EVO)').fill('1');
    await page.getByLabel('Reason').fill('Looks');
    await page.getByRole('button', { name: 'Send Reward' }).click();
    await confirmed(page, /would go to/);
  },
  async 'pay a raffle'(page: Page) {
    await openTab(page, 'Raffle System');
    await page.getByRole('button', { name: 'Send Tiered Rewards' }).click();
    await confirmed(page, /would be paid/);
  },
  async 'the draw'(page: Page) {
    await page.getByRole('button', { name: 'Show again' }).click();
    await page.getByRole('button', { name: 'Close Raffle Results' }).waitFor();
  },
  async 'add an admin'(page: Page) {
    await openTab(page, 'Admin Actions');
    await page.getByLabel('Add New Admin Wallet').fill(user.account.address);
    await page.getByRole('button', { name: 'Add Admin' }).click();
    await confirmed(page, /from this moment on/);
  },
  async 'remove an admin'(page: Page) {
    await openTab(page, 'Admin Actions');
    await page.getByRole('button', { name: /^Remove admin/ }).click();
    await confirmed(page, /loses its rights/);
  },
  async 'reset all'(page: Page) {
    await page.getByRole('button', { name: 'Reset All User Rewards' }).click();
    await confirmed(page, /would be set to zero/);
  },
  async undo(page: Page) {
    await openTab(page, 'Activity History');
    await page.getByRole('button', { name: 'Undo' }).first().click();
    await confirmed(page, /would be taken back/);
  },
};
