import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openPage } from './browser.ts';
import { openAsNewUser } from './sign-in.ts';
import { setStage } from './stage.ts';

const stage = setStage();

/** The public pages, each with what stands there once its answers have come. */
const pages = [
  { path: '/', drawn: (page: Page) => page.getByRole('heading', { name: 'Community reach' }) },
  { path: '/evo-rewards', drawn: (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 }) },
  { path: '/raffle', drawn: (page: Page) => page.getByText('No raffle has been started yet.') },
  { path: '/raffle/proofs', drawn: (page: Page) => page.getByText('hmac-sha256-rejection-fisher-yates-v1') },
  { path: '/ledger', drawn: (page: Page) => page.getByRole('table').first() },
] as const;

/** As in a slow phone: of the taking over one small step after the other, and answers come between any two of them. */
const slowDown = (page: Page) =>
  page.addInitScript(() => {
    // The scheduler goes on by messages to itself, until its time is over: https://github.com/facebook/react
    const post = MessagePort.prototype.postMessage;
    MessagePort.prototype.postMessage = function later(...what: unknown[]) {
      setTimeout(() => Reflect.apply(post, this, what), 5);
    };
    const now = performance.now.bind(performance);
    let ahead = 0;
    performance.now = () => {
      ahead += 1;
      return now() + ahead;
    };
  });

test('what the server sent is taken over where it stands, however many answers come meanwhile', async () => {
  const visitor = await openPage(stage.browser, stage.app.url);
  const member = await openAsNewUser(stage);
  for (const { page, faults } of [visitor, member]) {
    await slowDown(page);
    for (const { path, drawn } of pages) {
      await page.goto(path);
      await drawn(page).waitFor();
      await page.waitForLoadState('networkidle');
      expect(faults, path).toEqual([]);
    }
  }
});
