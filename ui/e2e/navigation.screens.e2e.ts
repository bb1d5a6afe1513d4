import type { Page } from 'playwright-core';
import { generatePrivateKey } from 'viem/accounts';
import { expect, test } from 'vitest';
import { REDIRECT_AFTER_CONNECT_MS } from '../../contracts/constants.ts';
import { openAsSuperAdmin } from './admin-stage.ts';
import { expectSoundInAllLooks } from './axe.ts';
import { openPage } from './browser.ts';
import { holdAnswers } from './hold-answers.ts';
import { connectTestWallet, openAndConnect, openAsNewUser } from './sign-in.ts';
import { setStage } from './stage.ts';
import { installTestWallet } from './test-wallet.ts';

const stage = setStage();

const nav = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const current = (page: Page) => nav(page).locator('[aria-current=page]').allTextContents();
const scrolled = (page: Page) => page.evaluate(() => Math.round(scrollY));
const focusedId = (page: Page) => page.evaluate(() => document.activeElement?.id);

test.each([360, 1440] as const)(
  'at %i px the keyboard leads through the parts of the product, and the current one is marked',
  async (width) => {
    const { page, faults } = await openPage(stage.browser, stage.app.url, { width });
    await page.goto('/evo-rewards');
    await page.getByRole('heading', { name: 'Launch into EvoRewards' }).waitFor();
    await untilTakenOver(page);
    const links = nav(page).getByRole('link');
    await expect.poll(() => links.allTextContents()).toEqual(['Socials', 'Rewards', 'Raffle', 'Ledger']);
    expect(await links.first().getAttribute('href')).toBe('/evolve-socials');
    expect(await current(page)).toEqual(['Rewards']);
    for (const link of await links.all()) {
      const box = await link.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(24);
    }

    // Skip, the logo, then the parts.
    for (let presses = 0; presses < 5; presses += 1) await page.keyboard.press('Tab');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Raffle');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'EVO Raffle Center' }).waitFor();
    await expect.poll(() => current(page)).toEqual(['Raffle']);
    // The keyboard goes on at the new page, whose title is said.
    await expect.poll(() => focusedId(page)).toBe('content');
    await page
      .getByRole('status')
      .filter({ hasText: /^Raffle · EvoRewards$/ })
      .waitFor();

    await page.goBack();
    await page.getByRole('heading', { name: 'Launch into EvoRewards' }).waitFor();
    await expect.poll(() => current(page)).toEqual(['Rewards']);
    await page
      .getByRole('status')
      .filter({ hasText: /^Rewards · EvoRewards$/ })
      .waitFor();
    await page.goForward();
    await expect.poll(() => current(page)).toEqual(['Raffle']);

    expect(await page.getByRole('banner').getByRole('link').first().getAttribute('href')).toBe('/');
    expect(await coveredByNav(page)).toEqual([]);
    expect(faults).toEqual([]);
  },
);

/** Before that a link is the browser's own, and leads to a page that is loaded anew. */
const untilTakenOver = (page: Page) =>
  page.waitForFunction(() =>
    Object.keys(document.getElementById('root') ?? {}).some((key) => key.startsWith('__reactContainer')),
  );

/** What takes the focus on the page and is then under the navigation, by its text. */
async function coveredByNav(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const bar = document.querySelector('nav[aria-label=Main]');
    const all = [...document.querySelectorAll<HTMLElement>('main a, main button, footer a')];
    return all.flatMap((one) => {
      window.scrollTo(0, 0);
      one.focus();
      const { left, right, top, bottom } = one.getBoundingClientRect();
      const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      return seen && bar?.contains(seen) ? [one.textContent ?? ''] : [];
    });
  });
}

