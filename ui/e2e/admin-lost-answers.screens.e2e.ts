import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { newUser } from '../../api/testing/email-calls.ts';
import { HEADERS } from '../../contracts/constants.ts';
import { successToasts } from '../../contracts/toasts.ts';
import { openAsSuperAdmin, openTab, rowOf, usersTable, verifiedUsers } from './admin-stage.ts';
import { breakNextAnswer } from './break-answers.ts';
import { holdAnswers } from './hold-answers.ts';
import { expectNotice } from './sign-in.ts';
import { setStage } from './stage.ts';

const stage = setStage();

const amountsIn = (part: Locator) =>
  part.locator('[data-amount]').evaluateAll((all) => all.map((one) => one.getAttribute('data-amount')));

test('the late answer of an act that was given up closes no other question', async () => {
  const [given, asked] = await Promise.all([newUser(stage.app), newUser(stage.app)]);
  const { page } = await openAsSuperAdmin(stage);
  await usersTable(page).waitFor();
  const dialog = page.getByRole('dialog');
  await rowOf(page, given.client.account.address)
    .getByRole('button', { name: /^Clear App Rewards/ })
    .click();
  await dialog.getByText('would be taken').waitFor();
  const { held, release } = await holdAnswers(
    page,
    '**/api/admin/clear-balance',
    (request) => request.postDataJSON().dryRun !== true,
  );
  await dialog.getByRole('button', { name: 'Clear App Rewards' }).click();
  await held;
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await rowOf(page, asked.client.account.address)
    .getByRole('button', { name: /^Remove User/ })
    .click();
  await dialog.getByText('would be removed').waitFor();
  release();
  await expectNotice(page, successToasts.balanceCleared.title);
  await expect.poll(() => dialog.getByRole('button', { name: 'Remove User' }).count()).toBe(1);
});

