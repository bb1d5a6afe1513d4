import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { TestClient } from '../../api/testing/client.ts';
import { newUser } from '../../api/testing/email-calls.ts';
import { readLedgerAt } from '../../api/testing/read-ledger.ts';
import { actTexts, sessionTexts } from '../../contracts/act-messages.ts';
import { openAsSuperAdmin } from './admin-stage.ts';
import { expectSoundInAllLooks } from './axe.ts';
import { openPage } from './browser.ts';
import { expectNotice, openAsNewUser } from './sign-in.ts';
import { setStage } from './stage.ts';

// One admin alone sends much here: what a second one approves is a matter of its own.
const stage = setStage(async () => ({ MAX_REWARD: '1000000', MAX_REWARDS_A_DAY: '10000000' }));
let user: TestClient;

stage.begin(async () => {
  ({ client: user } = await newUser(stage.app));
});

const dialogOf = (page: Page) => page.getByRole('dialog');
const pendingOf = async () =>
  (await user.get<{ user: { pendingRewards: string } }>('/api/dashboard')).body.user.pendingRewards;

async function preview(page: Page, amount: string): Promise<void> {
  await page.getByLabel('Wallet Address', { exact: true }).fill(user.account.address);
  await page.getByLabel('Amount (EVO)').fill(amount);
  await page.getByLabel('Reason').fill('A large one');
  await page.getByRole('button', { name: 'Send Reward' }).click();
}
const send = (page: Page) => dialogOf(page).getByRole('button', { name: 'Send Reward' }).click();

test('a large reward is signed in the words that were shown; a refusal leaves all as it was', async () => {
  const { page, wallet, faults } = await openAsSuperAdmin(stage, { path: '/admin?tab=rewards' });
  const words = `Send 10,000.5 EVO to ${user.account.address}`;
  await preview(page, '10000.5');
  await dialogOf(page).getByText(actTexts.willSign).waitFor();
  await dialogOf(page).getByText(words).waitFor();
  await expectSoundInAllLooks(page, 'a reward to sign');

  await wallet.setFaults(page, { errors: { personal_sign: 4001 } });
  await send(page);
  await expectNotice(page, 'Reward Failed', 'Failed to sign message');
  await dialogOf(page).getByText(words).waitFor();
  expect(await pendingOf()).toBe('100');

  await wallet.setFaults(page, {});
  await send(page);
  await expectNotice(page, 'Reward Sent', '10,000.50 EVO');
  const [signed] = (await wallet.lastParams(page, 'personal_sign')) as [`0x${string}`]; // what EIP-191 signs: hex first
  const text = Buffer.from(signed.slice(2), 'hex').toString();
  expect(text).toContain(`${words}. `);
  expect(text).toContain('URI: ');
  await expect.poll(pendingOf).toBe('10100.5');
  expect(faults).toEqual([]);
});

test('what is given up while the wallet asks does not happen when it signs after all', async () => {
  const { page, wallet } = await openAsSuperAdmin(stage, { path: '/admin?tab=rewards' });
  const before = await pendingOf();
  await preview(page, '20000');
  await wallet.setFaults(page, { held: ['personal_sign'] });
  await send(page);
  await dialogOf(page).getByText(actTexts.waiting).waitFor();
  await expectSoundInAllLooks(page, 'waiting for the wallet');
  await dialogOf(page).getByRole('button', { name: 'Cancel' }).click();
  await dialogOf(page).waitFor({ state: 'detached' });
  // The wallet signs now. The next try is one of its own, with a key of its own, and the only one that pays.
  await wallet.setFaults(page, {});
  await page.getByRole('button', { name: 'Send Reward' }).click();
  await send(page);
  await expectNotice(page, 'Reward Sent');
  await expect.poll(pendingOf).toBe(String(Number(before) + 20_000));
  const granted = (await readLedgerAt(stage.app.eventStoreUrl)).filter(
    ({ type, data }) => type === 'RewardGranted' && Reflect.get(data, 'amount') === '20000',
  );
  expect(granted).toHaveLength(1);
});

