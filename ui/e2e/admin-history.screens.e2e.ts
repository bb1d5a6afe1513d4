import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { superAdminOf } from '../../api/testing/admin.ts';
import type { TestClient } from '../../api/testing/client.ts';
import { historyTexts } from '../../contracts/admin-messages.ts';
import { refusals } from '../../contracts/messages.ts';
import { errorToasts, successToasts } from '../../contracts/toasts.ts';
import { openAsSuperAdmin, usersTable, verifiedUsers } from './admin-stage.ts';
import { expectNotice } from './sign-in.ts';
import { setStage } from './stage.ts';

const stage = setStage();
let verified: TestClient;

stage.begin(async () => {
  verified = (await verifiedUsers(stage.app, 1))[0]!;
});

test('emails and wallets are downloaded; a failure says which', async () => {
  const { page } = await openAsSuperAdmin(stage);
  await usersTable(page).waitFor();
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

test('who undoes an act by keyboard stays at its row, whose button has gone', async () => {
  const root = await superAdminOf(stage.app);
  const walletAddress = verified.account.address;
  await root.post('/api/admin/send-reward', { walletAddress, amount: '1.25', reason: 'To be undone' });
  const { page } = await openAsSuperAdmin(stage, { path: '/admin?tab=activity' });
  const acts = page.getByRole('region', { name: 'Acts of admins' }).getByRole('listitem');
  const row = acts.filter({ hasText: 'Sent 1.25 EVO' });
  const undo = row.getByRole('button', { name: 'Undo' });
  await undo.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Undo' });
  await dialog.getByText('would be taken back').waitFor();
  await dialog.getByRole('button', { name: 'Undo' }).press('Enter');
  await undo.waitFor({ state: 'detached' });
  await expect.poll(() => row.evaluate((element) => element === document.activeElement)).toBe(true);
});

test('more acts at once than a page of the history holds move no row that is read, and all are said above it', async () => {
  const root = await superAdminOf(stage.app);
  const walletAddress = verified.account.address;
  const send = (reason: string) =>
    root.post('/api/admin/send-reward', { walletAddress, amount: '1', reason });
  const read = 'The act that is read';
  await send(read);
  const { page } = await openAsSuperAdmin(stage, { path: '/admin?tab=activity' });
  const row = page
    .getByRole('region', { name: 'Acts of admins' })
    .getByRole('listitem')
    .filter({ hasText: read });
  const element = await row.elementHandle();
  const place = await element?.boundingBox();

  // As many as one press removes of the users' list are acts, too.
  const COUNT = 110;
  for (let sent = 0; sent < COUNT; sent += 10) {
    await Promise.all(Array.from({ length: 10 }, (_, at) => send(`Newer ${sent + at}`)));
  }
  await page.getByRole('button', { name: historyTexts.newer(COUNT) }).waitFor();
  expect(await element?.evaluate(({ isConnected }) => isConnected)).toBe(true);
  // Places of scrolled frames are whole pixels, each time that something comes.
  expect(Math.abs(((await element?.boundingBox())?.y ?? 0) - (place?.y ?? 0))).toBeLessThan(10);
});
