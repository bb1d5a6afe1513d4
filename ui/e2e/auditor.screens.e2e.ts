import { expect, test } from 'vitest';
import { auditorTexts } from '../../contracts/admin-messages.ts';
import { adminToasts } from '../../contracts/admin-toasts.ts';
import { inboxTexts } from '../../contracts/inbox-messages.ts';
import { openAsSuperAdmin, openTab, rowOf, verifiedUsers } from './admin-stage.ts';
import { expectSoundInAllLooks } from './axe.ts';
import { expectNotice, openAsNewUser } from './sign-in.ts';
import { setStage } from './stage.ts';

const stage = setStage();

/** What would change something, or take data out of the program. */
const ACTS =
  /clear|remove|export|add |send|undo|approve|decline|hold|release|reset|dismiss|try again|select/i;

test('an auditor reads the panel, has nothing to press in it, and loses it with the right', async () => {
  const [admin, auditor, [user]] = await Promise.all([
    openAsSuperAdmin(stage, { path: '/admin?tab=acts' }),
    openAsNewUser(stage, { path: '/admin' }),
    verifiedUsers(stage.app, 1),
  ]);
  const { address } = auditor.wallet.account;
  await auditor.page.getByRole('heading', { name: 'Access Denied' }).waitFor();

  await admin.page.getByText(auditorTexts.none).waitFor();
  await admin.page.getByLabel('Add New Auditor Wallet').fill(address);
  await admin.page.getByRole('button', { name: auditorTexts.addTitle }).click();
  const asked = admin.page.getByRole('dialog', { name: auditorTexts.addTitle });
  await asked.getByText(`Add ${address} as an auditor`).waitFor();
  await asked.getByRole('button', { name: auditorTexts.addTitle }).click();
  await expectNotice(admin.page, adminToasts.auditorAdded.title);

  const { page } = auditor;
  await page.getByRole('note').getByText(auditorTexts.note).waitFor();
  await expect
    .poll(() => page.getByRole('tab').allTextContents())
    .toEqual([...['User Management', 'Send Rewards', 'Admin Actions', 'Activity History']]);
  const buttons = () => page.getByRole('main').getByRole('button').or(page.getByRole('checkbox'));
  const names = async () =>
    buttons().evaluateAll((all) =>
      all
        .filter((one) => one.checkVisibility())
        .map((one) => one.getAttribute('aria-label') ?? one.textContent ?? ''),
    );
  const expectNothingToPress = async (tab: string) =>
    expect(
      (await names()).filter((name) => ACTS.test(name)),
      tab,
    ).toEqual([]);

  await page.getByRole('region', { name: inboxTexts.title }).waitFor();
  await expectNothingToPress('Overview');
  await openTab(page, 'User Management');
  const row = rowOf(page, user?.account.address ?? '');
  await row.getByText(auditorTexts.hidden).waitFor();
  expect(await page.getByRole('main').textContent()).not.toContain('@');
  await expectNothingToPress('User Management');
  await expectSoundInAllLooks(page, 'The panel of an auditor');
  await openTab(page, 'Send Rewards');
  await page.getByRole('heading', { name: 'Rewards that need a second admin' }).waitFor();
  await expectNothingToPress('Send Rewards');
  await openTab(page, 'Admin Actions');
  await page.getByRole('list', { name: auditorTexts.title }).getByTitle(address).waitFor();
  await expectNothingToPress('Admin Actions');
  await openTab(page, 'Activity History');
  await page.getByText(`Added auditor ${address}`).waitFor();
  await expectNothingToPress('Activity History');
  await page.goto('/admin?tab=users&view=clusters');
  await page.getByRole('note').waitFor();
  await expectNothingToPress('Clusters');

  await admin.page.getByRole('button', { name: /^Remove auditor/ }).click();
  await admin.page.getByRole('dialog').getByRole('button', { name: auditorTexts.removeTitle }).click();
  await expectNotice(admin.page, adminToasts.auditorRemoved.title);
  await page.getByRole('heading', { name: /Admin Access|Access Denied/ }).waitFor();
  expect(await page.getByRole('tab').count()).toBe(0);
});
