import pg from 'pg';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { superAdminOf } from '../../api/testing/admin.ts';
import { newUser } from '../../api/testing/email-calls.ts';
import { adminAnswers, setAsideTexts } from '../../contracts/admin-messages.ts';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import { inboxTexts } from '../../contracts/inbox-messages.ts';
import { ONE_EVO } from '../../contracts/money.ts';
import { account } from '../../ledger/accounts/account.ts';
import { connectEventStore, type EventStore } from '../../ledger/event-store.ts';
import { createCommandHandler } from '../../ledger/handle-command.ts';
import { testContext } from '../../ledger/testing/start-ledger.ts';
import { openAsSuperAdmin, openTab } from './admin-stage.ts';
import { expectSoundInAllLooks } from './axe.ts';
import { readFirstPaint, watchFirstPaint } from './first-paint.ts';
import { served } from './served.ts';
import { expectNotice } from './sign-in.ts';
import { setStage } from './stage.ts';

// What is parked is logged as an error.
const stage = setStage(async () => ({ LOG_LEVEL: 'silent' }));
let store: EventStore;
let userId: string;
/** Prizes that name no raffle, so far. */
let poisoned = 0;

stage.begin(async () => {
  poisoned = 0;
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
  poisoned += 1;
}

type Root = Awaited<ReturnType<typeof superAdminOf>>;

async function setAside(root: Root): Promise<readonly { readonly id: string }[]> {
  return (await root.get<{ events: { id: string }[] }>('/api/admin/set-aside')).body.events;
}

async function dismiss(root: Root, id: string | undefined): Promise<void> {
  const decision = { id, reason: 'A test grant' };
  expect((await root.post('/api/admin/set-aside/dismiss', decision)).status).toBe(200);
}

/** As another admin does. */
async function dismissFirst(): Promise<void> {
  const root = await superAdminOf(stage.app);
  await dismiss(root, (await setAside(root))[0]?.id);
}

/** All that became of what was poisoned so far, also what was dismissed. */
async function heardOf(): Promise<number> {
  const client = new pg.Client({ connectionString: stage.app.databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ count: number }>(
    'select count(*)::int as count from processes.set_aside',
  );
  await client.end();
  return rows[0]?.count ?? 0;
}

// Each test begins with an empty inbox, whatever the one before it, or a try that failed, has left to come into it.
beforeEach(async () => {
  await expect.poll(heardOf).toBe(poisoned);
  const root = await superAdminOf(stage.app);
  for (const { id } of await setAside(root)) await dismiss(root, id);
});

test('an event that could not be handled is said, tried again and dismissed, by keyboard', async () => {
  const { page, faults } = await openAsSuperAdmin(stage, { path: '/admin' });
  await watchFirstPaint(page);
  await page.reload();
  const inbox = page.getByRole('region', { name: inboxTexts.title });
  await inbox.getByText(inboxTexts.nothing, { exact: true }).first().waitFor();
  const overview = page.getByRole('link', { name: inboxTexts.overview });
  await overview.getByText(inboxTexts.nothing).waitFor();
  await page.locator('svg.recharts-surface').first().waitFor();
  const { cumulativeLayoutShift, shifted } = await readFirstPaint(page);
  expect(cumulativeLayoutShift, shifted.join('; ')).toBeLessThanOrEqual(0.02);
  await poison();
  // What became of it is asked for again soon; its number stands beside the overview in every tab.
  await inbox.getByText(inboxTexts.parked(1)).waitFor({ timeout: 30_000 });
  await openTab(page, 'Music');
  await overview.getByText(inboxTexts.waiting(1)).waitFor();
  await overview.click();
  await inbox.getByRole('button', { name: /^Review/ }).focus();
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
  await inbox.getByText(inboxTexts.nothing, { exact: true }).first().waitFor();
  expect(faults).toEqual([]);
});

test('who writes why an event is dismissed as another admin does is told so, and what was written stays', async () => {
  await poison();
  const { page, faults } = await openAsSuperAdmin(stage, { path: '/admin' });
  await page.getByRole('button', { name: /^Review/ }).click({ timeout: 30_000 });
  const dialog = page.getByRole('dialog', { name: 'Set aside' });
  await dialog.getByRole('button', { name: 'Dismiss' }).click();
  const reason = dialog.getByRole('textbox', { name: 'Reason' });
  await reason.fill('A prize of nobody');
  const emptied = page.waitForResponse(
    async (response) =>
      response.url().includes('/api/admin/set-aside?') && (await response.json()).events.length === 0,
  );
  await dismissFirst();
  await emptied;
  await reason.press('Enter');
  await expectNotice(page, 'Not Decided', setAsideTexts.gone);
  expect(await reason.inputValue()).toBe('A prize of nobody');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.getByText(setAsideTexts.nothing, { exact: true }).waitFor();
  expect(faults).toEqual([]);
});

test('on a phone nothing below the inbox moves as something comes into it and goes', async () => {
  const { page } = await openAsSuperAdmin(stage, { path: '/admin', width: 360 });
  const inbox = page.getByRole('region', { name: inboxTexts.title });
  const statistics = page.getByRole('region', { name: 'Statistics' });
  await inbox.getByText(inboxTexts.nothing, { exact: true }).first().waitFor();
  const place = async () => (await statistics.boundingBox())?.y;
  const before = await place();
  await poison();
  await inbox.getByText(inboxTexts.parked(1)).waitFor({ timeout: 30_000 });
  expect(await place()).toBe(before);
  await dismissFirst();
  await inbox.getByText(inboxTexts.nothing, { exact: true }).first().waitFor({ timeout: 30_000 });
  expect(await place()).toBe(before);
});

test('on a phone nothing below the inbox moves as more comes into it than there is room for, and it can be scrolled to', async () => {
  let inbox = { overdue: { count: 0, raffles: [] as object[] }, requests: 0, mails: {} };
  const { page } = await openAsSuperAdmin(stage, {
    path: '/admin',
    width: 360,
    prepare: (page) =>
      page.route('**/api/admin/inbox', async (route) => {
        const response = await served(route);
        const answer = await response.json();
        const mails = { ...answer.mails, ...inbox.mails };
        await route.fulfill({ response, json: { ...answer, ...inbox, mails } });
      }),
  });
  const panel = page.getByRole('region', { name: inboxTexts.title });
  const statistics = page.getByRole('region', { name: 'Statistics' });
  await panel.getByText(inboxTexts.nothing, { exact: true }).first().waitFor();
  const place = async () => (await statistics.boundingBox())?.y;
  const before = await place();
  const shown = [];
  for (const next of [
    // What is wrong comes first, so that each stands below those before it.
    { overdue: { count: 1, raffles: [{ raffleId: userId, number: 7, dueAt: '2026-01-01T00:00:00.000Z' }] } },
    { mails: { failed: 3, reasons: [{ reason: 'The server of the mailbox refused it', count: 3 }] } },
    { requests: 2 },
  ]) {
    inbox = { ...inbox, ...next };
    shown.push(inbox);
    // Whatever an admin does, the page asks again.
    await newUser(stage.app);
    await expect.poll(() => panel.getByRole('listitem').count(), { timeout: 30_000 }).toBe(shown.length);
    expect(await place()).toBe(before);
  }
  // The first is seen; the rest is scrolled to, by keyboard too.
  const things = panel.getByRole('listitem');
  const box = panel.getByRole('group', { name: inboxTexts.title });
  const isSeen = (number: number) =>
    things.nth(number).evaluate((thing) => {
      const { top, bottom } = thing.getBoundingClientRect();
      const view = thing.closest('[role=group]')?.getBoundingClientRect();
      return view !== undefined && top >= view.top - 1 && bottom <= view.bottom + 8;
    });
  expect(await isSeen(0)).toBe(true);
  expect(await isSeen(2)).toBe(false);
  await box.focus();
  await page.keyboard.press('End');
  await expect.poll(() => isSeen(2)).toBe(true);
  await expectSoundInAllLooks(page, 'an inbox with three things');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('an inbox that cannot be loaded says so, and is asked for again; the rest of the overview stands', async () => {
  let isBroken = true;
  const { page } = await openAsSuperAdmin(stage, {
    path: '/admin',
    prepare: (page) =>
      page.route('**/api/admin/inbox', (route) =>
        isBroken ? route.fulfill({ status: 500, body: 'no' }) : route.continue(),
      ),
  });
  await page.getByText('Could not load what needs a hand').waitFor({ timeout: 30_000 });
  await page.getByRole('heading', { name: 'Total Users' }).waitFor();
  isBroken = false;
  await page.getByRole('button', { name: 'Retry loading what needs a hand' }).click();
  await page.getByText(inboxTexts.nothingNext).waitFor();
});

test('a list of what is set aside that cannot be loaded says so, and is asked for again', async () => {
  await poison();
  let isBroken = true;
  const { page } = await openAsSuperAdmin(stage, {
    path: '/admin',
    prepare: (page) =>
      page.route('**/api/admin/set-aside?*', (route) =>
        isBroken ? route.fulfill({ status: 500, body: 'no' }) : route.continue(),
      ),
  });
  await page.getByRole('button', { name: /^Review/ }).click({ timeout: 30_000 });
  await page.getByText('Could not load what is set aside').waitFor({ timeout: 30_000 });
  isBroken = false;
  await page.getByRole('button', { name: 'Retry loading what is set aside' }).click();
  await page.getByRole('dialog').getByText('names no raffle and place').waitFor();
});
