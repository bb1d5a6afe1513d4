import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { superAdminOf } from '../../api/testing/admin.ts';
import type { TestClient } from '../../api/testing/client.ts';
import { newUser } from '../../api/testing/email-calls.ts';
import { openAsSuperAdmin, openTab, rowOf, searchUsers, usersTable, verifiedUsers } from './admin-stage.ts';
import { holdAnswers } from './hold-answers.ts';
import { expectNotice } from './sign-in.ts';
import { setStage } from './stage.ts';

const stage = setStage();

let verified: TestClient;
let plain: TestClient;

stage.begin(async () => {
  const [first, { client }] = await Promise.all([verifiedUsers(stage.app, 1), newUser(stage.app)]);
  verified = first[0]!;
  plain = client;
  // Something for Activity History to show.
  const admin = await superAdminOf(stage.app);
  const { status } = await admin.post('/api/admin/send-reward', {
    walletAddress: admin.address,
    amount: '1',
    reason: 'First of all',
  });
  expect(status).toBe(200);
});

test('users are searched, filtered and sorted; the address has it, and the selection goes with any change', async () => {
  const { page, faults } = await openAsSuperAdmin(stage);
  await usersTable(page).waitFor();
  await page.getByText(/^Showing (\d+) of \1 users$/).waitFor();

  const select = async () => {
    await page.getByLabel('Select all users').click();
    await page.getByRole('toolbar', { name: 'Selected users' }).waitFor();
  };
  const expectCleared = () =>
    page.getByRole('toolbar', { name: 'Selected users' }).waitFor({ state: 'detached' });

  await select();
  await page.keyboard.press('Escape');
  await expectCleared();
  await select();
  await page.getByRole('button', { name: 'Clear Selection' }).press('Enter');
  await expectCleared();
  // The toolbar is gone: the keyboard goes on in the list.
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Users');

  await select();
  await searchUsers(page, verified.account.address.slice(2, 20));
  await expectCleared();
  await page.getByText(/^Showing 1 of \d+ users$/).waitFor();
  const row = rowOf(page, verified.account.address);
  await row.getByText('Verified').waitFor();
  await row.getByText(/@example\.com$/).waitFor();
  expect(await row.getByTitle(verified.account.address).textContent()).toBe(
    `${verified.account.address.slice(0, 6)}…${verified.account.address.slice(-4)}`,
  );
  await row.getByText('105.00000000').waitFor();

  await select();
  await page.getByLabel('Status filter').selectOption('Unverified');
  await expectCleared();
  await page.getByText('No users found').waitFor();
  expect(new URL(page.url()).search).toContain('filter=unverified');

  await searchUsers(page, '');
  await page.getByLabel('Status filter').selectOption('All users');
  await page.getByText(/^Showing (\d+) of \1 users$/).waitFor();
  await select();
  await page.getByRole('button', { name: 'App Rewards', exact: true }).click();
  await expectCleared();
  await page.waitForURL(/sort=highest/);
  await rowOf(page, plain.account.address).getByText('N/A').waitFor();
  await page.reload();
  await expect.poll(() => usersTable(page).locator('[aria-sort=descending]').count()).toBe(1);
  await page.getByRole('button', { name: 'App Rewards', exact: true }).click();
  await page.waitForURL(/sort=lowest/);
  expect(faults).toEqual([]);
});

test('what is typed in the very moment in which the address takes the text before is not lost', async () => {
  const { page } = await openAsSuperAdmin(stage);
  await usersTable(page).waitFor();
  // From the moment of the timer on React takes a breath after each of its tasks, as on a slow phone; a letter falls into
  // one of them.
  await page.evaluate(() => {
    const now = performance.now.bind(performance);
    const later = setTimeout;
    let slow: number | undefined;
    performance.now = () => {
      if (slow !== undefined) slow += 3;
      return now() + (slow ?? 0);
    };
    const field = document.querySelector<HTMLInputElement>('input[type=search]');
    const type = (): void => {
      if (!field) return;
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(
        field,
        field.value.replace('first', 'second'),
      );
      field.dispatchEvent(new InputEvent('input', { bubbles: true }));
      slow = undefined;
    };
    const breathe = (left: number): void => {
      if (left === 0) {
        type();
        return;
      }
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => breathe(left - 1);
      port2.postMessage(null);
    };
    Object.assign(window, {
      setTimeout: (act: () => void, ms?: number) =>
        later(() => {
          const isMine = ms === 300 && field?.value.startsWith('first');
          if (isMine) slow = 0;
          act();
          if (isMine) breathe(Reflect.get(window, 'breaths'));
        }, ms),
    });
  });
  for (let breaths = 0; breaths < 6; breaths += 1) {
    await page.evaluate((n) => void Reflect.set(window, 'breaths', n), breaths);
    await searchUsers(page, `first${breaths}`);
    await page.waitForURL(`**search=second${breaths}`);
    expect(await page.getByLabel('Search users').inputValue()).toBe(`second${breaths}`);
  }
});

