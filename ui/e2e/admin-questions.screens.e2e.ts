import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { superAdminOf } from '../../api/testing/admin.ts';
import type { TestClient } from '../../api/testing/client.ts';
import { auditorTexts } from '../../contracts/admin-messages.ts';
import { adminToasts } from '../../contracts/admin-toasts.ts';
import { validation } from '../../contracts/messages.ts';
import { openAsSuperAdmin, rowOf, verifiedUsers } from './admin-stage.ts';
import { holdAnswers } from './hold-answers.ts';
import { countShifts, shiftOf } from './layout-shift.ts';
import { expectNotice } from './sign-in.ts';
import { setStage } from './stage.ts';
import { stillBoxOf } from './still-box.ts';

// The limits of one admin are the defaults: 10,000 EVO at once.
const stage = setStage();
let user: TestClient;

stage.begin(async () => {
  const [first] = await verifiedUsers(stage.app, 2);
  user = first!;
});

const REFUSAL = 'Refused for the test: it says in two lines why this cannot be done at this very moment';
const REFUSED = { status: 409, json: { error: 'Refused', message: REFUSAL, requestId: 'x' } };
const BROKEN = { status: 500, json: {} };

/** Holds what a dialog asks until it is let through, or answered with something else. */
async function holdQuestions(page: Page) {
  const held: ((answer?: typeof REFUSED | typeof BROKEN) => Promise<void>)[] = [];
  await page.route('**/api/admin/**', async (route) => {
    const sent: unknown = route.request().postDataJSON();
    if (Reflect.get(Object(sent), 'dryRun') !== true) return route.fallback();
    held.push((answer) => (answer ? route.fulfill(answer) : route.continue()));
  });
  return {
    /** Answers the one question that waits. */
    async answer(answer?: typeof REFUSED | typeof BROKEN): Promise<void> {
      await expect.poll(() => held.length).toBe(1);
      await held.pop()?.(answer);
    },
  };
}

const dialogOf = (page: Page) => page.getByRole('dialog');
const closeDialog = async (page: Page): Promise<void> => {
  await page.keyboard.press('Escape');
  await dialogOf(page).waitFor({ state: 'detached' });
};

test.each([360, 1440] as const)(
  'at %i px nothing moves when it is known what a reward would do',
  async (width) => {
    const { page } = await openAsSuperAdmin(stage, {
      width,
      path: `/admin?tab=rewards&to=${user.account.address}`,
      prepare: countShifts,
    });
    const { answer } = await holdQuestions(page);
    const send = page.getByRole('button', { name: 'Send Reward' });
    const ask = async (amount: string): Promise<void> => {
      await page.getByLabel('Amount (EVO)').fill(amount);
      await send.click();
    };
    await page.getByText('No reward waits').waitFor();
    await page.getByLabel('Reason').fill('To see it first');
    const before = await shiftOf(page);
    for (const [amount, text] of [
      ['2', '2.00 EVO would go to'],
      ['10000.5', 'needs a second admin'],
    ] as const) {
      await ask(amount);
      await expect.poll(() => send.getAttribute('aria-busy')).toBe('true');
      await answer();
      await dialogOf(page).getByText(text).waitFor();
      expect(await shiftOf(page)).toBe(before);
      await closeDialog(page);
    }
    await ask('3');
    await answer(REFUSED);
    await page.getByRole('alert').getByText(REFUSAL).waitFor();
    expect(await dialogOf(page).count()).toBe(0);
    expect(await shiftOf(page)).toBe(before);

    // What was asked about the form as it was opens nothing once that says something else.
    await ask('4');
    await page.getByLabel('Amount (EVO)').fill('5');
    await answer();
    await expect.poll(() => send.getAttribute('aria-busy')).toBe(null);
    await ask('6');
    await answer();
    await dialogOf(page).getByText('6.00 EVO would go to').waitFor();
  },
);

