import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { createTestClient } from '../../api/testing/client.ts';
import type { ResponseOf } from '../../contracts/api/endpoint.ts';
import { listRaffles } from '../../contracts/api/raffle.ts';
import { refusals } from '../../contracts/messages.ts';
import { openAsSuperAdmin, verifiedUsers } from './admin-stage.ts';
import { expectNotice } from './sign-in.ts';
import { setStage } from './stage.ts';

const stage = setStage();

stage.begin(async () => {
  await verifiedUsers(stage.app, 2);
});

const numbers = async (): Promise<number[]> => {
  const { body } = await createTestClient(stage.app.url).get<ResponseOf<typeof listRaffles>>(
    listRaffles.path,
  );
  return body.raffles.map(({ number }) => number);
};

/** To the preview of a raffle, which names its number. */
async function ask(page: Page, number: number): Promise<Locator> {
  await page.getByText('2 eligible').waitFor();
  await page.getByLabel('Reward Amount (EVO)').fill('5');
  await page.getByRole('button', { name: 'Start Animated Raffle' }).click();
  const dialog = page.getByRole('dialog', { name: 'Start Raffle' });
  await dialog.getByText(`#${number}`, { exact: true }).waitFor();
  return dialog.getByRole('button', { name: 'Draw Winners' });
}

const show = (page: Page): Promise<void> => page.getByRole('dialog', { name: 'LIVE RAFFLE DRAW' }).waitFor();

test('a raffle that was drawn in another tab is not drawn once more by who has been shown its number before', async () => {
  const { page } = await openAsSuperAdmin(stage, { path: '/admin?tab=raffle' });
  const other = await page.context().newPage();
  await other.goto('/admin?tab=raffle');
  const inOther = await ask(other, 1);
  await (await ask(page, 1)).click();
  await show(page);
  await inOther.click();
  await expectNotice(other, 'Raffle Failed', refusals.raffleStarted(1));
  expect(await numbers()).toEqual([1]);
  // Who has seen it may mean another one.
  await (await ask(other, 2)).click();
  await show(other);
  expect(await numbers()).toEqual([2, 1]);
});
