import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { expect, test, vi } from 'vitest';
import { superAdminOf } from '../../api/testing/admin.ts';
import { createTestClient, type TestClient } from '../../api/testing/client.ts';
import type { ResponseOf } from '../../contracts/api/endpoint.ts';
import { latestRaffle, startRaffle } from '../../contracts/api/raffle.ts';
import { formatEvo, parseEvo, parseSum } from '../../contracts/money.ts';
import { nextDrawTexts, showTexts } from '../../contracts/raffle-page-messages.ts';
import { openAsSuperAdmin, openTab, verifiedUsers } from './admin-stage.ts';
import { expectSound, expectSoundInAllLooks } from './axe.ts';
import { openPage } from './browser.ts';
import { holdAnswers } from './hold-answers.ts';
import { countShifts, shiftOf } from './layout-shift.ts';
import { draw, start } from './raffle-form-stage.ts';
import { served } from './served.ts';
import { connectTestWallet, expectNotice } from './sign-in.ts';
import { setStage } from './stage.ts';
import { installTestWallet } from './test-wallet.ts';

const stage = setStage();
let eligible: readonly TestClient[];

stage.begin(async () => {
  eligible = await verifiedUsers(stage.app, 6);
});

/** What the draw that a page asks for next is answered, once it is signed. */
const drawnBy = async (page: Page): Promise<{ readonly raffleId: string; readonly number: number }> => {
  const answer = await page.waitForResponse(
    (response) =>
      new URL(response.url()).pathname === startRaffle.path &&
      response.request().headers()['x-act-signature'] !== undefined,
  );
  return answer.json();
};
/** The latest raffle as everybody sees it, once that is this one. */
const publicResult = (raffleId: string): Promise<ResponseOf<typeof latestRaffle>> =>
  vi.waitFor(async () => {
    const { body } = await createTestClient(stage.app.url).get<ResponseOf<typeof latestRaffle>>(
      latestRaffle.path,
    );
    expect(body.raffleId).toBe(raffleId);
    return body;
  });
const pendingOf = async (user: TestClient): Promise<bigint> => {
  const { body } = await user.get<{ user: { pendingRewards: string } }>('/api/dashboard');
  return parseSum(body.user.pendingRewards);
};
const winners = (page: Page) => page.getByRole('list', { name: 'Raffle Winners' }).getByRole('listitem');
const steps = (page: Page) => page.getByRole('list', { name: 'Steps of the check' }).getByRole('listitem');

/** In the page: what a component does after it was drawn, its timers too, goes by messages and no clock that stands still. */
async function untilScheduled(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) {
    const { port1, port2 } = new MessageChannel();
    await new Promise<void>((resolve) => {
      port1.onmessage = () => resolve();
      port2.postMessage(undefined);
    });
  }
}

test('before the first draw there is no raffle', async () => {
  const { page } = await openPage(stage.browser, stage.app.url);
  await page.goto('/raffle');
  await page.getByRole('heading', { name: 'EVO Raffle Center' }).waitFor();
  await page.getByText('No Raffle Available').waitFor();
  await page.getByText('Check back later for the next exciting raffle draw!').waitFor();
  const next = page.getByRole('region', { name: nextDrawTexts.title });
  await next.getByText('The seed of the next raffle is already fixed.').waitFor();
  await next.getByText(nextDrawTexts.noneMore(1)).waitFor();
  await next.getByRole('button', { name: 'Connect Wallet to take part' }).click();
  await page.getByRole('dialog', { name: 'Connect Wallet' }).waitFor();
});

test('a next draw that cannot be loaded says so, and can be asked for again', async () => {
  const { page } = await openPage(stage.browser, stage.app.url, { width: 360 });
  const message = 'Something went wrong on our side. Please try again.';
  await page.route('**/api/public/raffles?*', (route) =>
    route.fulfill({ status: 500, json: { error: 'Internal', message, requestId: 'x' } }),
  );
  await page.goto('/raffle');
  const next = page.getByRole('region', { name: nextDrawTexts.title });
  await next.getByText(message).waitFor();
  await expectSound(page, 'a next draw that cannot be loaded');
  await page.unroute('**/api/public/raffles?*');
  await next.getByRole('button', { name: 'Retry loading the next draw' }).press('Enter');
  await next.getByText(nextDrawTexts.noneMore(1)).waitFor();
  expect(await next.evaluate((one) => one.contains(document.activeElement))).toBe(true);
});

