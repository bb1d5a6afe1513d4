import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { gradeTexts, letFailTexts } from '../../contracts/raffle-messages.ts';
import { nextDrawTexts } from '../../contracts/raffle-page-messages.ts';
import { raffleIdOf } from '../../ledger/proof/raffle-id.ts';
import { openAsSuperAdmin, verifiedUsers } from './admin-stage.ts';
import { expectSound } from './axe.ts';
import { openPage } from './browser.ts';
import { served } from './served.ts';
import { setStage } from './stage.ts';

// Time enough, also on a slow machine, to see the raffle wait.
const stage = setStage(async () => ({ RAFFLE_RANDOMNESS: 'beacon', BEACON_MARGIN: '15' }));
// So many that another signature does not happen to draw the same six of them.
stage.begin(() => verifiedUsers(stage.app, 12));

const steps = (page: Page) => page.getByRole('list', { name: 'Steps of the check' }).getByRole('listitem');

test('a draw that waits for its round: seen by a visitor meanwhile, drawn by itself, and verified', async () => {
  const { page, faults } = await openAsSuperAdmin(stage, { path: '/admin?tab=raffle' });
  await page.getByText('12 eligible').waitFor();
  await page.getByLabel('Reward Amount (EVO)').fill('5');
  await page.getByLabel('Number of Winners').fill('6');
  await page.getByRole('button', { name: 'Start Animated Raffle' }).click();
  const dialog = page.getByRole('dialog', { name: 'Start Raffle' });
  await dialog.getByText(gradeTexts.other_beacon.name).waitFor();
  await dialog
    .getByText('From the moment the entries are frozen nobody can stop it or draw again.')
    .waitFor();
  const visitor = await openPage(stage.browser, stage.app.url, { width: 360, theme: 'light' });
  await dialog.getByRole('button', { name: 'Draw Winners' }).click();

  await expect.poll(() => stageOf(visitor.page)).toBe('awaiting_beacon');
  await visitor.page.goto(`/raffle?raffle=${raffleIdOf(1)}`);
  await visitor.page.getByText('Raffle #1 waits for its round').waitFor();
  await visitor.page.getByText('from then on anybody can compute them').waitFor();
  await visitor.page.getByText('Awaiting beacon').waitFor();
  await expectSound(visitor.page, 'a raffle that waits for its round');

  // Who wants less motion sees the end at once; the visitor's page finds out by itself.
  await page.getByRole('dialog', { name: 'LIVE RAFFLE DRAW' }).locator('[data-amount="30"]').waitFor();
  await visitor.page.getByRole('heading', { name: 'Results of Raffle #1' }).waitFor();
  const fair = visitor.page.getByRole('region', { name: 'Provably fair' });
  await fair.getByText(gradeTexts.other_beacon.name).waitFor();
  await fair.getByText(gradeTexts.other_beacon.claim).waitFor();
  await visitor.page.getByText(letFailTexts.counts(1, 0, 0)).waitFor();

  await fair.getByRole('button', { name: 'Verify this draw' }).click();
  await fair.getByText('This draw is verified: your browser computed the same winners.').waitFor();
  for (const name of ['Beacon', 'Round', 'Revealed', 'Signature']) {
    await steps(visitor.page)
      .filter({ hasText: `${name} holds` })
      .waitFor();
  }
  const limits = fair.getByRole('region', { name: 'What this check cannot show' });
  await limits.getByText('That the entries were really frozen at').waitFor();
  await limits.getByText('Whoever runs that beacon').waitFor();
  await expectSound(visitor.page, 'a draw with a beacon, verified');
  expect([...faults, ...visitor.faults]).toEqual([]);
});

test('a signature that was exchanged, and a page that calls it drand: both are found in the browser', async () => {
  const { page } = await openPage(stage.browser, stage.app.url);
  await page.route('**/api/public/raffles/*/proof', async (route) => {
    const response = await served(route);
    const proof = await response.json();
    const drawn = proof.events.find(({ type }: { type: string }) => type === 'RaffleDrawn');
    // A point of the group that signs nothing: the generator.
    drawn.data.beacon.signature =
      '97f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb';
    await route.fulfill({ response, json: proof });
  });
  await page.route('**/api/public/latest-raffle', async (route) => {
    const response = await served(route);
    await route.fulfill({ response, json: { ...(await response.json()), grade: 'drand' } });
  });
  await page.goto('/raffle');
  await page.getByText(gradeTexts.drand.claim).waitFor();
  await page.getByRole('button', { name: 'Verify this draw' }).click();
  await page
    .getByText('This draw does not verify. It fails at: This page, Events, Signature, Winners.')
    .waitFor();
  await steps(page).filter({ hasText: 'its fairness is not the one that is shown' }).waitFor();
});

