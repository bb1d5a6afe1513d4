import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { superAdminOf } from '../../api/testing/admin.ts';
import { newUser } from '../../api/testing/email-calls.ts';
import { userListTexts } from '../../contracts/admin-messages.ts';
import { openAsSuperAdmin, rowOf } from './admin-stage.ts';
import { expectSoundInAllLooks } from './axe.ts';
import { wear } from './browser.ts';
import { manyAccounts } from './many-accounts.ts';
import { setStage } from './stage.ts';

const stage = setStage();

const frameOf = (page: Page) => page.getByRole('region', { name: 'Users', exact: true });
const showing = (page: Page, count: number) => page.getByText(`Showing ${count} of ${count} users`).waitFor();
const placeOf = async (row: Locator): Promise<number> => (await row.boundingBox())?.y ?? Number.NaN;

test('who signs up as the list is looked at moves no row of it under the pointer, and is said above', async () => {
  await manyAccounts(stage.app, 15);
  const { client } = await newUser(stage.app);
  const { page } = await openAsSuperAdmin(stage);
  await showing(page, 17);
  const row = rowOf(page, client.account.address);
  const place = await placeOf(row);

  const [first] = [await newUser(stage.app), await newUser(stage.app)];
  await showing(page, 19);
  expect(await placeOf(row)).toBe(place);
  const above = page.getByRole('button', { name: userListTexts.above(2) });
  await above.waitFor();
  await expectSoundInAllLooks(page, 'users above');
  await wear(page, { width: 1440, theme: 'dark' });

  await above.press('Enter');
  await above.waitFor({ state: 'detached' });
  expect(await frameOf(page).evaluate((element) => element === document.activeElement)).toBe(true);
  // The newest stands first again.
  expect(await placeOf(rowOf(page, first.client.account.address))).toBeGreaterThan(place);
});

test('nor do the rows in the middle of a long list move, whoever comes and goes above them', async () => {
  const { client } = await newUser(stage.app);
  await manyAccounts(stage.app, 60);
  const root = await superAdminOf(stage.app);
  const { page } = await openAsSuperAdmin(stage);
  const row = rowOf(page, client.account.address);
  await frameOf(page).evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
  await row.waitFor();
  const place = await placeOf(row);
  const come = await Promise.all([newUser(stage.app), newUser(stage.app), newUser(stage.app)]);
  await page.getByRole('button', { name: userListTexts.above(3) }).waitFor();
  expect(await placeOf(row)).toBe(place);
  await root.post('/api/admin/remove-user', { userId: come[1].userId });
  await page.getByRole('button', { name: userListTexts.above(2) }).waitFor();
  expect(await placeOf(row)).toBe(place);
});
