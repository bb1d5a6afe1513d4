import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { createTestClient, type TestClient } from '../../api/testing/client.ts';
import { raffleTexts, validation } from '../../contracts/messages.ts';
import { openAsSuperAdmin, openTab, verifiedUsers } from './admin-stage.ts';
import { expectSoundInAllLooks } from './axe.ts';
import { draw, start } from './raffle-form-stage.ts';
import { expectNotice } from './sign-in.ts';
import { setStage } from './stage.ts';

const stage = setStage();
let eligible: readonly TestClient[];

stage.begin(async () => {
  eligible = await verifiedUsers(stage.app, 6);
});

test('the form refuses what cannot be drawn, each with its text', async () => {
  const { page } = await openAsSuperAdmin(stage, { path: '/admin?tab=raffle' });
  const count = page.getByLabel('Number of Winners');
  await page.getByText('6 eligible').waitFor();
  const expectRefused = async (text: string) => {
    await start(page).click();
    await page.getByRole('alert').filter({ hasText: text }).waitFor();
    await expectNotice(page, 'Raffle Failed', text);
  };
  await expectRefused(validation.rewardAmountInvalid);
  await page.getByLabel('Reward Amount (EVO)').fill('5');
  for (const typed of ['0', 'abc', ' 3', '1e1', '3.0', '٣']) {
    await count.fill(typed);
    await count.blur();
    expect(await count.inputValue()).toBe(typed);
    await expectRefused(validation.winnerCountInvalid);
    await page.keyboard.press('Escape');
  }
  expect(await page.getByRole('dialog').count()).toBe(0);
  await count.fill('');
  await count.blur();
  expect(await count.inputValue()).toBe('1');
  await count.fill('7');
  await expectRefused('Cannot select 7 winners from 6 eligible users');

  await count.fill('4');
  await page.getByLabel('Use Tiered Rewards').check();
  const tiers = page.getByRole('group', { name: /Amount for each place/ }).getByRole('textbox');
  await expect
    .poll(() => tiers.evaluateAll((all) => all.map((one) => one.getAttribute('placeholder'))))
    .toEqual([...['500', '300', '200', '100']]);
  await tiers.nth(0).fill('500');
  await tiers.nth(1).fill('abc');
  await tiers.nth(2).fill('0.25');
  await page.getByLabel('Total of all prizes').locator('[data-amount="500.25"]').waitFor();
  await expectRefused('Please enter valid amounts for all 4 positions');
  await count.fill('3');
  await expect
    .poll(() => tiers.evaluateAll((all) => all.map((one) => Reflect.get(one, 'value'))))
    .toEqual(['', '', '']);
});

test.each([360, 1440] as const)(
  'at %i px the form stands still as it is told how many are eligible',
  async (width) => {
    const answers = Promise.withResolvers<void>();
    const { page } = await openAsSuperAdmin(stage, {
      path: '/admin?tab=raffle',
      width,
      prepare: (one) =>
        one.route('**/api/admin/stats', async (route) => {
          await answers.promise;
          await route.continue();
        }),
    });
    await start(page).waitFor();
    const place = await start(page).boundingBox();
    answers.resolve();
    await page.getByText('6 eligible').waitFor();
    expect(await start(page).boundingBox()).toEqual(place);
  },
);

test('nobody’s data are read to say how many are eligible', async () => {
  const asked: string[] = [];
  const { page } = await openAsSuperAdmin(stage, {
    path: '/admin?tab=raffle',
    prepare: async (one) => void one.on('request', (request) => asked.push(request.url())),
  });
  await page.getByText('6 eligible').waitFor();
  expect(asked.filter((url) => url.includes('/api/admin/users'))).toEqual([]);
});

test('an amount that is pasted is read to its end, or refused: no part of it counts as all of it', async () => {
  const { page } = await openAsSuperAdmin(stage, { path: '/admin?tab=raffle' });
  const paste = async (field: Locator, text: string): Promise<void> => {
    await field.fill('');
    await field.focus();
    await page.keyboard.insertText(text);
  };
  const blanks = ' \u00a0'.repeat(31);
  const amount = page.getByLabel('Reward Amount (EVO)');
  const total = page.getByLabel('Total of all prizes');
  await paste(amount, `${blanks}12.5`);
  expect(await total.locator('[data-amount]').getAttribute('data-amount')).toBe('12.5');
  for (const text of [`1${'0'.repeat(70)}`, `1.${'0'.repeat(62)}5`, '1e3', '12,5', '١٢', '１２', '1 000']) {
    await paste(amount, text);
    expect(await total.locator('[data-amount]').getAttribute('data-amount'), text).toBe('0');
    await start(page).click();
    await page.getByRole('alert').filter({ hasText: validation.rewardAmountInvalid }).waitFor();
  }
  await openTab(page, 'Send Rewards');
  await page.getByRole('textbox', { name: 'Wallet Address' }).fill(eligible[0]?.account.address ?? '');
  await page.getByLabel('Reason').fill('A test');
  await paste(page.getByLabel('Amount (EVO)'), `${blanks}12.5`);
  await page.getByRole('button', { name: 'Send Reward' }).click();
  await page.getByRole('dialog').getByText('12.50 EVO').first().waitFor();
});

test('one click draws nothing: what would be drawn is shown, signed and confirmed; a refusal leaves the form', async () => {
  const { page, wallet, faults } = await openAsSuperAdmin(stage, { path: '/admin?tab=raffle' });
  await page.getByText('6 eligible').waitFor();
  await page.getByLabel('Reward Amount (EVO)').fill('1250.5');
  await page.getByLabel('Number of Winners').fill('3');
  await start(page).click();
  const dialog = page.getByRole('dialog', { name: 'Start Raffle' });
  await dialog.getByText('3 winners would be drawn among 6 eligible users, 3,751.50 EVO in total').waitFor();
  await dialog.locator('[data-amount="3751.5"]').waitFor();
  await dialog.getByText('Draw 3 winners of 1,250.5 EVO each, 3,751.5 EVO in all').waitFor();
  await dialog.getByText(raffleTexts.permanent).waitFor();
  await expectSoundInAllLooks(page, 'the preview of a raffle');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  await wallet.setFaults(page, { errors: { personal_sign: 4001 } });
  await draw(page);
  await expectNotice(page, 'Raffle Failed', 'Failed to sign message');
  await dialog.waitFor({ state: 'detached' });
  expect(await page.getByLabel('Reward Amount (EVO)').inputValue()).toBe('1250.5');
  expect((await createTestClient(stage.app.url).get('/api/public/latest-raffle')).status).toBe(404);
  expect(faults).toEqual([]);
});

test('a prize is shown to its last decimal before it is drawn', async () => {
  const { page } = await openAsSuperAdmin(stage, { path: '/admin?tab=raffle' });
  await page.getByText('6 eligible').waitFor();
  await page.getByLabel('Reward Amount (EVO)').fill('0.000000000000000001');
  await start(page).click();
  const prize = page
    .getByRole('dialog', { name: 'Start Raffle' })
    .getByRole('definition')
    .filter({ has: page.locator('[data-amount]') });
  expect(await prize.first().textContent()).toMatch(/^0\.000000000000000001EVO/);
});
