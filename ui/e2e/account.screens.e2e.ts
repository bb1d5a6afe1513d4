import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { claimReceipt } from '../../contracts/api/rewards.ts';
import { validation } from '../../contracts/messages.ts';
import { errorToasts, successToasts } from '../../contracts/toasts.ts';
import { served } from './served.ts';
import { amountIn, expectNotice, openAsNewUser } from './sign-in.ts';
import { setStage } from './stage.ts';

const stage = setStage();

const profile = (page: Page) => page.getByRole('region', { name: 'Profile Settings' });
const unclaimed = (page: Page): Promise<string | null> => amountIn(page, '[data-figure=unclaimed]');

/** The keyboard goes on there, though what was pressed is gone, or cannot be pressed any more. */
const expectPlaceIn = (place: Locator) =>
  expect
    .poll(() =>
      place.evaluate((element) => {
        const focused = document.activeElement;
        return element.contains(focused) && focused?.matches(':disabled') === false;
      }),
    )
    .toBe(true);

async function rename(page: Page, name: string): Promise<void> {
  await profile(page).getByLabel('Change username').fill(name);
  await profile(page).getByRole('button', { name: 'Save' }).click();
}

test('the profile shows name, wallet, level and balance, and changes the name', async () => {
  const { page, wallet } = await openAsNewUser(stage);
  const { address } = wallet.account;
  await profile(page)
    .getByText(`${address.slice(0, 8)}…${address.slice(-6)}`)
    .waitFor();
  expect(await amountIn(page, '[aria-labelledby]:has(> header :text("Profile Settings"))')).toBe('100');
  const name = `Ada_${Date.now() % 1_000_000}`;
  await rename(page, ` ${name} `);
  await expectNotice(page, successToasts.usernameUpdated.title, name);
  await profile(page).getByTitle(name, { exact: true }).waitFor();
  // Its form is another one by now; the keyboard is where it was.
  await expectPlaceIn(profile(page));
  await page
    .getByRole('table', { name: /total EVO/ })
    .getByRole('row')
    .filter({ hasText: 'You' })
    .getByText(name)
    .waitFor();

  const other = await openAsNewUser(stage);
  const field = profile(other.page).getByLabel('Change username');
  await field.fill(name.toUpperCase());
  await field.press('Enter');
  await expectNotice(other.page, 'Update Failed', validation.usernameTaken);
  // Who sent it by the keyboard goes on where they are.
  expect(await field.evaluate((input) => input === document.activeElement)).toBe(true);
});

test('a name that cannot be sent shows its text', async () => {
  const { page } = await openAsNewUser(stage);
  const current = await profile(page).getByLabel('Change username').inputValue();
  await rename(page, '   ');
  await expectNotice(page, 'Update Failed', validation.usernameEmpty);
  await rename(page, current);
  await expectNotice(page, errorToasts.noChanges.title, validation.usernameSame);
  await rename(page, 'no spaces');
  await expectNotice(page, 'Update Failed', validation.usernamePattern);
  const input = profile(page).getByLabel('Change username');
  expect(await input.getAttribute('pattern')).toBe('[A-Za-z0-9_]{3,20}');
  // What is pasted is no shorter name.
  const long = 'a'.repeat(21);
  await rename(page, long);
  await expectNotice(page, 'Update Failed', validation.usernamePattern);
  expect(await input.inputValue()).toBe(long);
});

test('a check-in counts once a day and is paid', async () => {
  const { page } = await openAsNewUser(stage);
  const checkIn = page.getByRole('region', { name: 'Daily Check-in' });
  await checkIn.getByText('0 days').waitFor();
  await checkIn.getByRole('button', { name: 'Check in' }).click();
  await expectNotice(page, successToasts.checkedIn.title, '+1 EVO');
  const done = checkIn.getByRole('button', { name: 'Checked in today' });
  await done.waitFor();
  expect(await done.isDisabled()).toBe(true);
  await expectPlaceIn(checkIn);
  await checkIn.getByText('1 day', { exact: true }).waitFor();
  await expect.poll(() => unclaimed(page)).toBe('101');
});

test('the whitelist is joined once', async () => {
  const { page } = await openAsNewUser(stage);
  const whitelist = page.getByRole('region', { name: 'Whitelist' });
  await whitelist.getByRole('button', { name: 'Join the whitelist' }).click();
  await expectNotice(page, successToasts.whitelistJoined.title);
  await whitelist.getByText('Joined').waitFor();
  expect(await whitelist.getByRole('button').count()).toBe(0);
  await expectPlaceIn(whitelist);
});

test('a claim has a receipt that can be kept', async () => {
  const { page, wallet } = await openAsNewUser(stage);
  await page.getByRole('button', { name: 'Claim 100.00 EVO' }).click();
  await page.getByRole('button', { name: 'View receipt' }).click();
  const dialog = page.getByRole('dialog', { name: 'Claim receipt' });
  for (const line of ['App Rewards before', 'App Rewards after', 'Time', 'Ledger position', 'Event id']) {
    await dialog.getByText(line).waitFor();
  }
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download receipt' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^evo-claim-[0-9a-f-]{36}\.json$/);
  const file: unknown = JSON.parse(await readFile(await download.path(), 'utf8'));
  expect(file).toMatchObject({
    type: 'evo-rewards/claim-receipt',
    walletAddress: wallet.account.address,
    amount: '100',
    pendingBefore: '100',
    pendingAfter: '0',
    claimedAfter: '100',
  });
  expect(claimReceipt.safeParse(file).success).toBe(true);
});