test('a new page begins at its top; going back, and a reload, lead to where the page was left', async () => {
  const { page } = await openAsNewUser(stage, { width: 360 });
  // Of what is above the place: nobody reads there before it is drawn.
  const drawn = () => page.getByLabel('X handle').waitFor();
  await drawn();
  await page.getByRole('region', { name: 'Profile Settings' }).waitFor();
  await page.evaluate(() => window.scrollTo(0, 1_500));
  await nav(page).getByRole('link', { name: 'Raffle' }).click();
  await page.getByRole('heading', { name: 'EVO Raffle Center' }).waitFor();
  expect(await scrolled(page)).toBe(0);
  await page.goBack();
  await expect.poll(() => scrolled(page)).toBe(1_500);
  await page.reload();
  await page.getByRole('region', { name: 'Profile Settings' }).waitFor();
  await expect.poll(() => scrolled(page)).toBe(1_500);
  // The way to where one is leads to its beginning, and makes no second entry of it: forward is still there.
  await nav(page).getByRole('link', { name: 'Rewards' }).click();
  await expect.poll(() => scrolled(page)).toBe(0);
  await page.goForward();
  await page.getByRole('heading', { name: 'EVO Raffle Center' }).waitFor();
  expect(await scrolled(page)).toBe(0);
});

test('a reload goes on to where the page was left once all that is above it has come, however late that is', async () => {
  let isLate = false;
  const answers = Promise.withResolvers<Awaited<ReturnType<typeof holdAnswers>>>();
  const { page } = await openAsNewUser(stage, {
    width: 360,
    prepare: async (page) => {
      answers.resolve(await holdAnswers(page, '**/api/social', () => isLate));
      await page.clock.install();
    },
  });
  await page.getByLabel('X handle').waitFor();
  await page.getByRole('region', { name: 'Profile Settings' }).waitFor();
  await page.evaluate(() => window.scrollTo(0, 1_500));
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  isLate = true;
  await page.reload();
  const { held, release } = await answers.promise;
  await held;
  await page.getByRole('region', { name: 'Profile Settings' }).getByLabel('Username').waitFor();
  await page.clock.fastForward(10_000);
  expect(await scrolled(page)).toBe(0);
  release();
  await page.getByLabel('X handle').waitFor();
  await expect.poll(() => scrolled(page)).toBe(1_500);
  // And what comes above it later moves nothing of what is read.
  const read = page.getByRole('region', { name: /^Recent Activities/ });
  const place = await read.boundingBox();
  await page.evaluate(() => {
    const late = document.createElement('div');
    late.style.height = '200px';
    document.getElementById('content')?.prepend(late);
  });
  await expect.poll(() => scrolled(page)).toBe(1_700);
  expect(await read.boundingBox()).toEqual(place);
});

const dialogOf = (page: Page) => page.getByRole('dialog');
const pathOf = (page: Page) => page.evaluate(() => location.pathname + location.search);

test('a step back closes what is open over the page and no more; what is closed leaves nothing to step on', async () => {
  const { page, faults } = await openAsNewUser(stage, { width: 360, path: '/raffle' });
  await page.getByRole('heading', { name: 'EVO Raffle Center' }).waitFor();
  await nav(page).getByRole('link', { name: 'Rewards' }).click();
  await page.getByLabel('Username').fill('half_typed');
  const ask = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Erase my personal data' }).click();
    await dialogOf(page).getByLabel('Type ERASE to confirm').fill('ERASE');
  };
  await ask();
  await page.goBack();
  await dialogOf(page).waitFor({ state: 'detached' });
  expect(await pathOf(page)).toBe('/evo-rewards');
  expect(await page.getByLabel('Username').inputValue()).toBe('half_typed');
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('Erase my');
  await page.goForward();
  await settled(page);
  expect(await dialogOf(page).count()).toBe(0);

  await ask();
  await page.keyboard.press('Escape');
  await dialogOf(page).waitFor({ state: 'detached' });
  await ask();
  await page.reload();
  await page.getByLabel('Username').waitFor();
  // A link in a dialog leads on, and back to the page under it.
  await page
    .getByRole('button', { name: /show the events that make it/ })
    .first()
    .click();
  await dialogOf(page).getByRole('link').first().click();
  await dialogOf(page).getByText('What your browser computed again').waitFor();
  await page.goBack();
  await page.getByLabel('Username').waitFor();
  expect(await dialogOf(page).count()).toBe(0);
  await page.goBack();
  await page.getByRole('heading', { name: 'EVO Raffle Center' }).waitFor();
  expect(faults).toEqual([]);
});

