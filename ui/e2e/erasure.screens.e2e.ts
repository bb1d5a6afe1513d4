import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { TestClient } from '../../api/testing/client.ts';
import { newAddress, newUser, signUp } from '../../api/testing/email-calls.ts';
import { actTexts } from '../../contracts/act-messages.ts';
import { erasureTexts } from '../../contracts/erasure-texts.ts';
import { openAsSuperAdmin } from './admin-stage.ts';
import { expectSoundInAllLooks } from './axe.ts';
import { expectNotice, openAsNewUser } from './sign-in.ts';
import { setStage } from './stage.ts';

const stage = setStage();
let user: TestClient;
let userId: string;

beforeAll(async () => {
  ({ client: user, userId } = await newUser(stage.app));
  await signUp(user, newAddress());
});

const dialogOf = (page: Page) => page.getByRole('dialog', { name: erasureTexts.title });

async function confirm(page: Page): Promise<void> {
  const button = dialogOf(page).getByRole('button', { name: erasureTexts.doIt });
  expect(await button.isDisabled()).toBe(true);
  await dialogOf(page).getByLabel('Type ERASE to confirm').fill(erasureTexts.confirmation);
  await button.click();
}

test('a person sees what goes and what stays, types it, signs it, and is told that it is done', async () => {
  const { page, wallet, faults } = await openAsNewUser(stage, { path: '/evo-rewards' });
  await page.getByLabel('Change username').fill('To_Be_Erased');
  await page.getByRole('button', { name: 'Save' }).click();
  await expectNotice(page, 'Username Updated');
  await page.getByRole('button', { name: erasureTexts.open }).click();
  await dialogOf(page)
    .getByText(erasureTexts.would({ hasEmail: false, handles: [], username: 'To_Be_Erased' }))
    .waitFor();
  await dialogOf(page).getByText(actTexts.willSign).waitFor();
  await expectSoundInAllLooks(page, 'erasing personal data');

  await wallet.setFaults(page, { errors: { personal_sign: 4001 } });
  await confirm(page);
  await expectNotice(page, erasureTexts.failed, 'Failed to sign message');
  await wallet.setFaults(page, {});
  await dialogOf(page).getByRole('button', { name: erasureTexts.doIt }).click();
  await dialogOf(page).getByText(erasureTexts.done).waitFor();
  await expectSoundInAllLooks(page, 'personal data erased');
  await dialogOf(page).getByRole('button', { name: 'Close', exact: true }).click();
  await expect.poll(() => page.getByText('To_Be_Erased').count()).toBe(0);
  expect(faults).toEqual([]);
});

test('an admin erases from the list of users', async () => {
  const { page, faults } = await openAsSuperAdmin(stage, { path: '/admin?tab=users' });
  const { body } = await user.get<{ user: { username: string } }>('/api/dashboard');
  const { username } = body.user;
  await page.getByRole('button', { name: `${erasureTexts.title} of ${username}` }).click();
  await dialogOf(page)
    .getByText(erasureTexts.would({ hasEmail: true, handles: [], username: null }))
    .waitFor();
  await dialogOf(page).getByText(erasureTexts.wordsOfAdmin(userId)).waitFor();
  await expectSoundInAllLooks(page, 'erasing as an admin');
  await confirm(page);
  await expectNotice(page, erasureTexts.doneByAdmin);
  const after = await user.get<{ user: { email: string | null } }>('/api/dashboard');
  expect(after.body.user.email).toBeNull();
  expect(faults).toEqual([]);
});
