import type { Page, Request } from 'playwright-core';
import { expect, test } from 'vitest';
import type { TestClient } from '../../api/testing/client.ts';
import { newUser } from '../../api/testing/email-calls.ts';
import { openAsSuperAdmin, openTab, verifiedUsers } from './admin-stage.ts';
import { holdAnswers } from './hold-answers.ts';
import { expectNotice, notice } from './sign-in.ts';
import { setStage } from './stage.ts';

const stage = setStage();
let plain: TestClient;

stage.begin(async () => {
  const [{ client }] = await Promise.all([newUser(stage.app), verifiedUsers(stage.app, 2)]);
  plain = client;
});

/** The dry run before an act is answered by the server; the act itself is refused with this text. */
const REFUSAL = 'Refused for the test';
async function refuse(page: Page, call: string, when: Promise<void> = Promise.resolve()): Promise<void> {
  await page.route(`**/api/admin/${call}`, async (route) => {
    if (!isAct(route.request())) return route.continue();
    await when;
    return route.fulfill({ status: 409, json: { error: 'Refused', message: REFUSAL, requestId: 'x' } });
  });
}

const isAct = (request: Request): boolean => Reflect.get(Object(request.postDataJSON()), 'dryRun') !== true;

async function preview(page: Page, amount: string): Promise<void> {
  await page.getByLabel('Wallet Address', { exact: true }).fill(plain.account.address);
  await page.getByLabel('Amount (EVO)').fill(amount);
  await page.getByLabel('Reason').fill('Refused');
  await page.getByRole('button', { name: 'Send Reward' }).click();
}

/** Sends the act that a dialog asks about, and goes to the users while it has no answer. */
async function sendAndLeave(page: Page, call: string, name: string): Promise<void> {
  const sent = page.waitForRequest(
    (request) => request.url().endsWith(`/api/admin/${call}`) && isAct(request),
  );
  await confirm(page, name);
  await sent;
  await dismiss(page);
  await openTab(page, 'User Management');
  await page.getByRole('table', { name: 'Users' }).waitFor();
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
  await preview(page, '1');
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

test('of prizes that are sent all at once and get no good answer midway, those that are paid are shown as paid', async () => {
  const { page } = await openAsSuperAdmin(stage, {
    path: '/admin?tab=raffle',
    // Nothing tells the page of what happens.
    prepare: (page) => page.route('**/api/admin/events*', (route) => route.abort()),
  });
  await page.getByText('2 eligible').waitFor();
  await page.getByLabel('Reward Amount (EVO)').fill('1');
  await page.getByLabel('Number of Winners').fill('2');
  await page.getByRole('button', { name: 'Start Animated Raffle' }).click();
  await confirm(page, 'Draw Winners');
  const show = page.getByRole('dialog', { name: 'LIVE RAFFLE DRAW' });
  await show.getByRole('button', { name: 'Close Raffle Results' }).click();
  // A dialog hides it from who reads by roles.
  const unpaid = page.locator('[aria-label^="Send the prize of "]');
  await expect.poll(() => unpaid.count()).toBe(2);
  await page.getByRole('button', { name: /to All Winners$/ }).click();
  await page.route('**/api/admin/raffle/*/pay', async (route) => {
    await route.fetch({ postData: { place: 1 } });
    const answer = { error: 'LedgerUnavailable', message: REFUSAL, requestId: 'x' };
    await route.fulfill({ status: 503, json: answer });
  });
  await confirm(page, 'Send 1 EVO to All Winners');
  await expectNotice(page, 'Failed to Send Rewards', REFUSAL);
  await expect.poll(() => unpaid.count(), { timeout: 10_000 }).toBe(1);
});

test('a reward and a draw that are refused when their panel was left say so all the same', async () => {
  const { page } = await openAsSuperAdmin(stage, { path: '/admin?tab=rewards' });
  const reward = Promise.withResolvers<void>();
  await refuse(page, 'send-reward', reward.promise);
  await preview(page, '1');
  await sendAndLeave(page, 'send-reward', 'Send Reward');
  expect(await notice(page).count()).toBe(0);
  reward.resolve();
  await expectNotice(page, 'Reward Failed', REFUSAL);

  const draw = Promise.withResolvers<void>();
  await refuse(page, 'raffle', draw.promise);
  await openTab(page, 'Raffle System');
  await page.getByText('2 eligible').waitFor();
  await page.getByLabel('Reward Amount (EVO)').fill('1');
  await page.getByRole('button', { name: 'Start Animated Raffle' }).click();
  await sendAndLeave(page, 'raffle', 'Draw Winners');
  draw.resolve();
  await expectNotice(page, 'Raffle Failed', REFUSAL);
});

test('an act that was withdrawn by leaving is told to nobody', async () => {
  const { page, wallet } = await openAsSuperAdmin(stage, { path: '/admin?tab=rewards' });
  const { held, release } = await holdAnswers(page, '**/api/admin/send-reward', isAct);
  // So large that it has to be signed: the answer only says so.
  await preview(page, '20000');
  await sendAndLeave(page, 'send-reward', 'Ask for Approval');
  await held;
  const answered = page.waitForResponse('**/api/admin/send-reward');
  release();
  await (await answered).finished();
  // What the page does with an answer is done before it has drawn another panel.
  await openTab(page, 'Raffle System');
  await page.getByRole('region', { name: 'Raffle System' }).waitFor();
  expect(await notice(page).count()).toBe(0);
  expect((await wallet.asked(page)).filter((method) => method === 'personal_sign')).toEqual([]);
});

test('the list is in sync only while the server tells of changes', async () => {
  const { page } = await openAsSuperAdmin(stage);
  await page.route('**/api/admin/events*', (route) => route.abort());
  await page.goto('/admin?tab=acts');
  await page.getByText('Not in sync').waitFor();
  await page.unroute('**/api/admin/events*');
  await page.getByText('Live Sync').waitFor();
});

test('a tab whose code cannot be loaded says so in its place, and Retry brings it', async () => {
  const { page } = await openAsSuperAdmin(stage);
  await page.getByRole('table', { name: 'Users' }).waitFor();
  await page.route('**/assets/AdminActions-*.js', (route) => route.abort());
  await openTab(page, 'Admin Actions');
  await page.getByRole('alert').getByText('Could not load Admin Actions').waitFor();
  await page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor();
  await page.unroute('**/assets/AdminActions-*.js');
  await page.getByRole('button', { name: 'Retry loading Admin Actions' }).click();
  await page.getByText('Live Sync').waitFor();
});