test('a draw as a show: shuffles, reveals, complete; it can be skipped, and closing it changes nothing', async () => {
  const { page, faults } = await openAsSuperAdmin(stage, {
    path: '/admin?tab=raffle',
    options: { reducedMotion: 'no-preference' },
    prepare: (one) => one.clock.install(),
  });
  await page.getByText('6 eligible').waitFor();
  await page.getByLabel('Reward Amount (EVO)').fill('25');
  await page.getByLabel('Number of Winners').fill('2');
  await start(page).click();
  const confirm = page
    .getByRole('dialog', { name: 'Start Raffle' })
    .getByRole('button', { name: 'Draw Winners', disabled: false });
  await confirm.waitFor();
  // From here on time passes only as it is told to: the show goes on for no longer than it is looked at.
  await page.clock.pauseAt(Date.now() + 60_000);
  const later = async () => {
    await page.evaluate(untilScheduled);
    await page.clock.runFor(1);
  };
  const asked = drawnBy(page);
  await confirm.click();
  const { raffleId } = await asked;
  const show = page.getByRole('dialog', { name: 'LIVE RAFFLE DRAW' });
  const wheel = show.locator('[data-wheel] li');
  await expect.poll(() => later().then(() => wheel.count())).toBe(5);
  const first = await wheel.allTextContents();
  await page.clock.runFor(100);
  await expect.poll(() => later().then(() => wheel.allTextContents())).not.toEqual(first);
  // The result is there before the first name is shown: whoever looks elsewhere sees it.
  const drawn = await publicResult(raffleId);
  expect(drawn.winners).toHaveLength(2);
  // Silent until somebody asks for sound, and remembered.
  await show.getByRole('button', { name: showTexts.soundOn, pressed: false }).click();
  await show.getByRole('button', { name: showTexts.soundOff, pressed: true }).waitFor();
  expect(await page.evaluate(() => localStorage.getItem('raffleSound'))).toBe('on');
  await show.getByRole('button', { name: 'Skip' }).press('Enter');
  // The button that skipped is gone: the keyboard goes on in the show.
  await show.getByText('Complete. 2 winners.').waitFor({ state: 'attached' });
  expect(await show.evaluate((one) => one.contains(document.activeElement))).toBe(true);
  for (const { username } of drawn.winners) await show.getByText(username).first().waitFor();
  await show.getByText('Total to be distributed').waitFor();
  await page.clock.resume();
  // What had opened it is gone as well.
  await show.getByRole('button', { name: 'Close Raffle Results' }).press('Enter');
  await show.waitFor({ state: 'detached' });
  const isInPage = () =>
    page.evaluate(() => document.getElementById('content')?.contains(document.activeElement));
  await expect.poll(isInPage).toBe(true);
  await page.reload();
  await openTab(page, 'Raffle System');
  for (const { username } of drawn.winners) await winners(page).filter({ hasText: username }).waitFor();
  // What they can claim, still.
  await expect.poll(() => winners(page).getByText('Claimable').count()).toBe(2);
  await winners(page).first().locator('[data-amount="105"]').waitFor();
  await page.getByText('Only winners with connected wallets will receive rewards').waitFor();
  await page.getByRole('button', { name: 'Send 25 EVO to All Winners' }).waitFor();
  expect(faults).toEqual([]);
});

