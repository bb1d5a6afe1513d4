import type { Page } from 'playwright-core';
import { beforeAll, test } from 'vitest';
import type { TestClient } from '../../api/testing/client.ts';
import { newUser } from '../../api/testing/email-calls.ts';
import { openAsSuperAdmin, verifiedUsers } from './admin-stage.ts';
import { expectNotice } from './sign-in.ts';
import { setStage } from './stage.ts';

const stage = setStage();
let plain: TestClient;

beforeAll(async () => {
  const [{ client }] = await Promise.all([newUser(stage.app), verifiedUsers(stage.app, 2)]);
  plain = client;
});

/** The dry run before an act is answered by the server; the act itself is refused with this text. */
const REFUSAL = 'Refused for the test';
async function refuse(page: Page, call: string): Promise<void> {
  await page.route(`**/api/admin/${call}`, (route) => {
    const body: unknown = route.request().postDataJSON();
    const isDryRun = typeof body === 'object' && body !== null && Reflect.get(body, 'dryRun') === true;
    if (isDryRun) return route.continue();
    return route.fulfill({ status: 409, json: { error: 'Refused', message: REFUSAL, requestId: 'x' } });
  });
}

const confirm = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name }).click();

/** A refusal leaves the question open, to be asked again or left. */
async function dismiss(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

test('a clear and a removal that are refused say so', async () => {
  const { page } = await openAsSuperAdmin(stage);
  await page.getByLabel('Search users').fill(plain.account.address);
  const row = page
    .getByRole('table', { name: 'Users' })
    .getByRole('row')
    .filter({ has: page.getByTitle(plain.account.address, { exact: true }) });
  await refuse(page, 'clear-balance');
  await row.getByRole('button', { name: /^Clear App Rewards/ }).click();
  await confirm(page, 'Clear App Rewards');
  await expectNotice(page, 'Clear Balance Failed', REFUSAL);
  await dismiss(page);
  await refuse(page, 'remove-user');
  await row.getByRole('button', { name: /^Remove User/ }).click();
  await confirm(page, 'Remove User');
  await expectNotice(page, 'Failed to Remove User', REFUSAL);
});

test('a reward that is refused says so', async () => {
  const { page } = await openAsSuperAdmin(stage, { path: '/admin?tab=rewards' });
  await refuse(page, 'send-reward');
  await page.getByLabel('Wallet Address', { exact: true }).fill(plain.account.address);
  await page.getByLabel('Amount (EVO)').fill('1');
  await page.getByLabel('Reason').fill('Refused');
  await page.getByRole('button', { name: 'Send Reward' }).click();
  await confirm(page, 'Send Reward');
  await expectNotice(page, 'Reward Failed', REFUSAL);
});

test('a removal of an admin, and a reset, that are refused say so', async () => {
  const { page } = await openAsSuperAdmin(stage, { path: '/admin?tab=acts' });
  await page.getByText('Live Sync').waitFor();
  await page.getByLabel('Add New Admin Wallet').fill(plain.account.address);
  await page.getByRole('button', { name: 'Add Admin' }).click();
  await confirm(page, 'Add Admin');
  await expectNotice(page, 'Admin Added');
  await refuse(page, 'remove-admin');
  await page.getByRole('button', { name: /^Remove admin/ }).click();
  await confirm(page, 'Remove Admin');
  await expectNotice(page, 'Failed to Remove Admin', REFUSAL);
  await dismiss(page);
  await refuse(page, 'reset-rewards');
  await page.getByRole('button', { name: 'Reset All User Rewards' }).click();
  await page.getByRole('dialog').getByLabel('Type RESET to confirm').fill('RESET');
  await confirm(page, 'Reset All User Rewards');
  await expectNotice(page, 'Reset Failed', REFUSAL);
});

test('prizes that cannot be sent, and a history that cannot be downloaded, say so', async () => {
  const { page } = await openAsSuperAdmin(stage, { path: '/admin?tab=raffle' });
  await page.getByText('2 eligible').waitFor();
  await page.getByLabel('Reward Amount (EVO)').fill('1');
  await page.getByRole('button', { name: 'Start Animated Raffle' }).click();
  await confirm(page, 'Draw Winners');
  const show = page.getByRole('dialog', { name: 'LIVE RAFFLE DRAW' });
  await show.getByRole('button', { name: 'Close Raffle Results' }).click();
  await refuse(page, 'raffle/*/pay');
  await page.getByRole('button', { name: /to All Winners$/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /to All Winners$/ })
    .click();
  await expectNotice(page, 'Failed to Send Rewards', REFUSAL);
  await page.goto('/admin?tab=activity');
  await page.getByRole('region', { name: 'Acts of admins' }).waitFor();
  await page.route('**/api/admin/export-activity*', (route) => route.abort());
  await page.getByRole('button', { name: 'Export CSV' }).click();
  await expectNotice(page, 'Export Failed', 'Failed to export activity history');
});
