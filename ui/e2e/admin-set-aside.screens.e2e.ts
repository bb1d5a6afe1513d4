import { afterAll, beforeAll, expect, test } from 'vitest';
import { newUser } from '../../api/testing/email-calls.ts';
import { adminAnswers, setAsideTexts } from '../../contracts/admin-messages.ts';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import { ONE_EVO } from '../../contracts/money.ts';
import { account } from '../../ledger/accounts/account.ts';
import { connectEventStore, type EventStore } from '../../ledger/event-store.ts';
import { createCommandHandler } from '../../ledger/handle-command.ts';
import { testContext } from '../../ledger/testing/start-ledger.ts';
import { openAsSuperAdmin } from './admin-stage.ts';
import { expectSoundInAllLooks } from './axe.ts';
import { expectNotice } from './sign-in.ts';
import { setStage } from './stage.ts';

// What is parked is logged as an error.
const stage = setStage(async () => ({ LOG_LEVEL: 'silent' }));
let store: EventStore;
let userId: string;

beforeAll(async () => {
  store = connectEventStore(stage.app.eventStoreUrl);
  userId = (await newUser(stage.app)).userId;
});
afterAll(() => store.close());

/** A prize that names no raffle, about which the program can do nothing. */
async function poison(): Promise<void> {
  const context = testContext({ actor: { kind: 'system' } });
  const grantId = context.commandId;
  await createCommandHandler(store).handle({
    ...context,
    stream: streamOf('account', userId),
    decider: account,
    command: { type: 'GrantReward', grantId, amount: ONE_EVO, source: 'raffle', reason: 'Prize' },
    input: { grantId },
  });
}

test('an event that could not be handled is said, tried again and dismissed, by keyboard', async () => {
  const { page, faults } = await openAsSuperAdmin(stage);
  await page.getByRole('tablist').waitFor();
  const notice = page.getByRole('region', { name: 'Set aside' });
  expect(await notice.count()).toBe(0);
  await poison();
  // The panel hears of the event at once; what became of it is asked for again soon.
  await notice.getByText(setAsideTexts.notice(1, 0)).waitFor({ timeout: 30_000 });
  await notice.getByRole('button', { name: 'Review' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Set aside' });
  await dialog.getByText('names no raffle and place').waitFor();
  await expectSoundInAllLooks(page, 'what is set aside');

  await dialog.getByRole('button', { name: 'Try again' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('Mended');
  await page.keyboard.press('Enter');
  await expectNotice(page, 'Decided', adminAnswers.setAsideRetried);
  await dialog.getByText('failed 2 times').waitFor({ timeout: 30_000 });

  await dialog.getByRole('button', { name: 'Dismiss' }).focus();
  await page.keyboard.press('Enter');
  const confirm = dialog.locator('form').getByRole('button', { name: 'Dismiss' });
  expect(await confirm.isDisabled()).toBe(true);
  await page.keyboard.type('A test grant');
  await page.keyboard.press('Enter');
  await expectNotice(page, 'Decided', adminAnswers.setAsideDismissed);
  await dialog.getByText(setAsideTexts.nothing, { exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Close dialog' }).press('Enter');
  await notice.waitFor({ state: 'detached' });
  expect(faults).toEqual([]);
});

test('a list that cannot be loaded says so, and is asked for again', async () => {
  let isBroken = true;
  const { page } = await openAsSuperAdmin(stage, {
    prepare: (page) =>
      page.route('**/api/admin/set-aside?*', (route) =>
        isBroken ? route.fulfill({ status: 500, body: 'no' }) : route.continue(),
      ),
  });
  await page.getByText('Could not load what is set aside').waitFor({ timeout: 30_000 });
  isBroken = false;
  await page.getByRole('button', { name: 'Retry loading what is set aside' }).click();
  await page.getByText('Could not load what is set aside').waitFor({ state: 'detached' });
});