test("a tiered raffle from the form to the winners' balances, verified by a visitor and by a winner", async () => {
  const { page, faults } = await openAsSuperAdmin(stage, { path: '/admin?tab=raffle' });
  await page.getByText('6 eligible').waitFor();
  await page.getByLabel('Number of Winners').fill('3');
  await page.getByLabel('Use Tiered Rewards').check();
  for (const [place, amount] of [
    ['1st', '500'],
    ['2nd', '300'],
    ['3rd', '200.5'],
  ] as const) {
    await page.getByLabel(`${place} place`).fill(amount);
  }
  const asked = drawnBy(page);
  await draw(page);
  const { raffleId, number } = await asked;
  const show = page.getByRole('dialog', { name: 'LIVE RAFFLE DRAW' });
  // Who wants less motion sees the end at once.
  await show.locator('[data-amount="1000.5"]').waitFor();
  // It was drawn when the ledger says so, whatever the clock of this browser does.
  const latest = await publicResult(raffleId);
  expect(await show.locator('time').getAttribute('datetime')).toBe(latest.completedAt);
  await expectSound(page, 'the draw');
  const [picture] = await Promise.all([
    page.waitForEvent('download'),
    show.getByRole('button', { name: 'Generate Share Image' }).click(),
  ]);
  expect(picture.suggestedFilename()).toMatch(/^evo-raffle-results-\d{4}-\d\d-\d\d\.png$/);
  expect(sizeOfPng(await readFile(await picture.path()))).toEqual([1200, 800]);
  await show.getByRole('button', { name: 'Close Raffle Results' }).click();
  const winner = eligible.find(({ account }) => account.address === latest.winners[0]?.walletAddress);
  if (!winner) throw new Error('somebody else has won');
  const before = await pendingOf(winner);
  const withPrize = `[data-amount="${formatEvo(before + parseEvo('500'))}"]`;

  await page.getByRole('heading', { name: `Raffle Winners · #${number}`, exact: true }).waitFor();
  await expect.poll(() => winners(page).count()).toBe(3);
  await winners(page).first().getByText('Claimable').waitFor();
  // One prize is asked about, too, before it is paid.
  await winners(page)
    .nth(2)
    .getByRole('button', { name: /^Send the prize of/ })
    .click();
  const paying = page.getByRole('dialog');
  await paying.getByText('1 prize would be paid, 200.50 EVO in total').waitFor();
  await expectSound(page, 'paying one prize');
  expect(await winners(page).getByText('REWARDED').count()).toBe(0);
  await paying.getByRole('button', { name: 'Send Prize' }).click();
  await expectNotice(page, 'Rewards Sent', '1 prize paid');
  await expect.poll(() => winners(page).getByText('REWARDED').count()).toBe(1);
  await page.getByRole('button', { name: 'Send Tiered Rewards' }).click();
  await paying.getByText('2 prizes would be paid, 800.00 EVO in total').waitFor();
  await paying.getByRole('button', { name: 'Send Tiered Rewards' }).click();
  await expectNotice(page, 'Rewards Sent', '1,000.50 EVO');
  await expect.poll(() => winners(page).getByText('REWARDED').count()).toBe(3);
  expect(await page.getByRole('button', { name: 'Send Tiered Rewards' }).count()).toBe(0);
  await page.reload();
  await openTab(page, 'Raffle System');
  await winners(page).first().locator(withPrize).waitFor();
  await expect.poll(() => winners(page).getByText('Claimable').count()).toBe(3);

  const visitor = await openPage(stage.browser, stage.app.url, { width: 360, theme: 'light' });
  await visitor.page.goto('/raffle');
  await visitor.page.getByText('Tiered Rewards').waitFor();
  await expect.poll(() => winners(visitor.page).getByText('REWARDED').count()).toBe(3);
  await visitor.page.getByRole('button', { name: 'Verify this draw' }).click();
  await visitor.page.getByText('This draw is verified: your browser computed the same winners.').waitFor();
  const names = await steps(visitor.page).evaluateAll((all) =>
    all.map((one) => one.querySelector('p')?.textContent),
  );
  expect(names.every((name) => name?.endsWith('holds'))).toBe(true);
  expect(names.length).toBeGreaterThan(6);
  await expectSound(visitor.page, 'the raffle page');

  const { page: own, context } = await openPage(stage.browser, stage.app.url, { width: 768 });
  await installTestWallet(context, { privateKey: winner.privateKey });
  await own.goto('/raffle');
  await connectTestWallet(own);
  await own.getByText(/Your entry is number \d of 6\./).waitFor();
  await own.getByText(nextDrawTexts.isIn).waitFor();
  await own.getByRole('button', { name: 'Check my entry' }).click();
  await own.getByText('Your entry took part in this draw.').waitFor();
  await expectSound(own, 'the raffle page of a winner');
  await own.goto('/evo-rewards');
  await own.locator(withPrize).first().waitFor();
  expect([...faults, ...visitor.faults]).toEqual([]);
});

