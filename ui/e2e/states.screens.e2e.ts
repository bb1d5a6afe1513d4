import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  type Answering,
  answerEmpty,
  answerInFull,
  answerNever,
  answerNothing,
  answerOutage,
} from './answers.ts';
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

/** What can be pushed sideways: something in it is too wide. */
const sideways = (page: Page): Promise<readonly (string | null)[]> =>
  page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('.overflow-y-auto')]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map((element) => element.ariaLabel ?? element.className),
  );

test('on the narrowest screen that the page is made for nothing hangs out', async () => {
  const { page } = await openAsNewUser(stage, { width: 360, prepare: answerInFull });
  const narrowest = await page.evaluate(() => Number.parseInt(getComputedStyle(document.body).minWidth, 10));
  await page.setViewportSize({ width: narrowest, height: 640 });
  // A claim that was paid on the chain has two hashes.
  await page.getByText('On chain').first().waitFor();
  expect(await sideways(page)).toEqual([]);
  const card = page.getByRole('region', { name: 'Recent Activities and Transactions' });
  const isInside = await card.evaluate((element) => {
    const right = element.getBoundingClientRect().right;
    return [...element.querySelectorAll('td')].every((cell) => cell.getBoundingClientRect().right < right);
  });
  expect(isInside).toBe(true);
});

test.each(['98765432109.876543210987654321', '987654321098765.5', '987654321098765432109876.5'])(
  'a sum of %s stays on a phone in the history and in what explains it',
  async (sum) => {
    const { page } = await openAsNewUser(stage, { width: 360, prepare: answerInFull });
    const day = { totalRewards: sum, claimedRewards: sum, pendingRewards: sum };
    const days = ['2026-01-01', '2026-01-02'].map((one) => ({ day: one, ...day }));
    await page.route('**/api/ledger/history', (route) => route.fulfill({ json: { days } }));
    const line = {
      eventId: '00000000-0000-4000-8000-000000000700',
      ledgerPosition: 'C:1/P:1',
      eventType: 'RewardGranted',
      description: 'Long ago',
      change: sum,
      after: sum,
      createdAt: '2026-01-01T00:00:00.000Z',
    };
    const explained = { figure: 'pendingRewards', total: sum, lines: [line], nextCursor: null };
    await page.route('**/api/ledger/explain?*', (route) => route.fulfill({ json: explained }));
    await page.reload();
    await page.getByRole('button', { name: 'Show as table' }).click();
    await page.getByRole('region', { name: 'Balance history by day' }).waitFor();
    expect(await sideways(page)).toEqual([]);
    await page
      .getByRole('button', { name: /show the events that make it/ })
      .first()
      .click();
    await page.getByRole('dialog').getByText('Long ago').waitFor();
    expect(await sideways(page)).toEqual([]);
  },
);

test.each([320, 1440])(
  'at %i px an amount of every day is in one line of what explains it',
  async (width) => {
    const { page } = await openAsNewUser(stage, { options: { viewport: { width, height: 740 } } });
    await page
      .getByRole('button', { name: /show the events that make it/ })
      .first()
      .click();
    const amounts = page.getByRole('dialog').getByRole('table').locator('[data-amount] > [aria-hidden]');
    await amounts.first().waitFor();
    const lines = await amounts.evaluateAll((all) =>
      all.map((one) => new Set([...one.getClientRects()].map(({ bottom }) => Math.round(bottom))).size),
    );
    expect(Math.max(...lines)).toBe(1);
  },
);

test('one outage is one banner, with one Retry that brings everything', async () => {
  const { page } = await openAsNewUser(stage);
  const end = await answerOutage(page);
  await page.reload();
  const banner = page.getByRole('alert').filter({ hasText: 'Could not load your rewards' });
  await banner.getByText('The service is restarting.').waitFor();
  await expect.poll(() => page.getByText('Could not load').count()).toBe(1);
  expect(
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Retry/ })
      .count(),
  ).toBe(1);
  end();
  await banner.getByRole('button', { name: 'Retry loading your rewards' }).click();
  await page.getByRole('button', { name: /^Claim 100/ }).waitFor();
  await page.getByRole('region', { name: 'Referral Program' }).getByText('Bronze').waitFor();
});

test('a part that cannot be loaded says so where it would stand, and Retry loads it', async () => {
  const { page } = await openAsNewUser(stage);
  const end = await answerOutage(page, '**/api/referrals');
  await page.reload();
  await page.getByText('Could not load your referrals').waitFor();
  await page.getByRole('button', { name: /^Claim 100/ }).waitFor();
  end();
  await page.getByRole('button', { name: 'Retry loading your referrals' }).click();
  await page.getByRole('region', { name: 'Referral Program' }).getByText('Bronze').waitFor();
});

test('what a busy server could not answer comes by itself, and the keyboard stays in its panel', async () => {
  const { page } = await openAsNewUser(stage);
  const end = await answerOutage(page, '**/api/referrals', 1);
  await page.reload();
  await page.getByRole('button', { name: /^Claim 100/ }).waitFor();
  await page.getByRole('button', { name: 'Retry loading your referrals' }).focus();
  end();
  const referrals = page.getByRole('region', { name: 'Referral Program' });
  await referrals.getByText('Bronze').waitFor();
  expect(await referrals.evaluate((panel) => panel === document.activeElement)).toBe(true);
});
