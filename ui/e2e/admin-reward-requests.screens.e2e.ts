import type { Page } from 'playwright-core';
import { beforeEach, expect, test, vi } from 'vitest';
import { type AdminClient, newAdmin, superAdminOf } from '../../api/testing/admin.ts';
import { type Answer, createTestClient, done, type TestClient } from '../../api/testing/client.ts';
import { adminAnswers, rewardRequestTexts } from '../../contracts/admin-messages.ts';
import { refusals, validation } from '../../contracts/messages.ts';
import { openAsSuperAdmin } from './admin-stage.ts';
import { expectSoundInAllLooks } from './axe.ts';
import { served } from './served.ts';
import { expectNotice } from './sign-in.ts';
import { setStage } from './stage.ts';

// The limits of one admin are the defaults: 10,000 EVO at once.

const stage = setStage();
let anna: AdminClient;
let user: TestClient;
/** The answer to the last reward that anna has asked for. */
let asked: Answer | undefined;
stage.begin(async () => {
  // What another program has answered is no moment of this one.
  asked = undefined;
  anna = await newAdmin(stage.app, await superAdminOf(stage.app));
  user = createTestClient(stage.app.url);
  await done(user.connect());
});

const REWARDS = '/admin?tab=rewards';
const requests = (page: Page) => page.getByRole('region', { name: 'Rewards that need a second admin' });

async function annaAsks(
  amount: string,
  to: TestClient = user,
  reason = 'Grand prize of the winter',
): Promise<void> {
  const reward = { walletAddress: to.account.address, amount, reason };
  const answer = await anna.post('/api/admin/send-reward', reward);
  expect(answer.body).toMatchObject({ above: 'reward' });
  asked = answer;
}

/** Of those that wait, as far as the list knows, those that were not withdrawn before; the newest first. */
async function waiting(): Promise<readonly string[]> {
  const path = '/api/admin/reward-requests?state=open';
  const { body } = await anna.get<{ requests: { id: string }[] }>(path, asked);
  return body.requests.map(({ id }) => id).filter((id) => !withdrawn.has(id));
}

const withdrawn = new Set<string>();

async function withdraw(requestId: string): Promise<void> {
  const decline = { reason: 'It was a mistake', requestId };
  expect((await anna.post('/api/admin/reward-requests/decline', decline)).status).toBe(200);
  withdrawn.add(requestId);
}

/** The newest of those that wait. */
async function annaWithdraws(): Promise<void> {
  await withdraw(
    await vi.waitFor(async () => {
      const [newest] = await waiting();
      if (newest === undefined) throw new Error('no reward waits');
      return newest;
    }),
  );
}

// Each test begins with none that waits, whatever a try of one that failed has left.
beforeEach(async () => {
  const left = async () => {
    for (const requestId of await waiting()) await withdraw(requestId);
    return waiting();
  };
  await expect.poll(left).toEqual([]);
});

test('a reward of another admin is looked at and approved, with the keyboard alone', async () => {
  const winner = createTestClient(stage.app.url);
  await done(winner.connect());
  const { page, faults } = await openAsSuperAdmin(stage, { path: REWARDS });
  await requests(page).getByText('No reward waits').waitFor();
  await annaAsks('999999.123456789012345678', winner);
  // Nobody asked for it anew: the panel hears of it.
  await requests(page).getByText('Grand prize of the winter').waitFor();
  await expectSoundInAllLooks(page, 'panel, a reward that waits');
  await requests(page)
    .getByRole('button', { name: /^Approve/ })
    .press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Approve Reward' });
  await dialog.locator('[data-amount="1000099.123456789012345678"]').waitFor();
  await expectSoundInAllLooks(page, 'panel, approve');
  await dialog.getByRole('button', { name: 'Approve and Send' }).press('Enter');
  await requests(page).getByText('No reward waits').waitFor();
  await requests(page).getByRole('button', { name: 'Decided' }).click();
  const newest = requests(page).getByRole('listitem').first();
  await newest.getByText('Approved', { exact: true }).waitFor();
  // The address says which of them.
  await page.reload();
  await newest.getByText('Approved', { exact: true }).waitFor();
  await expectSoundInAllLooks(page, 'panel, rewards that were decided');
  const own = () => winner.get<{ user: { pendingRewards: string } }>('/api/dashboard');
  await expect.poll(async () => (await own()).body.user.pendingRewards).toBe('1000099.123456789012345678');
  expect(faults).toEqual([]);
});

test('a reward that the server was too busy to list when it told of it comes by itself', async () => {
  const { page } = await openAsSuperAdmin(stage, { path: REWARDS });
  await requests(page).getByText('No reward waits').waitFor();
  let refused = 0;
  await page.route('**/api/admin/reward-requests?*', (route) => {
    if (refused > 0) return route.continue();
    refused += 1;
    return route.fulfill({ status: 503, json: { error: 'LedgerUnavailable', message: 'Busy.' } });
  });
  await annaAsks('40001');
  await requests(page).getByText('40,001.00').waitFor();
  expect(refused).toBe(1);
});

