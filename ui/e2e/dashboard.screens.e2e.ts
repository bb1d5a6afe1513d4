import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { answerInFull } from './answers.ts';
import { openPage } from './browser.ts';
import { chooseTestWallet, notice, openAsNewUser } from './sign-in.ts';
import { setStage } from './stage.ts';
import { installTestWallet } from './test-wallet.ts';

const stage = setStage();
const KEY = `0x${'11'.repeat(32)}` as const;

/** The text that a person sees: without what only a screen reader says. */
const textOf = (place: Locator): Promise<string> =>
  place.evaluate((element) => {
    const copy = element.cloneNode(true) as Element; // a copy is what it copies
    for (const unseen of copy.querySelectorAll('.sr-only')) unseen.remove();
    return (copy.textContent ?? '').replace(/\s+/g, ' ');
  });

const seen = (page: Page, title: string): Promise<string> =>
  textOf(page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) }));

test('each figure stands in the form that its place asks for', async () => {
  const { page, faults } = await openAsNewUser(stage, { prepare: answerInFull });
  await page.getByRole('button', { name: 'Claim 1,234.56 EVO' }).waitFor();
  expect(await seen(page, 'Ready to claim')).toContain('1,234.56EVO');
  expect(await seen(page, 'App Rewards')).toContain('1,234.56789012');
  expect(await seen(page, 'Total Rewards')).toMatch(/1,234,567\.89EVO.*\+385\.25.*EVO this week/);
  expect(await seen(page, 'Global Rank')).toMatch(/#1,042of 104,233 participants/);
  expect(await seen(page, 'Tasks Completed')).toContain('123,456');
  expect(await seen(page, 'Reward Tracker')).toMatch(
    /Claim 1,234\.56 EVO.*1,234\.56789012EVOUnclaimed rewards/,
  );
  expect(await seen(page, 'Level')).toMatch(/12,346.*Next level 12,347/);
  const bar = page.getByRole('progressbar', { name: 'Level progress' });
  expect([await bar.getAttribute('aria-valuenow'), await bar.getAttribute('aria-valuemax')]).toEqual([
    '6',
    '10',
  ]);
  expect(await seen(page, 'Profile Settings')).toMatch(
    /0x709979…dc79C8.*Level12,346.*EVO balance1,234,567\.89EVO/,
  );
  expect(await seen(page, 'Referral Program')).toMatch(
    /Silver.*31.*12.*8.*2,450\.75.*350\.00.*18 more for Gold/,
  );
  expect(faults).toEqual([]);
});

test('activities and transactions say what, how much, when, and the hash shortened', async () => {
  const { page } = await openAsNewUser(stage, { prepare: answerInFull });
  const list = page.getByRole('region', { name: 'Recent Activities and Transactions' });
  const rows = list.getByRole('table', { name: /Transactions and activities/ }).locator('tbody tr');
  await rows.first().waitFor();
  expect(await Promise.all((await rows.all()).map(textOf))).toEqual([
    expect.stringMatching(/Earned by twitter_likeReward.*In the ledger.*(just now|1m ago).*\+35/),
    expect.stringMatching(
      /Claimed rewards.*Claim.*5f1c9a3e7d18…7d18b620at 184213On chain0xab12cd34ab…ab12cd34.*Pending.*250\.50$/,
    ),
    expect.stringMatching(/Adjustment.*a07b9a3e7d18…7d18b620at 368426.*Completed.*−12\.00$/),
    expect.stringMatching(/twitter_retweet.*2d ago/),
    expect.stringMatching(/Referral.*Completed.*\+200\.00$/),
    expect.stringMatching(/referral.*4d ago/),
    expect.stringMatching(/discord_message.*6d ago/),
    expect.stringMatching(/Manual admin reward.*8d ago/),
    expect.stringMatching(/other.*11d ago.*\+1,234,567/),
    expect.stringMatching(/Reward.*Failed/),
  ]);
  await page.unrouteAll();
  // Narrowed to a kind, it is what the ledger has of that kind.
  await list.getByRole('button', { name: 'Claims' }).click();
  await list.getByText('No claims yet.').waitFor();
  await list.getByRole('button', { name: 'Rewards' }).click();
  await list.getByText('That is all: one transaction.').waitFor();
  await expect.poll(() => rows.count()).toBe(1);
  await page.getByRole('button', { name: 'View All' }).click();
  await page
    .getByRole('dialog', { name: 'Transaction History' })
    .getByText('That is all: one transaction.')
    .waitFor();
});

test('the leaderboard names the own row, and the first three places look like themselves', async () => {
  const { page } = await openAsNewUser(stage, { prepare: answerInFull });
  const rows = page.getByRole('table', { name: /total EVO/ }).getByRole('row');
  await rows.filter({ hasText: 'You' }).waitFor();
  expect(await textOf(rows.filter({ hasText: 'You' }))).toMatch(
    /^1,042You ?a_name_of_twenty_chs.*158.*1,234,567$/,
  );
  await page.getByRole('button', { name: 'Show more' }).click();
  const all = page.getByRole('dialog', { name: 'Leaderboard' }).getByRole('row');
  await all.filter({ hasText: 'user_50' }).waitFor();
  const looks = await all.evaluateAll((every) =>
    [1, 2, 3, 4, 5].map((row) => getComputedStyle(every[row]!.querySelector('td span')!).color),
  );
  expect(new Set(looks.slice(0, 3)).size).toBe(3);
  expect(looks.slice(0, 3)).not.toContain(looks[3]);
  expect(looks[3]).toBe(looks[4]);
});

test('after connecting elsewhere the rewards open, two seconds later', async () => {
  const { page, context } = await openPage(stage.browser, stage.app.url);
  await installTestWallet(context, { privateKey: KEY });
  await page.goto('/verify-email');
  await chooseTestWallet(page);
  const connected = Date.now();
  expect(new URL(page.url()).pathname).toBe('/verify-email');
  await page.waitForURL('**/evo-rewards');
  expect(Date.now() - connected).toBeGreaterThan(1_200);
  await page.getByRole('heading', { name: 'Rewards', exact: true }).waitFor();
});

test('one notice at a time; it can be closed and is at most 420 px wide', async () => {
  const { page } = await openAsNewUser(stage);
  await page.getByRole('region', { name: 'Profile Settings' }).getByRole('button', { name: 'Save' }).click();
  await notice(page).filter({ hasText: 'No Changes' }).waitFor();
  await page.getByRole('button', { name: 'Connect X' }).click();
  await notice(page).filter({ hasText: 'Please enter a valid handle' }).waitFor();
  await expect.poll(() => notice(page).count()).toBe(1);
  const width = await page
    .getByRole('region', { name: /Notifications/ })
    .locator('ol')
    .evaluate((area) => area.clientWidth);
  expect(width).toBeLessThanOrEqual(420);
  await page.getByRole('button', { name: 'Close notice' }).click();
  await notice(page).waitFor({ state: 'detached' });
});