test.each([360, 1440] as const)(
  'at %i px a dialog keeps its height when what it asks is refused',
  async (width) => {
    const { page } = await openAsSuperAdmin(stage, { width });
    const { answer } = await holdQuestions(page);
    const boxOf = () => stillBoxOf(dialogOf(page));
    const expectStill = async (what: string): Promise<void> => {
      await dialogOf(page).getByLabel('Asking what it would do').waitFor();
      const before = await boxOf();
      await answer(BROKEN);
      const retry = dialogOf(page).getByRole('button', { name: 'Retry loading what it would do' });
      await retry.waitFor();
      expect(await boxOf(), `${what}, not loaded`).toEqual(before);
      await retry.click();
      await answer(REFUSED);
      await dialogOf(page).getByText(REFUSAL).waitFor();
      expect(await boxOf(), `${what}, refused`).toEqual(before);
      await closeDialog(page);
    };

    const row = rowOf(page, user.account.address);
    await row.getByRole('button', { name: /^Clear App Rewards/ }).click();
    await expectStill('clear');
    await page.goto('/admin?tab=users&act=clear-all');
    await expectStill('clear all');
    await page.goto('/admin?tab=raffle');
    await page.getByText('2 eligible').waitFor();
    await page.getByLabel('Reward Amount (EVO)').fill('1');
    await page.getByRole('button', { name: 'Start Animated Raffle' }).click();
    await expectStill('a raffle');
  },
);

test('prizes are asked about before their dialog opens, whether they have to be signed or not', async () => {
  const root = await superAdminOf(stage.app);
  const tieredAmounts = ['9000', '2000'];
  const drawn = await root.post('/api/admin/raffle', {
    winnerCount: 2,
    useTieredRewards: true,
    tieredAmounts,
  });
  expect(drawn.status).toBe(200);
  const { page } = await openAsSuperAdmin(stage, { path: '/admin?tab=raffle', prepare: countShifts });
  const { answer } = await holdQuestions(page);
  const all = page.getByRole('button', { name: 'Send Tiered Rewards' });
  await all.waitFor();
  await page.getByRole('region', { name: 'All raffles' }).getByRole('button').waitFor();
  await page.getByText('2 eligible').waitFor();
  const before = await shiftOf(page);
  await all.click();
  await answer();
  await dialogOf(page).getByText('2 prizes would be paid').waitFor();
  await dialogOf(page).getByText('Pay the prizes of raffle').waitFor();
  expect(await shiftOf(page)).toBe(before);
  await closeDialog(page);
  await page
    .getByRole('button', { name: /^Send the prize of/ })
    .first()
    .click();
  await answer();
  await dialogOf(page).getByText('1 prize would be paid').waitFor();
  expect(await shiftOf(page)).toBe(before);
});

test('the late answer of one prize leaves the question about another where it is', async () => {
  const root = await superAdminOf(stage.app);
  const tieredAmounts = ['3', '2'];
  await root.post('/api/admin/raffle', { winnerCount: 2, useTieredRewards: true, tieredAmounts });
  const { page } = await openAsSuperAdmin(stage, { path: '/admin?tab=raffle' });
  const prizes = page.getByRole('button', { name: /^Send the prize of/ });
  const dialog = page.getByRole('dialog');
  await prizes.first().click();
  await dialog.getByText('1 prize would be paid, 3.00 EVO in total').waitFor();
  const { held, release } = await holdAnswers(
    page,
    '**/api/admin/raffle/*/pay',
    (request) => request.postDataJSON().dryRun !== true,
  );
  await dialog.getByRole('button', { name: 'Send Prize' }).click();
  await held;
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await prizes.nth(1).click();
  await dialog.getByText('1 prize would be paid, 2.00 EVO in total').waitFor();
  release();
  await expectNotice(page, 'Rewards Sent');
  await dialog.getByText('1 prize would be paid, 2.00 EVO in total').waitFor();
  await dialog.getByRole('button', { name: 'Send Prize' }).click();
  await expect.poll(() => prizes.count()).toBe(0);
});

test('a finger pushes the users that were found without choosing one of them, and a touch chooses', async () => {
  await verifiedUsers(stage.app, 8);
  const { page } = await openAsSuperAdmin(stage, {
    path: '/admin?tab=rewards',
    width: 360,
    options: { hasTouch: true },
  });
  await page.getByLabel('Find a user').fill('evo_');
  const found = page.getByRole('option');
  await expect.poll(() => found.count()).toBe(10);
  const list = page.getByRole('listbox', { name: 'Users found' });
  await list.scrollIntoViewIfNeeded();
  const box = await found.nth(3).boundingBox();
  const finger = await page.context().newCDPSession(page);
  const [x, y] = [(box?.x ?? 0) + 40, (box?.y ?? 0) + 10];
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
  for (let moved = 10; moved <= 120; moved += 10) {
    await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x, y: y - moved }] });
  }
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await expect.poll(() => list.evaluate((element) => element.scrollTop)).toBeGreaterThan(50);
  const wallet = page.getByLabel('Wallet Address', { exact: true });
  expect(await wallet.inputValue()).toBe('');
  await found.last().tap();
  await expect.poll(() => wallet.inputValue()).toMatch(/^0x/);
});