test('a proof that was tampered with fails, and says where', async () => {
  const { page } = await openPage(stage.browser, stage.app.url);
  await page.route('**/api/public/raffles/*/proof', async (route) => {
    const response = await served(route);
    const proof = await response.json();
    const drawn = proof.events.find(({ type }: { type: string }) => type === 'RaffleDrawn');
    drawn.data.winners[1].userId = '00000000-0000-4000-8000-000000000000';
    await route.fulfill({ response, json: proof });
  });
  await page.goto('/raffle');
  await page.getByRole('button', { name: 'Verify this draw' }).click();
  await page
    .getByText('This draw does not verify. It fails at: This page, Events, Place 2, Prizes.')
    .waitFor();
  await steps(page)
    .filter({ hasText: 'Place 2' })
    .filter({ hasText: "entry is not the one of the winner's userId" })
    .waitFor();
});

test('a check and a picture whose code does not come say what to do, and are there once it comes', async () => {
  const root = await superAdminOf(stage.app);
  // The tests around it go by the one that was drawn before.
  const isNoneDrawn = (await root.get(latestRaffle.path)).status === 404;
  if (isNoneDrawn) await root.post('/api/admin/raffle', { amount: '1', winnerCount: 1 });
  const { page } = await openPage(stage.browser, stage.app.url);
  await page.goto('/raffle');
  const check = page.getByRole('button', { name: 'Verify this draw' });
  const fault = page.getByRole('alert').filter({ hasText: 'The proof could not be checked' });
  await page.route('**/assets/verify-draw-*.js*', (route) => route.abort());
  await check.click();
  await fault.getByText('This part of the page did not arrive.').waitFor();
  await page.unrouteAll();
  await page.route('**/assets/{verify-draw,hand-picture}-*.js*', (route) => route.fulfill({ status: 404 }));
  await check.click();
  await fault.getByText('The site was renewed since you opened this page.').waitFor();
  await page.getByRole('button', { name: 'Download Results Image' }).click();
  await expectNotice(page, 'No Image', 'The site was renewed since you opened this page.');
  await page.unrouteAll();
  await check.click();
  await page.getByText('This draw is verified: your browser computed the same winners.').waitFor();
});