test('who approves one of two rewards by keyboard goes on at the other one, and then in the panel', async () => {
  const { page } = await openAsSuperAdmin(stage, { path: REWARDS });
  await annaAsks('20001');
  await annaAsks('20002');
  const rows = requests(page).getByRole('listitem');
  for (const left of [1, 0]) {
    await expect.poll(() => rows.count()).toBe(left + 1);
    await rows
      .first()
      .getByRole('button', { name: /^Approve/ })
      .press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Approve Reward' });
    await dialog.getByRole('button', { name: 'Approve and Send', disabled: false }).press('Enter');
    await expect.poll(() => rows.count()).toBe(left);
    const place = left > 0 ? rows.first() : requests(page);
    await expect.poll(() => place.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  }
});

test('a reward that was approved and that the account did not take is said to be so, at once and in the list', async () => {
  const { page, faults } = await openAsSuperAdmin(stage, { path: REWARDS });
  const why = 'This account was removed';
  const message = adminAnswers.rewardUnpaid('20,000', 'evo', why);
  await page.route('**/api/admin/reward-requests/approve', async (route) => {
    const response = await served(route);
    const answer = await response.json();
    const isDryRun = route.request().postDataJSON().dryRun === true;
    await route.fulfill({ response, json: isDryRun ? answer : { ...answer, message, unpaid: why } });
  });
  await page.route('**/api/admin/reward-requests?*state=over*', async (route) => {
    const response = await served(route);
    const { requests: found, ...rest } = await response.json();
    const [first, ...others] = found;
    await route.fulfill({ response, json: { ...rest, requests: [{ ...first, unpaid: true }, ...others] } });
  });
  await annaAsks('20000');
  await requests(page)
    .getByRole('button', { name: /^Approve/ })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Approve Reward' });
  await dialog.getByRole('button', { name: 'Approve and Send', disabled: false }).click();
  await expectNotice(page, 'Approved, Not Sent', message);
  await dialog.waitFor({ state: 'detached' });
  await requests(page).getByRole('button', { name: 'Decided' }).click();
  const unpaid = requests(page).getByRole('listitem').first();
  await unpaid.getByText(rewardRequestTexts.unpaid, { exact: true }).waitFor();
  await unpaid.getByText(rewardRequestTexts.unpaidNext).waitFor();
  await expectSoundInAllLooks(page, 'panel, a reward that was approved and not sent');
  expect(faults).toEqual([]);
});

test('a reward above the limit is asked for, said to be so before, and withdrawn by its sender', async () => {
  const { page, faults } = await openAsSuperAdmin(stage, { path: REWARDS });
  await page.getByPlaceholder('0x...').fill(user.account.address);
  await page.getByLabel('Amount (EVO)').fill('10000.01');
  await page.getByPlaceholder('Manual admin reward').fill('Too much for one');
  await page.getByRole('button', { name: 'Send Reward' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/needs a second admin/).waitFor();
  await expectSoundInAllLooks(page, 'panel, a second admin is needed');
  await dialog.getByRole('button', { name: 'Ask for Approval' }).click();
  const mine = requests(page).getByRole('listitem').filter({ hasText: 'Too much for one' });
  await mine.getByText('You asked for this. Another admin has to approve it.').waitFor();
  expect(await mine.getByRole('button', { name: /^Approve/ }).count()).toBe(0);
  await mine.getByRole('button', { name: /^Withdraw/ }).click();
  // What is pasted is no shorter reason, and is not sent.
  const reason = mine.getByRole('textbox', { name: 'Reason' });
  await reason.fill('x'.repeat(201));
  await mine.getByText(validation.reasonTooLong).waitFor();
  expect((await reason.inputValue()).length).toBe(201);
  await reason.press('Enter');
  await reason.fill('A typing error');
  await expectSoundInAllLooks(page, 'panel, withdraw');
  await mine.getByRole('textbox', { name: 'Reason' }).press('Enter');
  await mine.waitFor({ state: 'detached' });
  await requests(page).getByRole('button', { name: 'Decided' }).click();
  await requests(page)
    .getByText(/A typing error/)
    .first()
    .waitFor();
  expect(faults).toEqual([]);
});

test('an equal reward of before is told of: to who sends it from another page, and to a second admin who is asked twice', async () => {
  const root = await superAdminOf(stage.app);
  const other = createTestClient(stage.app.url);
  await done(other.connect());
  const reward = { walletAddress: other.account.address, reason: 'Best post' };
  await root.get('/api/admin/users', await root.post('/api/admin/send-reward', { ...reward, amount: '7' }));
  const { page, faults } = await openAsSuperAdmin(stage, { path: REWARDS });
  await page.getByPlaceholder('0x...').fill(reward.walletAddress);
  await page.getByLabel('Amount (EVO)').fill('7');
  await page.getByPlaceholder('Manual admin reward').fill(reward.reason);
  await page.getByRole('button', { name: 'Send Reward' }).click();
  const dialog = page.getByRole('dialog');
  const note = dialog.getByRole('note');
  await note.getByText(/^7\.00 EVO was already sent to evo_\w+ .* by you, for the same reason\./).waitFor();
  await expectSoundInAllLooks(page, 'panel, an equal reward was sent before');
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  for (let n = 0; n < 2; n += 1) await annaAsks('20001', other, reward.reason);
  const equal = requests(page).getByRole('listitem').filter({ hasText: '20,001.00' });
  await expect.poll(() => equal.count()).toBe(2);
  const approve = equal.first().getByRole('button', { name: /^Approve/ });
  await approve.click();
  await note
    .getByText(/already waits for a second admin: 0x.* asked for it .*, for the same reason\./)
    .waitFor();
  await expectSoundInAllLooks(page, 'panel, approve one of two equal rewards');
  await dialog.getByRole('button', { name: 'Approve and Send', disabled: false }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => equal.count()).toBe(1);
  await approve.click();
  await note
    .getByText(/^20,001\.00 EVO was already sent to evo_\w+ .* by you, for the same reason\./)
    .waitFor();
  // Two may be meant.
  await dialog.getByRole('button', { name: 'Approve and Send', disabled: false }).click();
  await requests(page).getByText('No reward waits').waitFor();
  expect(faults).toEqual([]);
});

test('who looks at a reward as another admin decides about it is told so, and what is open stays', async () => {
  const { page, faults } = await openAsSuperAdmin(stage, { path: REWARDS });
  await annaAsks('30001');
  await requests(page)
    .getByRole('button', { name: /^Approve/ })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Approve Reward' });
  const approve = dialog.getByRole('button', { name: 'Approve and Send' });
  await dialog.locator('[data-amount]').first().waitFor();
  await expect.poll(() => approve.isEnabled()).toBe(true);
  await annaWithdraws();
  await dialog.getByRole('alert').getByText(refusals.rewardRequestOver).waitFor();
  expect(await approve.isDisabled()).toBe(true);
  expect(await dialog.locator('[data-amount]').count()).toBe(0);
  await expectSoundInAllLooks(page, 'panel, approve what another admin has decided about');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await requests(page).getByText('No reward waits').waitFor();

  await annaAsks('30002');
  await requests(page)
    .getByRole('button', { name: /^Decline/ })
    .click();
  const reason = requests(page).getByRole('textbox', { name: 'Reason' });
  await reason.fill('Too much');
  const listed = page.waitForResponse('**/api/admin/reward-requests?*');
  await annaWithdraws();
  await listed;
  await reason.press('Enter');
  await expectNotice(page, 'Not Decided', refusals.rewardRequestOver);
  expect(await reason.inputValue()).toBe('Too much');
  await requests(page).getByRole('button', { name: 'Cancel' }).click();
  await requests(page).getByText('No reward waits').waitFor();
  expect(faults).toEqual([]);
});

test('who writes about two rewards at once keeps both texts as another admin is faster, also once one form is closed', async () => {
  const { page, faults } = await openAsSuperAdmin(stage, { path: REWARDS });
  for (const amount of ['30003', '30004']) await annaAsks(amount);
  const rowOf = (amount: string) => requests(page).getByRole('listitem').filter({ hasText: amount });
  const [first, second] = [rowOf('30,003.00'), rowOf('30,004.00')];
  for (const row of [first, second]) {
    await row.getByRole('button', { name: /^Decline/ }).click();
    await row.getByRole('textbox', { name: 'Reason' }).fill('Too much');
  }
  for (let n = 0; n < 2; n += 1) {
    const listed = page.waitForResponse('**/api/admin/reward-requests?*');
    await annaWithdraws();
    await listed;
  }
  const reasonIn = (row: typeof first) => row.getByRole('textbox', { name: 'Reason' });
  await reasonIn(first).press('Enter');
  await expectNotice(page, 'Not Decided', refusals.rewardRequestOver);
  await first.getByRole('button', { name: 'Cancel' }).click();
  await first.waitFor({ state: 'detached' });
  await reasonIn(second).press('Enter');
  await expectNotice(page, 'Not Decided', refusals.rewardRequestOver);
  expect(await reasonIn(second).inputValue()).toBe('Too much');
  await second.getByRole('button', { name: 'Cancel' }).click();
  await requests(page).getByText('No reward waits').waitFor();
  expect(faults).toEqual([]);
});

test('requests that cannot be loaded say so and can be asked for again', async () => {
  const { page } = await openAsSuperAdmin(stage, {
    path: REWARDS,
    prepare: (one) =>
      one.route('**/api/admin/reward-requests?**', (route) => route.fulfill({ status: 500, json: {} })),
  });
  await requests(page).getByText('Could not load the requests').waitFor();
  await page.unroute('**/api/admin/reward-requests?**');
  await requests(page).getByRole('button', { name: 'Retry loading the requests' }).click();
  await requests(page).getByText('No reward waits').waitFor();
});