test('whoever chooses a user by keyboard, and clears the choice, goes on where the other one was', async () => {
  const { page } = await openAsSuperAdmin(stage, { path: '/admin?tab=rewards' });
  const search = page.getByLabel('Find a user');
  await search.fill(user.account.address);
  await page.getByRole('option').waitFor();
  await search.press('Enter');
  const clear = page.getByRole('button', { name: 'Clear', exact: true });
  await clear.waitFor();
  const isAt = (it: Locator) => it.evaluate((element) => element === document.activeElement);
  expect(await isAt(clear)).toBe(true);
  await page.keyboard.press('Enter');
  await search.waitFor();
  expect(await isAt(search)).toBe(true);
  // Whoever writes another wallet stays in its field.
  const wallet = page.getByLabel('Wallet Address', { exact: true });
  await search.fill(user.account.address);
  await page.getByRole('option').click();
  await wallet.press('End');
  await wallet.press('Backspace');
  await search.waitFor();
  expect(await isAt(wallet)).toBe(true);
});

test('Enter behind a name that is still looked for sends no form', async () => {
  const { page } = await openAsSuperAdmin(stage, {
    path: `/admin?tab=rewards&to=${user.account.address}`,
    prepare: (page) => page.clock.install(),
  });
  await page.getByLabel('Amount (EVO)').fill('7');
  await page.getByLabel('Reason').fill('For another one');
  const search = page.getByLabel('Find a user');
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/send-reward')) sent.push(request.postData() ?? '');
  });
  const { held, release } = await holdAnswers(page, '**/api/admin/users?*');
  // Before the text counts as typed, and then before the answer.
  await page.clock.pauseAt(Date.now() + 60_000);
  await search.fill('evo_');
  await search.press('Enter');
  await page.clock.resume();
  await held;
  await search.press('Enter');
  release();
  await page.getByRole('option').first().waitFor();
  await search.press('Enter');
  await page.getByText('Pending balance').waitFor();
  expect(sent).toEqual([]);
});

const RIGHTS = [
  ['Add New Admin Wallet', '**/api/admin/add-admin', 'Add Admin', 'Failed to Add Admin'],
  ['Add New Auditor Wallet', '**/api/admin/auditors/add', auditorTexts.addTitle, 'Failed to Add Auditor'],
] as const;

test('who asks for a right by keyboard, and is refused it, goes on in the field; what is no wallet is told aloud', async () => {
  const { page } = await openAsSuperAdmin(stage, { path: '/admin?tab=acts' });
  for (const [label, call, title, failed] of RIGHTS) {
    const field = page.getByLabel(label);
    const isThere = () => field.evaluate((element) => element === document.activeElement);
    await field.fill('0x12');
    await field.press('Enter');
    await expectNotice(page, failed, validation.adminWalletInvalid);
    expect(await isThere()).toBe(true);
    await page.route(call, (route) => route.fulfill(REFUSED));
    await field.fill(user.account.address);
    await field.press('Enter');
    await dialogOf(page).getByRole('button', { name: title }).press('Enter');
    await expectNotice(page, failed, REFUSAL);
    await dialogOf(page).waitFor({ state: 'detached' });
    await expect.poll(isThere).toBe(true);
  }
});

test('the late answer about one auditor leaves the question about another where it is', async () => {
  const root = await superAdminOf(stage.app);
  const wallets = (await verifiedUsers(stage.app, 2)).map(({ account }) => account.address);
  for (const auditorWallet of wallets) {
    expect((await root.post('/api/admin/auditors/add', { auditorWallet })).status).toBe(200);
  }
  const { page } = await openAsSuperAdmin(stage, { path: '/admin?tab=acts' });
  const remove = page.getByRole('button', { name: /^Remove auditor/ });
  await expect.poll(() => remove.count()).toBe(2);
  const { held, release } = await holdAnswers(page, '**/api/admin/auditors/remove');
  await remove.first().click();
  await dialogOf(page).getByRole('button', { name: auditorTexts.removeTitle }).click();
  await held;
  await dialogOf(page).getByRole('button', { name: 'Cancel' }).click();
  await remove.nth(1).click();
  await dialogOf(page).waitFor();
  release();
  await expectNotice(page, adminToasts.auditorRemoved.title);
  await expect.poll(() => dialogOf(page).count()).toBe(1);
});