test('the replay spins, reveals one by one, and closes; older raffles are listed and open', async () => {
  const { page } = await openPage(stage.browser, stage.app.url, {
    options: { reducedMotion: 'no-preference' },
  });
  await countShifts(page);
  await page.clock.install();
  await page.goto('/raffle');
  const replay = page.getByRole('button', { name: 'Replay Raffle Animation' });
  await replay.waitFor();
  // From here on time passes only as it is told to.
  await page.clock.pauseAt(Date.now() + 60_000);
  await replay.click();
  const show = page.getByRole('dialog', { name: 'Raffle Replay' });
  await expect.poll(() => show.locator('[data-wheel] li').count()).toBe(3);
  const shown = show.getByRole('list', { name: 'Winners' }).getByRole('listitem');
  const places = () =>
    shown.evaluateAll((all) =>
      all.map((one) => Number(Reflect.get(Object(Reflect.get(one, 'dataset')), 'place'))),
    );
  const after = async (ms: number, revealed: readonly number[]) => {
    await page.evaluate(untilScheduled);
    await page.clock.runFor(ms);
    // A timer that a rounding has set a hair too early sets another one.
    const shownNow = async () => {
      await page.evaluate(untilScheduled);
      await page.clock.runFor(1);
      return places();
    };
    await expect.poll(shownNow).toEqual(revealed);
  };
  await after(2_900, []);
  // The names are those of the frozen entries, and not the winners' alone.
  const { body: latest } = await createTestClient(stage.app.url).get<ResponseOf<typeof latestRaffle>>(
    latestRaffle.path,
  );
  const { body } = await createTestClient(stage.app.url).get<{ names: string[] }>(
    `/api/public/raffles/${latest.raffleId}/names`,
  );
  expect(body.names).toHaveLength(6);
  expect(
    (await show.locator('[data-wheel] li').allTextContents()).every((name) => body.names.includes(name)),
  ).toBe(true);
  // From the last place to the first, and nothing that is there already moves.
  await after(200, [3]);
  await after(2_000, [2, 3]);
  await after(2_000, [1, 2, 3]);
  expect(await show.getByRole('button', { name: 'Close Replay' }).count()).toBe(0);
  await page.clock.runFor(1_000);
  await show.getByRole('button', { name: 'Close Replay' }).click();
  await page.clock.resume();
  await show.waitFor({ state: 'detached' });
  expect(await shiftOf(page)).toBeLessThanOrEqual(0.02);

  await page.getByRole('region', { name: 'All raffles' }).getByRole('button', { name: /#1/ }).press('Enter');
  await page.getByRole('heading', { name: 'Results of Raffle #1' }).waitFor();
  // What was pressed is drawn anew: the keyboard goes on at the raffle that it asked for.
  const readsOnAt = () =>
    page.evaluate(() =>
      document.activeElement === document.body ? '' : document.activeElement?.textContent,
    );
  await expect.poll(readsOnAt).toContain('Results of Raffle #1');
  await page.getByText('25.00 EVO per winner').waitFor();
  await page.getByText('Not every prize has been sent yet').waitFor();
  expect(await winners(page).getByText('REWARDED').count()).toBe(0);
  await page.getByRole('button', { name: 'Show the latest' }).press('Enter');
  await page.getByRole('heading', { name: 'Latest Raffle Results' }).waitFor();
  await expect.poll(readsOnAt).toContain('Latest Raffle Results');
});

test('a prize with all its decimals fits on the button that pays it, and on the one that confirms it, on a phone', async () => {
  const prize = '999999.123456789012345678';
  const raffleId = '00000000-0000-4000-8000-000000000001';
  const [winner] = eligible;
  const { page } = await openAsSuperAdmin(stage, {
    path: `/admin?tab=raffle&raffle=${raffleId}`,
    width: 360,
    prepare: async (page) => {
      const raffle = {
        raffleId,
        number: 1,
        stage: 'drawn',
        grade: 'seed',
        round: null,
        useTieredRewards: false,
        winnerCount: 1,
        total: prize,
        startedAt: '2026-01-01T00:00:00.000Z',
        drawnAt: '2026-01-01T00:00:01.000Z',
        failure: null,
      };
      const place = {
        id: raffleId,
        place: 1,
        username: 'winner_of_much',
        walletAddress: winner?.account.address ?? null,
        prize,
        pendingRewards: '100',
        status: 'open',
      };
      await page.route(`**/api/admin/raffles/${raffleId}`, (route) =>
        route.fulfill({ json: { raffle, winners: [place] } }),
      );
      const message = `1 prize would be sent, ${prize} EVO in all`;
      const answer = { success: true, message, winners: [place], totalDistributed: prize, dryRun: true };
      await page.route(`**/api/admin/raffle/${raffleId}/pay`, (route) => route.fulfill({ json: answer }));
    },
  });
  const label = 'Send 999,999.123456789012345678 EVO to All Winners';
  const send = page.getByRole('button', { name: label });
  await send.waitFor();
  const isWhole = (button: Locator) => button.evaluate((one) => one.scrollWidth <= one.clientWidth);
  await expectSoundInAllLooks(page, 'a prize with all its decimals');
  expect(await isWhole(send)).toBe(true);
  await send.click();
  const dialog = page.getByRole('dialog', { name: 'Send Rewards to All Winners' });
  await dialog.waitFor();
  await expectSoundInAllLooks(page, 'a prize with all its decimals is asked about');
  expect(await isWhole(dialog.getByRole('button', { name: label }))).toBe(true);
});

test('a draw that fails closes, and says why', async () => {
  const { page } = await openAsSuperAdmin(stage, { path: '/admin?tab=raffle' });
  await page.getByText('6 eligible').waitFor();
  await page.getByLabel('Reward Amount (EVO)').fill('1');
  await page.route('**/api/admin/raffle', (route) =>
    Reflect.get(Object(route.request().postDataJSON()), 'dryRun')
      ? route.continue()
      : route.fulfill({ status: 409, json: { error: 'X', message: 'Not now', requestId: 'x' } }),
  );
  await draw(page);
  await expectNotice(page, 'Raffle Failed', 'Not now');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
});

/** Width and height of a PNG, from its header (https://www.w3.org/TR/png-3/#11IHDR). */
const sizeOfPng = (file: Buffer): readonly number[] => [file.readUInt32BE(16), file.readUInt32BE(20)];

test('who cancels while a draw is under way and goes elsewhere stays there, and is told when it is done', async () => {
  const { page } = await openAsSuperAdmin(stage, { path: '/admin?tab=raffle' });
  await page.getByText('6 eligible').waitFor();
  await page.getByLabel('Reward Amount (EVO)').fill('5');
  await page.getByLabel('Number of Winners').fill('1');
  await start(page).click();
  const dialog = page.getByRole('dialog', { name: 'Start Raffle' });
  await dialog.getByRole('button', { name: 'Draw Winners', disabled: false }).waitFor();
  const { held, release } = await holdAnswers(
    page,
    '**/api/admin/raffle',
    (request) => request.headers()['x-act-signature'] !== undefined,
  );
  await dialog.getByRole('button', { name: 'Draw Winners' }).click();
  await held;
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await openTab(page, 'User Management');
  await page.waitForURL(/tab=users/);
  release();
  // Nobody sees the show there: a notice tells of its end.
  await expectNotice(page, 'Raffle Drawn', 'is drawn: 1 winner');
  expect(new URL(page.url()).searchParams.get('tab')).toBe('users');
});

test('who is about to pay prizes goes on with them as another admin draws a raffle that becomes the latest', async () => {
  const root = await superAdminOf(stage.app);
  async function drawn(amount: string): Promise<number> {
    const { status, body } = await root.post<{ number: number }>('/api/admin/raffle', {
      amount,
      winnerCount: 1,
    });
    expect(status).toBe(200);
    return body.number;
  }
  const first = await drawn('3');
  const { page, faults } = await openAsSuperAdmin(stage, { path: '/admin?tab=raffle' });
  await page.getByRole('button', { name: 'Send 3 EVO to All Winners' }).click();
  const paying = page.getByRole('dialog', { name: 'Send Rewards to All Winners' });
  await paying.getByText(`Raffle #${first}.`).waitFor();
  // Once the second of them is listed, the first of them would have been shown.
  for (const amount of ['4', '5']) {
    await page.getByText(`#${await drawn(amount)}`, { exact: true }).waitFor();
  }
  await paying.getByRole('button', { name: 'Send 3 EVO to All Winners' }).click();
  await expectNotice(page, 'Rewards Sent', '1 prize paid');
  await paying.waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: `Raffle Winners · #${first}` }).waitFor();
  await winners(page).getByText('REWARDED').waitFor();
  expect(faults).toEqual([]);
});

