import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { superAdminOf } from '../../api/testing/admin.ts';
import { newUser } from '../../api/testing/email-calls.ts';
import { refusals } from '../../contracts/messages.ts';
import { openAsSuperAdmin, rowOf } from './admin-stage.ts';
import { expectNotice } from './sign-in.ts';
import { setStage } from './stage.ts';

// The same question stands in two tabs, and is confirmed in one and then in the other.

const stage = setStage();

async function twoTabs(path: string): Promise<readonly [Page, Page]> {
  const { page } = await openAsSuperAdmin(stage, { path });
  const other = await page.context().newPage();
  await other.goto(path);
  return [page, other];
}

type Question = { readonly dialog: Locator; readonly confirm: Locator };

test('a reset that was done in one tab is not done once more in another that was asked about it before', async () => {
  await newUser(stage.app);
  const [page, other] = await twoTabs('/admin?tab=acts');
  const ask = async (tab: Page): Promise<Question> => {
    await tab.getByRole('button', { name: 'Reset All User Rewards' }).click();
    const dialog = tab.getByRole('dialog', { name: 'Reset All User Rewards' });
    await dialog.getByText('would be set to zero').waitFor();
    await dialog.getByRole('textbox').fill('RESET');
    return { dialog, confirm: dialog.getByRole('button', { name: 'Reset All User Rewards' }) };
  };
  const inOther = await ask(other);
  await (await ask(page)).confirm.click();
  await expectNotice(page, 'All Rewards Reset');
  await inOther.confirm.click();
  await expectNotice(other, 'Reset Failed', refusals.massActSince);
  await inOther.dialog.waitFor({ state: 'detached' });
  // Who has seen what it would do now may mean it.
  await (await ask(other)).confirm.click();
  await expectNotice(other, 'All Rewards Reset');
});

test('a reward that was sent in one tab is not sent once more in another, which tells of it when it is asked anew', async () => {
  const { client } = await newUser(stage.app);
  const [page, other] = await twoTabs('/admin?tab=rewards');
  const ask = async (tab: Page): Promise<Question> => {
    await tab.getByLabel('Wallet Address', { exact: true }).fill(client.account.address);
    await tab.getByLabel('Amount (EVO)').fill('7');
    await tab.getByLabel('Reason').fill('Helped others');
    await tab.getByRole('button', { name: 'Send Reward' }).click();
    const dialog = tab.getByRole('dialog', { name: 'Send Reward' });
    await dialog.getByText('7.00 EVO would go to').waitFor();
    return { dialog, confirm: dialog.getByRole('button', { name: 'Send Reward' }) };
  };
  const inOther = await ask(other);
  await (await ask(page)).confirm.click();
  await expectNotice(page, 'Reward Sent');
  await inOther.confirm.click();
  await expectNotice(other, 'Reward Failed', 'nothing was done now');
  await inOther.dialog.waitFor({ state: 'detached' });
  const anew = await ask(other);
  await anew.dialog
    .getByRole('note')
    .getByText(/already sent .* by you/)
    .waitFor();
  await anew.confirm.click();
  await expectNotice(other, 'Reward Sent');
});

test('a reward that was lost on its way is not sent on top of an equal one that came since, before its sender was told of that', async () => {
  const [{ client }, root] = await Promise.all([newUser(stage.app), superAdminOf(stage.app)]);
  const { page } = await openAsSuperAdmin(stage, { path: '/admin?tab=rewards' });
  const reward = { walletAddress: client.account.address, amount: '7', reason: 'Helped others' };
  await page.getByLabel('Wallet Address', { exact: true }).fill(reward.walletAddress);
  await page.getByLabel('Amount (EVO)').fill(reward.amount);
  await page.getByLabel('Reason').fill(reward.reason);
  const ask = page.getByRole('button', { name: 'Send Reward' });
  await ask.click();
  const dialog = page.getByRole('dialog', { name: 'Send Reward' });
  await dialog.getByText('Nothing is sent yet').waitFor();
  await page.route('**/api/admin/send-reward', (route) => route.abort());
  const confirm = dialog.getByRole('button', { name: 'Send Reward', disabled: false });
  await confirm.click();
  await expectNotice(page, 'Reward Failed');
  await page.unroute('**/api/admin/send-reward');
  await root.get('/api/admin/users', await root.post('/api/admin/send-reward', reward));
  await page.reload();
  await ask.click();
  await dialog.getByText('Maybe sent already').waitFor();
  await confirm.click();
  await expectNotice(page, 'Reward Failed', 'nothing was done now');
  await dialog.waitFor({ state: 'detached' });
  await ask.click();
  await dialog.getByRole('note').getByText('already sent').waitFor();
  await confirm.click();
  await expectNotice(page, 'Reward Sent');
});

test('what was cleared and given anew in one tab is not cleared in another that showed what there was before', async () => {
  const { client } = await newUser(stage.app);
  const [page, other] = await twoTabs('/admin?tab=users');
  const ask = async (tab: Page, amount: string): Promise<Question> => {
    await rowOf(tab, client.account.address)
      .getByRole('button', { name: /^Clear App Rewards/ })
      .click();
    const dialog = tab.getByRole('dialog', { name: 'Clear App Rewards' });
    await dialog.getByText(`${amount} EVO of App Rewards would be taken`).waitFor();
    return { dialog, confirm: dialog.getByRole('button', { name: 'Clear App Rewards' }) };
  };
  const row = rowOf(page, client.account.address);
  await row.waitFor();
  const pending = await row.locator('[data-amount]').first().getAttribute('data-amount');
  const shown = `${pending}.00000000`;
  const inOther = await ask(other, shown);
  await (await ask(page, shown)).confirm.click();
  await expectNotice(page, 'Balance Cleared');
  await page.goto(`/admin?tab=rewards&to=${client.account.address}`);
  await page.getByLabel('Amount (EVO)').fill('50');
  await page.getByLabel('Reason').fill('What is right');
  await page.getByRole('button', { name: 'Send Reward' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send Reward' }).click();
  await expectNotice(page, 'Reward Sent');
  await inOther.confirm.click();
  await expectNotice(other, 'Clear Balance Failed', refusals.clearsOtherwise);
  await inOther.dialog.waitFor({ state: 'detached' });
  await (await ask(other, '50.00000000')).confirm.click();
  await expectNotice(other, 'Balance Cleared');
  expect(await rowOf(other, client.account.address).count()).toBe(1);
});
