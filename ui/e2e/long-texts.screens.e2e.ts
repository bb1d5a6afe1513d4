import { Buffer } from 'node:buffer';
import type { Locator, Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { SAMPLE_TRACKS } from '../../api/resources/music/sample-tracks.ts';
import { newAdmin, superAdminOf } from '../../api/testing/admin.ts';
import { successToasts } from '../../contracts/toasts.ts';
import { openAsSuperAdmin, verifiedUsers } from './admin-stage.ts';
import { openPage } from './browser.ts';
import { served } from './served.ts';
import { openAsNewUser } from './sign-in.ts';
import { answerSocials, fullPlatforms } from './socials-answers.ts';
import { setStage } from './stage.ts';

// A text without a space goes on in no other line by itself. In what people write there may be none.

const stage = setStage(undefined, { samples: SAMPLE_TRACKS });

const wide = (length: number): string => 'W'.repeat(length);
/** What people write, as long as it may be and in the widest letter, by the names that the answers have for it. */
const LONG: Readonly<Record<string, (text: string) => string>> = {
  username: () => wide(20),
  handle: () => wide(30),
  reason: () => wide(200),
  description: (text) => `${text} ${wide(200)}`,
  title: () => wide(100),
  artist: () => wide(100),
  // Of an account elsewhere: its name stands there for as long as it is to be confirmed.
  status: (text) => (text === 'confirmed' ? 'expired' : text),
};

function lengthened(value: unknown, key = ''): unknown {
  if (typeof value === 'string') return LONG[key]?.(value) ?? value;
  if (Array.isArray(value)) return value.map((each) => lengthened(each, key));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, lengthened(member, name)]));
}

/** @param more what else there is in the answers */
async function lengthen(page: Page, more: Readonly<Record<string, unknown>> = {}): Promise<void> {
  await page.route('**/api/**', async (route: Route) => {
    const { pathname } = new URL(route.request().url());
    if (route.request().method() !== 'GET' || pathname === '/api/admin/events') return route.fallback();
    const response = await served(route);
    if (!response.headers()['content-type']?.includes('json')) return route.fulfill({ response });
    const answer = { ...Object(lengthened(await response.json())), ...Object(more[pathname]) };
    return route.fulfill({ response, body: Buffer.from(JSON.stringify(answer)) });
  });
}

/** On the narrowest screen, once something is there, nothing hangs out at the side of anything. */
async function expectAllIn(page: Page, where: string, sign: Locator): Promise<void> {
  await sign.first().waitFor();
  await page.setViewportSize({ width: 320, height: 740 });
  const hanging = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('html, header, .card, .overflow-y-auto:not(.overflow-x-auto)')]
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
        .map(
          ({ tagName, className, textContent }) => `${tagName} ${className}: ${textContent?.slice(0, 80)}`,
        ),
    );
  await expect.poll(hanging, { message: where }).toEqual([]);
  await page.setViewportSize({ width: 1_440, height: 900 });
}

/** Arabic: it begins at the right, and its point stands at the left. */
const FROM_RIGHT = `${'مرحبا '.repeat(30)}EVO.`;

/** Where such a text has a line that begins at the left: its words are out of order, and what is cut off is its beginning. */
const fromLeft = (page: Page): Promise<readonly string[]> =>
  page.evaluate(
    (text) =>
      [...document.querySelectorAll('main *, [data-player] *, [role=dialog] *')]
        .filter((one) => one.childElementCount === 0 && one.textContent.startsWith(text))
        .filter((one) => !one.classList.contains('sr-only') && getComputedStyle(one).direction === 'ltr')
        .map(({ tagName, className }) => `${tagName} ${className}`),
    FROM_RIGHT.slice(0, 5),
  );

const WRITTEN = new Set(['description', 'text', 'title', 'artist']);

/** An answer in which everything that somebody wrote is that. */
const fromRight = (answer: unknown): unknown =>
  JSON.parse(JSON.stringify(answer, (key, value) => (WRITTEN.has(key) ? FROM_RIGHT : value)));

const dialogOf = (page: Page) => page.getByRole('dialog');

