import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { type Answering, answerEmpty, answerInFull, answerNever, answerNothing } from './answers.ts';
import { expectSoundInAllLooks } from './axe.ts';
import { expectNotice, openAsNewUser } from './sign-in.ts';
import { setStage } from './stage.ts';

const stage = setStage();

/** What tells that each state has arrived. */
const states: readonly (readonly [name: string, answering: Answering, sign: (page: Page) => Locator])[] = [
  ['full', answerInFull, (page) => page.locator('svg.recharts-surface')],
  ['empty', answerEmpty, (page) => page.getByText('No history yet')],
  ['error', answerNothing, (page) => page.getByText('Could not load your rewards')],
  ['loading', answerNever, (page) => page.getByText('Loading your referrals')],
];

test('axe finds nothing in any state of the dashboard in any look', async () => {
  const { page, faults } = await openAsNewUser(stage);
  for (const [name, answering, sign] of states) {
    await page.unrouteAll();
    await answering(page);
    await page.reload();
    await sign(page).first().waitFor({ state: 'attached' });
    await expectSoundInAllLooks(page, `dashboard, ${name}`);
  }
  expect(faults).toEqual([]);
});

test('axe finds nothing in what opens from the dashboard in any look', async () => {
  const { page, faults } = await openAsNewUser(stage, { width: 360, prepare: answerInFull });
  const dialog = page.getByRole('dialog');
  async function expectSoundDialog(name: string, sign: Locator): Promise<void> {
    await sign.waitFor();
    await expectSoundInAllLooks(page, name);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  }

  await page
    .getByRole('button', { name: /show the events that make it/ })
    .first()
    .click();
  await expectSoundDialog('explanation', dialog.getByText('Task verified'));
  await page.getByRole('button', { name: 'Show more' }).click();
  await expectSoundDialog('leaderboard', dialog.getByText('user_50'));
  await page.getByRole('button', { name: 'Show as table' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expectNotice(page, 'No Changes');
  await page.getByRole('button', { name: 'Connect YouTube' }).click();
  await page.getByRole('listitem', { name: 'Connect YouTube' }).locator('form button').click();
  await expectNotice(page, 'Please enter a valid handle');
  await expectSoundInAllLooks(page, 'history as a table, faults beside their fields');

  await page.unrouteAll();
  // A page that is loaded again opens where it was left: here at its top.
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.reload();
  await page.getByRole('button', { name: /^Claim 100/ }).click();
  await page.getByRole('button', { name: 'View receipt' }).click();
  await expectSoundDialog('receipt', dialog.getByText('Ledger position'));
  expect(faults).toEqual([]);
});