test('what is given up before the server has asked for a signature never reaches the wallet', async () => {
  const { page, wallet } = await openAsSuperAdmin(stage, { path: '/admin?tab=rewards' });
  const before = await pendingOf();
  await preview(page, '30000');
  await dialogOf(page).getByText(actTexts.willSign).waitFor();
  const answered = Promise.withResolvers<void>();
  await page.route('**/api/admin/send-reward', async (route) => {
    await answered.promise;
    await route.continue();
  });
  const signed = async () => (await wallet.asked(page)).filter((method) => method === 'personal_sign').length;
  const atFirst = await signed();
  await send(page);
  await dialogOf(page).getByRole('button', { name: 'Cancel' }).click();
  answered.resolve();
  await expectNotice(page, 'Reward Failed', actTexts.withdrawn);
  expect(await signed()).toBe(atFirst);
  expect(await pendingOf()).toBe(before);
});

test('a small reward, and what an ordinary act is, need no signature', async () => {
  const { page, wallet } = await openAsSuperAdmin(stage, { path: '/admin?tab=rewards' });
  const asked = (await wallet.asked(page)).length;
  await preview(page, '10000');
  await dialogOf(page).getByText('10,000.00 EVO would go to').waitFor();
  expect(await dialogOf(page).getByText(actTexts.willSign).count()).toBe(0);
  await send(page);
  await expectNotice(page, 'Reward Sent');
  expect((await wallet.asked(page)).slice(asked)).not.toContain('personal_sign');
});

test('the wallet of another account does not sign; after a reload the one that signed in is asked', async () => {
  const { page, wallet } = await openAsSuperAdmin(stage, { path: '/admin?tab=acts' });
  await page.getByText('Live Sync').waitFor();
  await page.reload();
  await page.getByText('Live Sync').waitFor();
  await wallet.changeAccounts(page, [user.account.address]);
  await page.getByRole('button', { name: 'Reset All User Rewards' }).click();
  await dialogOf(page).getByText('Reset all rewards of every account').waitFor();
  await dialogOf(page).getByLabel('Type RESET to confirm').fill('RESET');
  const confirm = dialogOf(page).getByRole('button', { name: 'Reset All User Rewards' });
  await confirm.click();
  await expectNotice(page, 'Reset Failed', actTexts.otherAccount);
  await wallet.changeAccounts(page, [wallet.account.address]);
  await confirm.click();
  await expectNotice(page, 'All Rewards Reset');
});

test('the Demo wallet signs an act as it signs in', async () => {
  const { page } = await openPage(stage.browser, stage.app.url);
  await page.goto('/admin?tab=acts');
  await page.getByRole('button', { name: 'Connect Wallet' }).first().click();
  await page.getByRole('button', { name: 'Demo admin' }).click();
  await page.getByText('Live Sync').waitFor();
  await page.reload();
  await page.getByLabel('Add New Admin Wallet').fill(user.account.address);
  await page.getByRole('button', { name: 'Add Admin' }).click();
  await dialogOf(page).getByText(`Add ${user.account.address} as an admin`).waitFor();
  await dialogOf(page).getByRole('button', { name: 'Add Admin' }).click();
  await expectNotice(page, 'Admin Added');
});

test('the owner sees where the wallet is signed in, and signs out everywhere', async () => {
  const { page, faults } = await openAsNewUser(stage, { path: '/evo-rewards' });
  await page.getByRole('button', { name: sessionTexts.title }).click();
  const sessions = page.getByRole('list', { name: sessionTexts.title }).getByRole('listitem');
  await expect.poll(() => sessions.count()).toBe(1);
  await sessions.filter({ hasText: 'Chrome on Linux' }).filter({ hasText: sessionTexts.thisOne }).waitFor();
  await expectSoundInAllLooks(page, 'own sessions');
  await dialogOf(page).getByRole('button', { name: sessionTexts.endAll }).click();
  await dialogOf(page).getByText(sessionTexts.endAllAsk).waitFor();
  // Whoever thinks again is where it began.
  await dialogOf(page).getByRole('button', { name: 'Cancel' }).press('Enter');
  const endAll = dialogOf(page).getByRole('button', { name: sessionTexts.endAll });
  expect(await endAll.evaluate((button) => button === document.activeElement)).toBe(true);
  await endAll.press('Enter');
  await dialogOf(page).getByText(sessionTexts.endAllAsk).waitFor();
  await dialogOf(page).getByRole('button', { name: sessionTexts.endAll }).click();
  await expectNotice(page, 'Wallet Disconnected', '1 session ended');
  await page.getByRole('button', { name: 'Connect Wallet' }).first().waitFor();
  expect(await page.evaluate(async () => (await fetch('/api/dashboard')).status)).toBe(401);
  expect(faults).toEqual([]);
});