test('who waits on the page of the latest draw, while the only one waits for its round, sees it once it is drawn', async () => {
  const { page, faults } = await openPage(stage.browser, stage.app.url, { width: 360 });
  let isDrawn = false;
  await page.route(/\/api\/public\/raffles(\?|$)/, async (route) => {
    const response = await served(route);
    const list = await response.json();
    const before = { stage: 'awaiting_beacon', drawnAt: null };
    const waiting = list.raffles.map((raffle: object) => ({ ...raffle, ...before }));
    await route.fulfill({ response, json: isDrawn ? list : { ...list, raffles: waiting } });
  });
  await page.goto('/raffle');
  await page.getByText(nextDrawTexts.underWay(1)).waitFor();
  await page.getByText('No Raffle Available').waitFor();
  isDrawn = true;
  await page.getByRole('heading', { name: 'Latest Raffle Results' }).waitFor();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  expect(faults).toEqual([]);
});

test('the time until a round that is named while the page is open is right from the first second', async () => {
  const { page, faults } = await openPage(stage.browser, stage.app.url);
  const raffle = {
    ...{ raffleId: raffleIdOf(1), number: 1, stage: 'committed', grade: 'other_beacon', round: null },
    ...{ useTieredRewards: false, winnerCount: 6, total: '30', startedAt: new Date().toISOString() },
    ...{ drawnAt: null, failure: null },
  };
  const list = { nextSeedHash: null, counts: { drawn: 0, failed: 0, letFail: 0 }, nextCursor: null };
  let more: object = {};
  let serverAt = Date.now();
  await page.route(/\/api\/public\/raffles(\?|$)/, (route) =>
    route.fulfill({
      headers: { date: new Date(serverAt).toUTCString() },
      json: { ...list, raffles: [{ ...raffle, ...more }] },
    }),
  );
  await page.goto('/raffle');
  await page.getByText(nextDrawTexts.started).waitFor();
  const shown = await page.evaluateHandle(() => {
    const texts: string[] = [];
    const look = (): void => {
      const left = /Its round comes in ([\d:]+)/.exec(document.body.textContent)?.[1];
      if (left !== undefined) texts.push(left);
    };
    new MutationObserver(look).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    });
    return texts;
  });
  // The page has waited for an hour when it hears of the round.
  serverAt = Date.now() + 3_600_000;
  const dueAt = new Date(serverAt + 90_000).toISOString();
  more = {
    stage: 'awaiting_beacon',
    round: { chainHash: 'a'.repeat(64), round: 1, dueAt, isOverdue: false },
  };
  await expect.poll(() => shown.evaluate((texts) => texts.length)).toBeGreaterThan(0);
  expect(await shown.evaluate((texts) => texts[0])).toMatch(/^01:[0-3]\d$/);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  expect(faults).toEqual([]);
});

test('who watches a replay goes on watching as another raffle is drawn and becomes the latest', async () => {
  const { page, faults } = await openPage(stage.browser, stage.app.url);
  const startedAt = new Date().toISOString();
  const summary = (number: number, isDrawn: boolean) => ({
    ...{ raffleId: raffleIdOf(number), number, grade: 'seed', round: null, useTieredRewards: false },
    ...{ stage: isDrawn ? 'completed' : 'committed', winnerCount: 1, total: '5', startedAt, failure: null },
    drawnAt: isDrawn ? startedAt : null,
  });
  const latest = (number: number, username: string) => ({
    ...{ raffleId: raffleIdOf(number), number, grade: 'seed', useTieredRewards: false, tieredAmounts: ['5'] },
    ...{ flatAmount: '5', totalDistributed: '5', completedAt: startedAt },
    winners: [
      {
        ...{ id: raffleIdOf(9), place: 1, username, walletAddress: null, prize: '5' },
        ...{ pendingRewards: null, status: 'paid' },
      },
    ],
  });
  let isSecondDrawn = false;
  await page.route(/\/api\/public\/raffles(\?|$)/, (route) =>
    route.fulfill({
      json: {
        ...{ raffles: [summary(2, isSecondDrawn), summary(1, true)], nextSeedHash: null, nextCursor: null },
        counts: { drawn: 1, failed: 0, letFail: 0 },
      },
    }),
  );
  await page.route('**/api/public/latest-raffle', (route) =>
    route.fulfill({ json: isSecondDrawn ? latest(2, 'bob') : latest(1, 'ada') }),
  );
  await page.route('**/api/public/raffles/*/names', (route) =>
    route.fulfill({ json: { names: ['ada', 'bob', 'eve'], entries: 3 } }),
  );
  await page.goto('/raffle');
  await page.getByRole('button', { name: 'Replay Raffle Animation' }).click();
  const show = page.getByRole('dialog', { name: 'Raffle Replay' });
  await show.getByRole('list', { name: 'Winners on the podium' }).getByText('ada').waitFor();
  isSecondDrawn = true;
  await page.locator('#content').getByText('bob').waitFor();
  await expect.poll(() => show.getByText('ada').count()).toBe(1);
  await show.getByRole('button', { name: 'Close Replay' }).click();
  await show.waitFor({ state: 'detached' });
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  expect(faults).toEqual([]);
});

/** Asked by the page's own browser, as the page asks. */
async function stageOf(page: Page): Promise<string | undefined> {
  const answer = await page.request.get(`${stage.app.url}/api/public/raffles/${raffleIdOf(1)}`);
  if (!answer.ok()) return undefined;
  const { raffle } = await answer.json();
  return raffle.stage;
}
