import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openPage } from './browser.ts';
import { readFirstPaint, watchFirstPaint } from './first-paint.ts';
import { holdProgram } from './hold-program.ts';
import { served } from './served.ts';
import { openAsNewUser } from './sign-in.ts';
import { setStage } from './stage.ts';

const stage = setStage();

/** Each public page with its heading, and whether something of it waits for an answer. */
const pages = [
  { path: '/', heading: 'Rewards that anyone can check', waits: true },
  { path: '/evo-rewards', heading: 'Launch into EvoRewards', waits: false },
  { path: '/raffle', heading: 'EVO Raffle Center', waits: true },
  { path: '/ledger', heading: 'The ledger', waits: true },
] as const;

/** Milliseconds: a page that has painted nothing by then may be one that nobody sees, and begins all the same. */
const LONGEST_WAIT_FOR_PAINT = 3_000;

const skeletons = (page: Page) => page.getByRole('main').locator('.animate-pulse-soft');

test('each page is there without the program: its heading, its skeletons, its own title', async () => {
  const { page } = await openPage(stage.browser, stage.app.url, { options: { javaScriptEnabled: false } });
  for (const { path, heading, waits } of pages) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    expect((await skeletons(page).count()) > 0, path).toBe(waits);
    expect(await page.title()).toMatch(/ · EvoRewards$/);
    // Styled before any sheet of styles has come.
    expect(await page.getByRole('banner').evaluate((header) => getComputedStyle(header).position)).toBe(
      'sticky',
    );
  }
  expect((await page.goto('/nowhere'))?.status()).toBe(404);
  await page.getByRole('heading', { name: 'Page Not Found' }).waitFor();
  expect(await page.title()).toBe('Page Not Found · EvoRewards');

  // Whose session that is, if it is one, only the program can ask.
  await page.context().addCookies([{ name: 'evo_session', value: 'x', url: stage.app.url }]);
  await page.goto('/evo-rewards');
  await page.getByRole('heading', { level: 1, name: 'Rewards' }).waitFor();
  await expect.poll(() => skeletons(page).count()).toBeGreaterThan(3);
});

test('the page is seen before the program comes, and taken over where it stands', async () => {
  const { page, faults } = await openPage(stage.browser, stage.app.url, { theme: 'light' });
  await watchFirstPaint(page);
  for (const { path, heading } of pages) {
    const program = await holdProgram(page);
    await page.goto(path, { waitUntil: 'commit' });
    const title = page.getByRole('heading', { level: 1, name: heading });
    await title.waitFor();
    await page.waitForFunction(() => window.firstPaint().largestContentfulPaint > 0);
    // On a busy machine the first paint may have been of a part of it, or in another face.
    await page.waitForFunction(() => document.readyState !== 'loading');
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    const before = await readFirstPaint(page);
    const [ground, mark] = await title.evaluate((element) => {
      element.setAttribute('data-sent', 'by the server');
      const shown = [...document.querySelectorAll('header button svg')].filter((icon) =>
        icon.checkVisibility(),
      );
      return [getComputedStyle(document.documentElement).backgroundColor, shown.length] as const;
    });
    expect(ground, 'the light theme').toBe('rgb(245, 246, 249)');
    expect(mark, 'one icon of the theme').toBe(1);

    program.letCome();
    await page.getByRole('banner').getByRole('button', { name: 'Switch to dark theme' }).waitFor();
    expect(await title.getAttribute('data-sent'), path).toBe('by the server');
    const asked = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => /\/assets\/.*\.(js|css)$/.test(name))
        .map(({ startTime }) => startTime),
    );
    expect(asked.length).toBeGreaterThan(3);
    expect(Math.min(...asked), 'the program is asked for behind the paint').toBeGreaterThan(
      Math.min(before.firstContentfulPaint, LONGEST_WAIT_FOR_PAINT),
    );
    // Nothing larger comes with the program or its answers.
    await page.waitForLoadState('networkidle');
    const { largestContentfulPaint, largest } = await readFirstPaint(page);
    expect(largestContentfulPaint, `${path}: ${largest}`).toBe(before.largestContentfulPaint);
  }
  expect(faults).toEqual([]);
});

test('the program waits for what is read, not for the ground under it', async () => {
  const { page, faults } = await openPage(stage.browser, stage.app.url);
  // As on a slow machine, where the ground is painted by itself.
  await page.addInitScript(() => {
    const hide = new CSSStyleSheet();
    hide.replaceSync('body { visibility: hidden !important }');
    document.adoptedStyleSheets.push(hide);
    const reveal = () => {
      // What came with the first paint has been asked for by then.
      if (performance.getEntriesByName('first-paint').length > 0)
        setTimeout(() => document.adoptedStyleSheets.splice(0), 100);
      else requestAnimationFrame(reveal);
    };
    requestAnimationFrame(reveal);
  });
  await page.goto('/ledger');
  await page.getByRole('table', { name: 'The balance of each class of accounts' }).waitFor();
  const times = await page.evaluate(() => ({
    ground: performance.getEntriesByName('first-paint')[0]?.startTime ?? 0,
    content: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    program: Math.min(
      ...performance
        .getEntriesByType('resource')
        .filter(({ name }) => /\/assets\/.*\.(js|css)$/.test(name))
        .map(({ startTime }) => startTime),
    ),
  }));
  expect(times.ground).toBeLessThan(times.content);
  expect(times.program).toBeGreaterThan(Math.min(times.content, LONGEST_WAIT_FOR_PAINT));
  expect(faults).toEqual([]);
});

