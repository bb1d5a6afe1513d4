import { expect, test } from 'vitest';
import { nextDrawTexts } from '../../contracts/raffle-page-messages.ts';
import { openPage } from './browser.ts';
import { served } from './served.ts';
import { openAsNewUser } from './sign-in.ts';
import { setStage } from './stage.ts';

const stage = setStage();
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

test('on a device whose clock is three hours ahead, what has just come is of just now', async () => {
  const { page } = await openAsNewUser(stage, {
    prepare: (page) => page.clock.install({ time: Date.now() + 3 * HOUR_MS }),
  });
  const lines = page.getByRole('table', { name: /^Transactions and activities/ });
  const bonus = lines.getByRole('row').filter({ hasText: 'Welcome bonus' });
  await bonus.first().waitFor();
  expect(await bonus.first().locator('time').first().textContent()).toBe('just now');
});

test.each([
  ['a day ahead', DAY_MS],
  ['a day behind', -DAY_MS],
])('on a device whose clock is %s a draw is counted down to the moment that it has', async (_, off) => {
  const { page, faults } = await openPage(stage.browser, stage.app.url, { width: 360 });
  await page.clock.install({ time: Date.now() + off });
  await page.route(/\/api\/public\/raffles(\?|$)/, async (route) => {
    const response = await served(route);
    const waiting = {
      raffleId: '00000000-0000-4000-8000-000000000001',
      number: 1,
      stage: 'awaiting_beacon',
      grade: 'drand',
      round: {
        chainHash: '0'.repeat(64),
        round: 7,
        dueAt: new Date(Date.now() + 10 * 60_000).toISOString(),
        isOverdue: false,
      },
      useTieredRewards: false,
      winnerCount: 1,
      total: '5',
      startedAt: new Date().toISOString(),
      drawnAt: null,
      failure: null,
    };
    await route.fulfill({ response, json: { ...(await response.json()), raffles: [waiting] } });
  });
  await page.goto('/raffle');
  const next = page.getByRole('region', { name: nextDrawTexts.title });
  await next.getByText(nextDrawTexts.underWay(1)).waitFor();
  const left = await next.locator('time').textContent();
  expect(left).toMatch(/ in (10:0\d|09:[345]\d)\.$/);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  expect(faults).toEqual([]);
});