test('what the address asks for is asked for once: no step back, forward or reload asks again', async () => {
  const { page, faults } = await openAsSuperAdmin(stage, { path: '/admin?tab=music' });
  await page.getByRole('tab', { name: 'Music' }).waitFor();
  for (const [act, tab, button] of [
    ['Reset All', 'acts', 'Reset All User Rewards'],
    ['Clear All', 'users', 'Clear All App Rewards'],
  ] as const) {
    await page.keyboard.press('Control+k');
    await page.getByLabel('Find a user, a tab or an act').fill(act);
    await page.keyboard.press('Enter');
    await dialogOf(page).getByRole('button', { name: button }).waitFor();
    await page.goBack();
    await dialogOf(page).waitFor({ state: 'detached' });
    expect(await pathOf(page)).toBe(`/admin?tab=${tab}`);
    await page.goForward();
    await settled(page);
    expect(await dialogOf(page).count()).toBe(0);
    await page.reload();
    await page.getByRole('button', { name: button }).waitFor();
    expect(await dialogOf(page).count()).toBe(0);
  }
  await page.goBack();
  await page.goBack();
  await expect.poll(() => pathOf(page)).toBe('/admin?tab=music');
  expect(faults).toEqual([]);
});

test('a step back from the choice of wallets gives up the wallet that is being asked', async () => {
  const { page, faults } = await openPage(stage.browser, stage.app.url);
  const wallet = await installTestWallet(page.context(), { privateKey: generatePrivateKey() });
  await page.goto('/raffle');
  await page.goto('/evo-rewards');
  await wallet.setFaults(page, { held: ['personal_sign'] });
  await page.getByRole('button', { name: 'Connect Wallet' }).first().click();
  await dialogOf(page)
    .getByRole('button', { name: /MetaMask/ })
    .click();
  await expect.poll(() => wallet.asked(page)).toContain('personal_sign');
  await page.goBack();
  await dialogOf(page).waitFor({ state: 'detached' });
  await wallet.setFaults(page, {});
  await settled(page);
  expect(await pathOf(page)).toBe('/evo-rewards');
  await expect.poll(() => page.getByRole('button', { name: 'Connect Wallet' }).count()).toBeGreaterThan(0);
  expect(faults).toEqual([]);
});

/** Long enough for what a step in the history does, and for the step that it may bring about. */
const settled = (page: Page) => page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)));

test('the footer leads to how raffles are proved, to the calls, and to the licence', async () => {
  const { page, faults } = await openPage(stage.browser, stage.app.url, { width: 360 });
  await page.goto('/evo-rewards');
  const footer = page.getByRole('contentinfo');
  await footer.getByRole('link', { name: 'How raffles are proved' }).click();
  await page.getByRole('heading', { name: 'Raffles that anyone can check' }).waitFor();
  await page.getByText('hmac-sha256-rejection-fisher-yates-v1').waitFor();
  await expectSoundInAllLooks(page, 'how raffles are proved');
  const served = async (name: string): Promise<string> => {
    const href = await footer.getByRole('link', { name }).getAttribute('href');
    return (await page.request.get(href ?? '')).text();
  };
  expect(JSON.parse(await served('OpenAPI'))).toMatchObject({ openapi: expect.stringMatching(/^3\./) });
  expect(await served('Apache-2.0')).toContain('Apache License');
  expect(faults).toEqual([]);
});

test('a page whose address ends with a slash is the same page: it is marked, and who connects there stays', async () => {
  const { page } = await openAndConnect(stage, {
    path: '/raffle/',
    prepare: (page) => page.clock.install(),
  });
  expect(await current(page)).toEqual(['Raffle']);
  await page.clock.runFor(REDIRECT_AFTER_CONNECT_MS);
  expect(new URL(page.url()).pathname).toBe('/raffle/');
  expect(await current(page)).toEqual(['Raffle']);
});

test('who connects to see their own lines of the ledger stays with them', async () => {
  const { page } = await openPage(stage.browser, stage.app.url);
  await installTestWallet(page.context(), { privateKey: generatePrivateKey() });
  await page.clock.install();
  await page.goto('/ledger?part=mine');
  await page.getByText('Connect your wallet to see your own lines').waitFor();
  await connectTestWallet(page);
  await page.getByRole('table', { name: 'Events of your account, newest first' }).waitFor();
  await page.clock.runFor(REDIRECT_AFTER_CONNECT_MS);
  expect(new URL(page.url()).pathname).toBe('/ledger');
  await page.getByRole('table', { name: 'Events of your account, newest first' }).waitFor();
});