test('the longest names and reasons stay in the pages of a user', async () => {
  const { page, faults } = await openAsNewUser(stage, { prepare: (one) => lengthen(one) });
  const name = page.getByText(wide(20));
  await page.getByRole('button', { name: 'Connect Instagram' }).click();
  await page.getByLabel('Instagram handle').fill('a'.repeat(30));
  await page.getByRole('button', { name: 'Connect Instagram' }).click();
  await page.getByText(successToasts.socialConnected.title, { exact: true }).first().waitFor();
  await page.reload();
  await expectAllIn(page, 'dashboard', page.getByText(`@${wide(30)}`));
  await page
    .getByRole('button', { name: /show the events that make it/ })
    .first()
    .click();
  await expectAllIn(page, 'explanation', dialogOf(page).getByText(wide(200)));
  await page.unrouteAll({ behavior: 'wait' });
  await lengthen(page, { '/api/network': { rewardsPage: 'coming-soon' } });
  await page.goto('/evo-rewards');
  await page.getByText('EvoRewards is on its way').waitFor();
  await expectAllIn(page, 'before the program starts', name);
  expect(faults).toEqual([]);
});

test('the longest names and reasons stay in the panel', async () => {
  const admin = await superAdminOf(stage.app);
  const anna = await newAdmin(stage.app, admin);
  const [winner] = await verifiedUsers(stage.app, 1);
  const reward = { walletAddress: winner?.account.address, amount: '1', reason: wide(200) };
  expect((await admin.post('/api/admin/send-reward', reward)).status).toBe(200);
  expect((await anna.post('/api/admin/send-reward', { ...reward, amount: '20000' })).status).toBe(200);
  const { page, faults } = await openAsSuperAdmin(stage, { prepare: (one) => lengthen(one) });
  const [name, reason] = [page.getByText(wide(20)), page.getByText(wide(200))];
  await page.getByLabel('Select all users').click();
  await expectAllIn(page, 'users', page.getByRole('button', { name: 'Remove Selected' }));
  await page.goto('/admin?tab=activity');
  await expectAllIn(page, 'activity', reason);
  await page.goto('/admin?tab=acts');
  await expectAllIn(page, 'admins', name);
  await page
    .getByRole('button', { name: /^Remove admin/ })
    .first()
    .click();
  await expectAllIn(page, 'the removal of an admin', dialogOf(page));
  await page.goto('/admin?tab=rewards');
  await expectAllIn(page, 'requests', reason);
  await page.getByLabel('Find a user').fill('a');
  await page.getByRole('option').first().click();
  await expectAllIn(page, 'a user for a reward', page.getByText('Pending balance'));
  expect(faults).toEqual([]);
});

test('the longest names and reasons stay in what is open over a page, and so does what closes it', async () => {
  const { page, faults } = await openPage(stage.browser, stage.app.url);
  await page.addInitScript((name) => {
    const provider = { request: () => Promise.reject(new Error('No')) };
    const info = {
      uuid: crypto.randomUUID(),
      name,
      icon: 'data:image/svg+xml,<svg/>',
      rdns: 'com.long.wallet',
    };
    const detail = Object.freeze({ info, provider });
    const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
    window.addEventListener('eip6963:requestProvider', announce);
  }, wide(80));
  await lengthen(page);
  await page.goto('/ledger?part=events');
  await page.getByRole('table').getByRole('link').first().click();
  await expectAllIn(page, 'an event', dialogOf(page).getByRole('heading', { name: wide(200) }));
  await page.goto('/evo-rewards');
  await page.getByRole('button', { name: 'Connect Wallet' }).first().click();
  const wallet = dialogOf(page).getByRole('button', { name: wide(80) });
  await expectAllIn(page, 'the choice of wallets', wallet);
  await wallet.click();
  await expectAllIn(page, 'a wallet that fails', dialogOf(page).getByRole('button', { name: 'Try again' }));
  expect(faults).toEqual([]);
});

test('what is written from the right begins there: what events say, posts, shows and tracks', async () => {
  const { page, faults } = await openAsNewUser(stage, {
    prepare: async (one) => {
      await answerSocials(one, { platforms: () => fromRight(fullPlatforms()) });
      await one.route('**/api/{dashboard/*,ledger/explain?*,music/tracks}', async (route) => {
        const response = await served(route);
        await route.fulfill({ response, json: fromRight(await response.json()) });
      });
    },
  });
  const texts = page.getByText(FROM_RIGHT);
  await texts.first().waitFor();
  expect(await fromLeft(page), 'transactions').toEqual([]);
  await page
    .getByRole('button', { name: /show the events that make it/ })
    .first()
    .click();
  await dialogOf(page).getByText(FROM_RIGHT).first().waitFor();
  expect(await fromLeft(page), 'explanation').toEqual([]);
  await page.goto('/');
  await texts.first().waitFor();
  expect(await fromLeft(page), 'posts and shows').toEqual([]);
  await page.getByRole('button', { name: 'Open music player' }).click();
  await page.getByRole('region', { name: 'Music player' }).getByText(FROM_RIGHT).first().waitFor();
  expect(await fromLeft(page), 'tracks').toEqual([]);
  expect(faults).toEqual([]);
});