test.each([
  ['confirmed again', false],
  ['confirmed again after the page was loaded anew', true],
])(
  'a reward whose answer breaks off in the middle, and that is %s, is sent once',
  async (_how, isReloaded) => {
    const { client } = await newUser(stage.app);
    const { page } = await openAsSuperAdmin(stage);
    await openTab(page, 'Send Rewards');
    await page.getByLabel('Wallet Address', { exact: true }).fill(client.account.address);
    await page.getByLabel('Amount (EVO)').fill('7');
    await page.getByLabel('Reason').fill('Helped others');
    await page.getByRole('button', { name: 'Send Reward' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('7.00 EVO would go to').waitFor();
    await dialog.getByText('Nothing is sent yet').waitFor();
    const { broken } = await breakNextAnswer(
      page,
      stage.app.url,
      '**/api/admin/send-reward',
      (request) => request.postDataJSON().dryRun !== true,
    );
    const confirm = dialog.getByRole('button', { name: 'Send Reward', disabled: false });
    await confirm.click();
    expect(await broken).toBe(200);
    await expectNotice(page, 'Reward Failed', 'it is not known whether this was done');
    if (isReloaded) {
      await page.reload();
      await page.getByRole('button', { name: 'Send Reward' }).click();
    }
    await dialog.getByText('Maybe sent already').waitFor();
    // Nothing comes on top of it: it is the same one.
    expect(await dialog.getByRole('note').count()).toBe(0);
    await confirm.click();
    await expectNotice(page, successToasts.rewardSent.title, '7.00 EVO sent to');
    const result = page.getByRole('region', { name: 'Result' });
    await result.locator('[data-amount]').first().waitFor();
    expect(await amountsIn(result)).toEqual(['7', '100', '107']);
  },
);

test('a reward whose answer breaks off, and whose dialog is confirmed again hours later, is sent once; another one is asked about anew', async () => {
  const { client } = await newUser(stage.app);
  const { page } = await openAsSuperAdmin(stage, { prepare: (one) => one.clock.install() });
  await openTab(page, 'Send Rewards');
  await page.getByLabel('Wallet Address', { exact: true }).fill(client.account.address);
  await page.getByLabel('Amount (EVO)').fill('7');
  await page.getByLabel('Reason').fill('Helped others');
  const ask = page.getByRole('button', { name: 'Send Reward' });
  await ask.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('7.00 EVO would go to').waitFor();
  const { broken } = await breakNextAnswer(
    page,
    stage.app.url,
    '**/api/admin/send-reward',
    (request) => request.postDataJSON().dryRun !== true,
  );
  const confirm = dialog.getByRole('button', { name: 'Send Reward', disabled: false });
  await confirm.click();
  expect(await broken).toBe(200);
  await expectNotice(page, 'Reward Failed', 'it is not known whether this was done');
  await page.clock.setSystemTime(Date.now() + 5 * 3_600_000);
  await confirm.click();
  await expectNotice(page, 'Done Before', 'Nothing was done now');
  await dialog.waitFor({ state: 'detached' });
  await ask.click();
  await dialog.getByText('Nothing is sent yet').waitFor();
  expect(await amountsIn(dialog)).toEqual(['107', '114']);
});

test('what is typed while a reward that was given up is still sent is not cleared by its end', async () => {
  const [{ client }, { client: next }] = await Promise.all([newUser(stage.app), newUser(stage.app)]);
  const { page } = await openAsSuperAdmin(stage);
  await openTab(page, 'Send Rewards');
  const wallet = page.getByLabel('Wallet Address', { exact: true });
  await wallet.fill(client.account.address);
  await page.getByLabel('Amount (EVO)').fill('3');
  await page.getByLabel('Reason').fill('The first');
  await page.getByRole('button', { name: 'Send Reward' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('3.00 EVO would go to').waitFor();
  const { held, release } = await holdAnswers(
    page,
    '**/api/admin/send-reward',
    (request) => request.postDataJSON().dryRun !== true,
  );
  await dialog.getByRole('button', { name: 'Send Reward', disabled: false }).click();
  await held;
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await wallet.fill(next.account.address);
  await page.getByLabel('Reason').fill('The second');
  release();
  await expectNotice(page, successToasts.rewardSent.title, '3.00 EVO sent to');
  expect(await amountsIn(page.getByRole('region', { name: 'Result' }))).toEqual(['3', '100', '103']);
  expect(await wallet.inputValue()).toBe(next.account.address);
  expect(await page.getByLabel('Reason').inputValue()).toBe('The second');
});

test('what is typed for the next raffle while one is being drawn is there after a reload', async () => {
  await verifiedUsers(stage.app, 1);
  const { page } = await openAsSuperAdmin(stage, { path: '/admin?tab=raffle' });
  const amount = page.getByLabel('Reward Amount (EVO)');
  await page.getByText(/[1-9]\d* eligible/).waitFor();
  await amount.fill('5');
  await page.getByRole('button', { name: 'Start Animated Raffle' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Nothing is drawn yet').waitFor();
  const { held, release } = await holdAnswers(
    page,
    '**/api/admin/raffle',
    (request) => HEADERS.actSignature.toLowerCase() in request.headers(),
  );
  await dialog.getByRole('button', { name: 'Draw Winners', disabled: false }).click();
  await held;
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await amount.fill('7');
  release();
  await page.getByRole('dialog', { name: 'LIVE RAFFLE DRAW' }).waitFor();
  await page.reload();
  await expect.poll(() => amount.inputValue()).toBe('7');
});

test('Enter takes who was found for the text as it stands, never who was found for the one before', async () => {
  const [{ client: verified }, { client: plain }] = await Promise.all([
    newUser(stage.app),
    newUser(stage.app),
  ]);
  const { page } = await openAsSuperAdmin(stage);
  await openTab(page, 'Send Rewards');
  const field = page.getByLabel('Find a user');
  await field.fill(verified.account.address);
  await page.getByRole('option', { selected: true }).waitFor();

  const { release, held } = await holdAnswers(page, `**/api/admin/users?*${plain.account.address}*`);
  await field.fill(plain.account.address);
  await field.press('Enter');
  await held;
  await field.press('Enter');
  await expect.poll(() => field.inputValue()).toBe(plain.account.address);
  expect(await page.getByRole('option', { selected: true }).count()).toBe(0);
  release();
  await page.getByRole('option', { selected: true }).waitFor();
  await field.press('Enter');
  await expect
    .poll(() => page.getByLabel('Wallet Address', { exact: true }).inputValue())
    .toBe(plain.account.address);
});