test('every EVO figure of the account opens the events that make it', async () => {
  const { page } = await openAsNewUser(stage);
  await page
    .getByRole('region', { name: 'Daily Check-in' })
    .getByRole('button', { name: 'Check in' })
    .click();
  await expect.poll(() => unclaimed(page)).toBe('101');
  await page.getByRole('button', { name: 'Claim 101.00 EVO' }).click();
  await page.getByText('It is in the ledger').waitFor();
  await expect.poll(() => amountIn(page, '[data-figure=claimed]')).toBe('101');

  const figures = page.getByRole('button', { name: /show the events that make it/ });
  const dialog = page.getByRole('dialog', { name: /explained/ });
  const seen: Record<string, (string | null)[]> = {};
  for (const figure of await figures.all()) {
    await figure.click();
    await dialog.getByText(/^(One event makes|These \d+ events make) this figure/).waitFor();
    const title = (await dialog.getByRole('heading').first().textContent()) ?? '';
    seen[title] = await dialog
      .locator('tbody tr td:nth-child(2) [data-amount]')
      .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('title')));
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  }
  expect(seen).toEqual({
    'App Rewards, explained': ['−101 EVO', '+1 EVO', '+100 EVO'],
    'Total Rewards, explained': ['+1 EVO', '+100 EVO'],
    'This week, explained': ['+1 EVO', '+100 EVO'],
    'Claimed, explained': ['+101 EVO'],
  });
});

test('the balance history is a chart with a table twin', async () => {
  const { page, faults } = await openAsNewUser(stage);
  const history = page.getByRole('region', { name: 'Balance History' });
  await history.locator('svg.recharts-surface path.recharts-area-curve').first().waitFor();
  await history.getByText('The table has every day.').waitFor({ state: 'attached' });
  await history.getByRole('button', { name: 'Show as table' }).click();
  const rows = history.getByRole('table').locator('tbody tr');
  await expect.poll(() => rows.count()).toBe(1);
  const amounts = rows.first().locator('[data-amount]');
  await expect
    .poll(() => amounts.evaluateAll((all) => all.map((one) => one.getAttribute('data-amount'))))
    .toEqual(['100', '0', '100']);
  expect(faults).toEqual([]);
});

test('the leaderboard shows more by pages, the own place, and the way to the next', async () => {
  const asked: string[] = [];
  const entry = (n: number) => ({
    id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
    userId: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
    position: n === 2 ? 1 : n,
    totalEvo: String(5_000 - n),
    user: { username: `user_${n}`, level: 3 },
  });
  const { page } = await openAsNewUser(stage, {
    prepare: async (page) => {
      await page.route('**/api/dashboard/*', async (route) => {
        const response = await served(route);
        const body = await response.json();
        const standing = {
          ...body.standing,
          entry: { ...body.standing.entry, position: 80 },
          participants: 90,
          above: [entry(78), entry(79)],
          below: [entry(81)],
          toNextPlace: '12.5',
        };
        await route.fulfill({ response, json: { ...body, leaderboard: [1, 2, 3, 4].map(entry), standing } });
      });
      await page.route('**/api/leaderboard?*', (route) => {
        const cursor = new URL(route.request().url()).searchParams.get('cursor');
        asked.push(cursor ?? 'first');
        const from = cursor === null ? 1 : 51;
        const entries = Array.from({ length: cursor === null ? 50 : 10 }, (_, n) => entry(from + n));
        // Who has lost EVO since the first page was read stands on the second one by now.
        if (cursor !== null) entries.push({ ...entry(30), position: 61, totalEvo: '4' });
        return route.fulfill({ json: { entries, nextCursor: cursor === null ? 'page-2' : null } });
      });
    },
  });
  const board = page.getByRole('region', { name: 'Leaderboard' });
  await board.getByText('to the next place').waitFor();
  const names = await board
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => row.textContent ?? ''));
  expect(names.map((text) => /user_\d+|You/.exec(text)?.[0])).toEqual([
    ...['user_1', 'user_2', 'user_3'],
    undefined,
    ...['user_78', 'user_79', 'You', 'user_81'],
  ]);
  // Equal places are said to be shared.
  expect(names.filter((text) => text.includes('shared'))).toHaveLength(2);

  await board.getByRole('button', { name: 'Show more' }).click();
  const dialog = page.getByRole('dialog', { name: 'Leaderboard' });
  await dialog.getByText('user_50').waitFor();
  await dialog.getByText('#80').waitFor();
  await dialog.getByRole('button', { name: 'Show more' }).click();
  await dialog.getByText('That is everyone.').waitFor();
  // The button is gone; who pressed it is where it was.
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('That is everyone.');
  await dialog.getByText('user_60').waitFor();
  const fallen = dialog.getByRole('row').filter({ has: page.getByText('user_30', { exact: true }) });
  await expect.poll(() => fallen.allTextContents()).toEqual([expect.stringMatching(/^61/)]);
  expect(asked).toEqual(['first', 'page-2']);
});