test('who is selected while another list is on its way is not selected in that one', async () => {
  const { page } = await openAsSuperAdmin(stage);
  await rowOf(page, plain.account.address).waitFor();
  const { release, held } = await holdAnswers(page, '**/api/admin/users?*search=*');
  await searchUsers(page, verified.account.address);
  await held;
  await page.getByLabel('Select all users').click();
  release();
  await page.getByText(/^Showing 1 of \d+ users$/).waitFor();
  expect(await rowOf(page, verified.account.address).getByRole('checkbox').isChecked()).toBe(false);
  expect(await page.getByRole('toolbar', { name: 'Selected users' }).count()).toBe(0);
});

test('the command bar finds a user, jumps to a tab and begins an act, by keyboard alone', async () => {
  const { page } = await openAsSuperAdmin(stage);
  await usersTable(page).waitFor();
  const bar = page.getByRole('combobox', { name: 'Find a user, a tab or an act' });
  await page.keyboard.press('Control+k');
  await bar.fill('raffle');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Start Animated Raffle' }).waitFor();
  await page.keyboard.press('Control+k');
  await bar.fill(plain.account.address);
  await page.getByRole('option', { name: /^Send a reward to/ }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect
    .poll(() => page.getByLabel('Wallet Address', { exact: true }).inputValue())
    .toBe(plain.account.address);
  await page.keyboard.press('Control+k');
  await bar.fill('clear all');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Clear All App Rewards' }).waitFor();
});

test('the command bar names whom a reward goes to, whatever was typed before, and as often as it is asked', async () => {
  const { page } = await openAsSuperAdmin(stage);
  const bar = page.getByRole('combobox', { name: 'Find a user, a tab or an act' });
  const wallet = page.getByLabel('Wallet Address', { exact: true });
  const goes = async () => {
    await page.keyboard.press('Control+k');
    await bar.fill(plain.account.address);
    await page.getByRole('option', { name: /^Send a reward to/ }).click();
    await bar.waitFor({ state: 'detached' });
  };
  await usersTable(page).waitFor();
  await goes();
  await wallet.fill(verified.account.address);
  await openTab(page, 'Music');
  await goes();
  expect(await wallet.inputValue()).toBe(plain.account.address);

  await page.getByLabel('Amount (EVO)').fill('2');
  await page.getByLabel('Reason').fill('Best post');
  await page.getByRole('button', { name: 'Send Reward' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send Reward' }).click();
  await expectNotice(page, 'Reward Sent');
  await expect.poll(() => wallet.inputValue()).toBe('');
  await goes();
  expect(await wallet.inputValue()).toBe(plain.account.address);
  // What is typed by then stays through a reload.
  await wallet.fill(verified.account.address);
  await page.reload();
  await expect.poll(() => wallet.inputValue()).toBe(verified.account.address);
});

test('the command bar waits for an open dialog, which keeps the page behind it out of reach', async () => {
  const { page } = await openAsSuperAdmin(stage);
  await rowOf(page, plain.account.address)
    .getByRole('button', { name: /^Remove User/ })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Remove User' });
  await dialog.getByText('would be removed').waitFor();
  await page.keyboard.press('Control+k');
  await dialog.getByRole('button', { name: 'Cancel' }).focus();
  await expect.poll(() => page.getByRole('dialog').count()).toBe(1);
  expect(await page.locator('#root').getAttribute('inert')).toBe('');
  await dialog.getByRole('button', { name: 'Cancel' }).press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: 'Search' }).waitFor();
});

/** What has the focus, by its name or by what stands in it. */
const focusOf = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => {
    const { ariaLabel, textContent } = document.activeElement ?? {};
    return document.activeElement === document.body ? 'nothing' : (ariaLabel ?? textContent ?? undefined);
  });