test('a raffle that is chosen in a long list is seen, also the second time, by everybody and by admins', async () => {
  const root = await superAdminOf(stage.app);
  let newest = 0;
  for (let drawn = 0; drawn < 10; drawn += 1) {
    const raffle = { amount: '1', winnerCount: 1 };
    const { status, body } = await root.post<{ number: number }>('/api/admin/raffle', raffle);
    expect(status).toBe(200);
    newest = body.number;
  }
  const isOnScreen = (place: Locator) =>
    place.evaluate((one) => {
      const { top, bottom } = one.getBoundingClientRect();
      return top >= 0 && bottom <= window.innerHeight;
    });
  const visitor = await openPage(stage.browser, stage.app.url, { width: 360 });
  await visitor.page.goto('/raffle');
  const admin = await openAsSuperAdmin(stage, { path: '/admin?tab=raffle' });
  for (const [page, title] of [
    [visitor.page, 'Results of Raffle #'],
    [admin.page, 'Raffle Winners · #'],
  ] as const) {
    const raffles = page
      .getByRole('region', { name: 'All raffles' })
      .getByRole('listitem')
      .getByRole('button');
    // Before that, each that comes into the list moves the others in it.
    await raffles.first().getByText(`#${newest}`, { exact: true }).waitFor();
    const numbers: string[] = [];
    for (const at of [-1, -2, -1]) {
      const row = raffles.nth(at);
      const number = ((await row.locator('span').first().textContent()) ?? '').slice('#'.length);
      numbers.push(number);
      await row.click();
      const heading = page.getByRole('heading', { name: title + number, exact: true });
      await heading.waitFor();
      await expect.poll(() => isOnScreen(heading)).toBe(true);
    }
    expect(new Set(numbers).size).toBe(2);
  }
});
