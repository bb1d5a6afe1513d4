import { Buffer } from 'node:buffer';
import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { superAdminOf } from '../../api/testing/admin.ts';
import { openAsSuperAdmin, verifiedUsers } from './admin-stage.ts';
import { openPage } from './browser.ts';
import { served } from './served.ts';
import { openAsNewUser } from './sign-in.ts';
import { setStage } from './stage.ts';

// Whatever a ledger holds, of whatever version and from whoever wrote to it, comes to the page as an API answer.

const stage = setStage();
const HOSTILE = `"'></title></textarea><img src=x onerror="window.wasRun=1"><script>window.wasRun=1</script><a href="javascript:window.wasRun=1">x</a>`;
/** What people, admins and other platforms write, by the names that the answers have for it. */
const WRITTEN = new Set(
  'username reason handle title artist description details text name label message displayName device words'.split(
    ' ',
  ),
);

/** The answer with the text behind everything that somebody has written. */
function poisoned(value: unknown, key = ''): unknown {
  if (typeof value === 'string') return WRITTEN.has(key) ? `${value} ${HOSTILE}` : value;
  if (Array.isArray(value)) return value.map((each) => poisoned(each, key));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, poisoned(member, name)]));
}

async function poison(page: Page): Promise<void> {
  await page.route('**/api/**', async (route: Route) => {
    if (route.request().method() !== 'GET' || /\/admin\/events(?:\?|$)|\/proof/.test(route.request().url()))
      return route.fallback();
    const response = await served(route);
    const isJson = response.headers()['content-type']?.includes('json') === true;
    if (!isJson) return route.fulfill({ response });
    const body = Buffer.from(JSON.stringify(poisoned(await response.json())));
    return route.fulfill({ response, body });
  });
}

/** The text is there to be read, and nothing of it became a part of the page. */
async function expectInert(page: Page, where: string): Promise<void> {
  await page.getByText('<img src=x', { exact: false }).first().waitFor();
  const found = await page.evaluate(() => ({
    wasRun: Reflect.get(window, 'wasRun'),
    parts: document.querySelectorAll('img[src="x"], a[href^="javascript:"], [onerror]').length,
    scripts: [...document.scripts].filter(({ textContent }) => textContent?.includes('wasRun')).length,
  }));
  expect(found, where).toEqual({ wasRun: undefined, parts: 0, scripts: 0 });
}

test('a hostile text is text on every page of a user', async () => {
  const { page, faults } = await openAsNewUser(stage, { prepare: poison });
  await expectInert(page, 'dashboard');
  await page
    .getByRole('button', { name: /show the events that make it/ })
    .first()
    .click();
  await page.getByRole('dialog').getByText('<img src=x', { exact: false }).first().waitFor();
  await expectInert(page, 'explanation');
  expect(faults).toEqual([]);
});

test('a hostile text is text on every tab of the panel, and on the pages of the raffles and of the ledger', async () => {
  const admin = await superAdminOf(stage.app);
  const [winner] = await verifiedUsers(stage.app, 1);
  const reward = { walletAddress: winner?.account.address, amount: '1', reason: 'Well done' };
  expect((await admin.post('/api/admin/send-reward', reward)).status).toBe(200);
  // Too much for one admin alone: it waits for another.
  expect((await admin.post('/api/admin/send-reward', { ...reward, amount: '20000' })).status).toBe(200);
  expect((await admin.post('/api/admin/raffle', { amount: '1', winnerCount: 1 })).status).toBe(200);

  const { page, faults } = await openAsSuperAdmin(stage, { prepare: poison });
  for (const tab of ['users', 'rewards', 'raffle', 'activity']) {
    await page.goto(`/admin?tab=${tab}`);
    await expectInert(page, tab);
  }
  expect(faults).toEqual([]);

  const visitor = await openPage(stage.browser, stage.app.url);
  await poison(visitor.page);
  await visitor.page.goto('/raffle');
  await expectInert(visitor.page, 'raffles');
  for (const part of ['events', 'books']) {
    await visitor.page.goto(`/ledger?part=${part}`);
    await expectInert(visitor.page, `ledger: ${part}`);
  }
  expect(visitor.faults).toEqual([]);
});