test('who clears and removes in rows of the list by keyboard goes on where the row is, or the one in its place', async () => {
  const users = await Promise.all([1, 2, 3].map(() => newUser(stage.app)));
  const { page } = await openAsSuperAdmin(stage);
  const rows = usersTable(page).getByRole('row');
  await rowOf(page, users[0]!.client.account.address).waitFor();
  const nameIn = (row: number) => rows.nth(row).getByRole('cell').nth(1).textContent();
  const act = async (button: Locator, title: string): Promise<void> => {
    await button.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: title });
    await dialog.getByText(/would be/).waitFor();
    await dialog.getByRole('button', { name: title }).focus();
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
  };
  // The first row of all, with which the others are drawn anew, and one of the middle.
  for (const row of [2, 1]) {
    const [name, next] = [await nameIn(row), await nameIn(row + 1)];
    const clear = rows.nth(row).getByRole('button', { name: /^Clear App Rewards/ });
    await act(clear, 'Clear App Rewards');
    await expect.poll(() => clear.isDisabled()).toBe(true);
    await expect.poll(() => focusOf(page)).toContain(name);
    await act(rows.nth(row).getByRole('button', { name: /^Remove User/ }), 'Remove User');
    await page.getByLabel(`Select ${name}`).waitFor({ state: 'detached' });
    await expect.poll(() => focusOf(page)).toContain(next);
    await page.keyboard.press('Tab');
    await expect.poll(() => focusOf(page)).toBe(`Select ${next}`);
  }

  // Somebody opens an account, and stands above them all.
  await page.getByLabel(`Select ${await nameIn(1)}`).focus();
  const before = await focusOf(page);
  const { client } = await newUser(stage.app);
  await rowOf(page, client.account.address).waitFor();
  expect(await focusOf(page)).toBe(before);
});

test('a row that another admin has removed meanwhile takes the focus of who asked about it to the list', async () => {
  const root = await superAdminOf(stage.app);
  const { client, userId } = await newUser(stage.app);
  const { page } = await openAsSuperAdmin(stage);
  const row = rowOf(page, client.account.address);
  await row.getByRole('button', { name: /^Remove User/ }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Remove User' });
  await dialog.getByText('would be removed').waitFor();
  await root.post('/api/admin/remove-user', { userId });
  await expect.poll(() => row.count()).toBe(0);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('[aria-label=Users]') !== null))
    .toBe(true);
});

test('the list is used without a mouse: sort, select, ask, and the focus comes back', async () => {
  const { page } = await openAsSuperAdmin(stage);
  await usersTable(page).waitFor();
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));

  await page.getByRole('button', { name: 'App Rewards', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/sort=highest/);
  await page.keyboard.press('Enter');
  await page.waitForURL(/sort=lowest/);

  await searchUsers(page, plain.account.address);
  const row = rowOf(page, plain.account.address);
  await page.getByText(/^Showing 1 of \d+ users$/).waitFor();
  await row.getByRole('checkbox').focus();
  await page.keyboard.press('Space');
  await page.getByRole('toolbar', { name: 'Selected users' }).waitFor();
  // From the box over the copy button to the acts of the row.
  for (const _ of [1, 2]) await page.keyboard.press('Tab');
  const opener = await focused();
  expect(opener).toMatch(/^Clear App Rewards of /);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Clear App Rewards' });
  await dialog.waitFor();
  await expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  // Esc closes the dialog and leaves the selection; once more, and that is cleared.
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(focused).toBe(opener);
  await page.getByRole('toolbar', { name: 'Selected users' }).getByText('1 selected').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('toolbar', { name: 'Selected users' }).waitFor({ state: 'detached' });
  await expect.poll(focused).toBe(opener);

  await page.keyboard.press('Control+k');
  await expect.poll(focused).toBe('Find a user, a tab or an act');
  // The bar listens a moment after it has the focus, which only a machine is quick enough to notice.
  await expect.poll(() => page.keyboard.press('Escape').then(focused)).toBe(opener);
});