test('what only the browser knows, that a friend invited its person, comes with the program and moves nothing', async () => {
  for (const width of [360, 1440] as const) {
    const { page, context, faults } = await openPage(stage.browser, stage.app.url, {
      width,
      storage: { referrerId: '6a1d3f1e-1111-4222-8333-944445555666' },
    });
    await watchFirstPaint(page);
    const program = await holdProgram(page);
    await page.goto('/evo-rewards', { waitUntil: 'commit' });
    const title = page.getByRole('heading', { level: 1, name: 'Launch into EvoRewards' });
    await title.evaluate((element) => element.setAttribute('data-sent', 'by the server'));
    program.letCome();
    await page.getByText('A friend invited you: 100 EVO more').waitFor();
    expect(await title.getAttribute('data-sent')).toBe('by the server');
    expect(faults).toEqual([]);
    await page.waitForLoadState('networkidle');
    const { cumulativeLayoutShift, shifted } = await readFirstPaint(page);
    expect(cumulativeLayoutShift, `${width}: ${shifted.join('; ')}`).toBeLessThanOrEqual(0.001);
    await context.close();
  }
});

test('a button that is pressed before the program has come is answered once it has', async () => {
  const { page, faults } = await openPage(stage.browser, stage.app.url);
  for (const { path } of pages) {
    const program = await holdProgram(page);
    await page.goto(path, { waitUntil: 'commit' });
    const connect = page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' });
    await connect.click();
    expect(await connect.getAttribute('aria-busy'), 'says that it was heard').toBe('true');
    program.letCome();
    await page
      .getByRole('dialog', { name: 'Connect Wallet' })
      .getByRole('button', { name: 'MetaMask' })
      .waitFor();
    await expect.poll(() => connect.getAttribute('aria-busy')).toBeNull();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await connect.click();
    await page.getByRole('dialog', { name: 'Connect Wallet' }).waitFor();
  }
  expect(faults).toEqual([]);
});

test('a program whose files are not there yet, as those of a release that takes the place of another, comes when they are', async () => {
  const { page } = await openPage(stage.browser, stage.app.url);
  let missed = 0;
  await page.route('**/assets/base-*.js*', async (route) => {
    missed += 1;
    if (missed <= 3) await route.fulfill({ status: 404 });
    else await route.continue();
  });
  await page.addInitScript(() =>
    addEventListener('program-answers', () => Object.assign(window, { answers: true })),
  );
  await page.goto('/evo-rewards');
  await page.waitForFunction(() => 'answers' in window);
  expect(missed).toBeGreaterThan(3);
  await page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).click();
  await page
    .getByRole('dialog', { name: 'Connect Wallet' })
    .getByRole('button', { name: 'MetaMask' })
    .waitFor();
});

test('a page of a release that has left before its program was fetched is loaded anew, and answers', async () => {
  const { page } = await openPage(stage.browser, stage.app.url);
  let pages = 0;
  await page.route('**/evo-rewards', async (route) => {
    const answer = await served(route);
    pages += 1;
    const html = await answer.text();
    const body = pages === 1 ? html.replaceAll('/assets/index-', '/assets/index-of-before-') : html;
    await route.fulfill({ response: answer, body });
  });
  await page.addInitScript(() =>
    addEventListener('program-answers', () => Object.assign(window, { answers: true })),
  );
  await page.goto('/evo-rewards');
  await page.waitForFunction(() => 'answers' in window);
  expect(pages).toBe(2);
});

test('a link that is followed while the program takes the page over leads where it says, and nothing is drawn twice', async () => {
  for (const later of [0, 1]) {
    const { page, context, faults } = await openPage(stage.browser, stage.app.url);
    await page.addInitScript((tasks) => {
      const follow = () =>
        [...document.querySelectorAll('a')]
          .find(({ textContent }) => textContent === 'How raffles are proved')
          ?.click();
      addEventListener('program-answers', () => (tasks === 0 ? follow() : setTimeout(follow)));
    }, later);
    await page.goto('/evo-rewards');
    await page.getByRole('heading', { name: 'Raffles that anyone can check' }).waitFor();
    await page.getByText('hmac-sha256-rejection-fisher-yates-v1').waitFor();
    expect(faults).toEqual([]);
    await context.close();
  }
});

test('nothing jumps, however slow the answers are', async () => {
  for (const { path, heading } of pages) {
    for (const width of [360, 1440] as const) {
      const { page, context, faults } = await openPage(stage.browser, stage.app.url, { width });
      await watchFirstPaint(page);
      await slowAnswers(page);
      await page.goto(path, { waitUntil: 'networkidle' });
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      const { cumulativeLayoutShift, shifted } = await readFirstPaint(page);
      expect(cumulativeLayoutShift, `${path} ${width}: ${shifted.join('; ')}`).toBeLessThanOrEqual(0.02);
      expect(faults).toEqual([]);
      await context.close();
    }
  }
});

test('nothing jumps for who is signed in, from the skeletons to the figures', async () => {
  const { page } = await openAsNewUser(stage, { width: 360 });
  await page.getByRole('button', { name: /^Claim 100/ }).waitFor();
  await watchFirstPaint(page);
  await slowAnswers(page);
  await page.reload({ waitUntil: 'networkidle' });
  await page.getByRole('button', { name: /^Claim 100/ }).waitFor();
  const { cumulativeLayoutShift, shifted } = await readFirstPaint(page);
  expect(cumulativeLayoutShift, shifted.join('; ')).toBeLessThanOrEqual(0.02);
});

/** Each a little later than the one before, so that every state between is seen. */
async function slowAnswers(page: Page): Promise<void> {
  let asked = 0;
  await page.route('**/api/**', async (route) => {
    asked += 1;
    await new Promise((resolve) => setTimeout(resolve, 100 + 60 * asked));
    await route.continue();
  });
}
