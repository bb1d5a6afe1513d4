import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectSoundInAllLooks } from './axe.ts';
import { openPage, type PageLook } from './browser.ts';
import { countShifts, shiftOf } from './layout-shift.ts';
import { prepareLeaps } from './leap.ts';
import { openAndConnect, openAsNewUser } from './sign-in.ts';
import {
  answerSocials,
  emptyFigures,
  emptyPlatforms,
  fullPlatforms,
  LONG_TEXT,
  newerPosts,
  PATHS,
  type SocialsAnswers,
} from './socials-answers.ts';
import { setStage } from './stage.ts';

const stage = setStage();

/** The page as a visitor without a wallet meets it. */
async function openSocials(answers: SocialsAnswers = {}, look: PageLook = {}) {
  const opened = await openPage(stage.browser, stage.app.url, look);
  await answerSocials(opened.page, answers);
  await opened.page.goto('/');
  await opened.page.getByRole('heading', { level: 1 }).waitFor();
  return opened;
}

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const posts = (page: Page, name: string) =>
  page.getByRole('list', { name: `Newest posts on ${name}` }).getByRole('listitem');

test('both addresses show one screen: hero, own figures, platforms, shows, music, reach, signup, in this order', async () => {
  const { page, faults } = await openSocials();
  for (const path of ['/', '/evolve-socials']) {
    await page.goto(path);
    await card(page, 'X').waitFor();
    expect(new URL(page.url()).pathname).toBe(path);
    await expect
      .poll(() => page.getByRole('main').locator('h1, h2, h3').allTextContents())
      .toEqual([
        'Rewards that anyone can check',
        'Straight from the ledger',
        'Where we talk',
        ...['X', 'Instagram', 'TikTok', 'YouTube'],
        'Podcast',
        ...['Chain Talk', 'First Block'],
        'Original music',
        ...['The Evolution', 'DeFi Dreams', 'Blockchain Symphony', 'Digital Horizon'],
        'Community reach',
        'Stay in touch',
      ]);
  }

  const own = card(page, 'Straight from the ledger');
  expect(await own.locator('dd').first().textContent()).toBe('104,233');
  expect(await own.locator('[data-amount]').first().getAttribute('data-amount')).toBe(
    '12345678.901234567890123456',
  );
  await own.getByText('to 3 winners, 2d ago').waitFor();
  const verify = own.getByRole('link', { name: 'Verify the last raffle draw' });
  expect(await verify.getAttribute('href')).toBe('/raffle');
  expect(await page.getByRole('link', { name: 'Go to the rewards', exact: true }).getAttribute('href')).toBe(
    '/evo-rewards',
  );

  const reach = card(page, 'Community reach');
  await reach.getByText('57,364').waitFor();
  await reach.getByText('Followers on 3 of 4 platforms; the others are not known.').waitFor();
  await reach.getByText('One of the figures is not up to date.').waitFor();
  await reach.getByRole('link', { name: 'Go to the rewards page' }).click();
  await page.getByRole('heading', { name: 'Launch into EvoRewards' }).waitFor();
  expect(faults).toEqual([]);
});

test('a platform says its figures and how fresh they are; what is not known is a dash with words', async () => {
  const { page } = await openSocials();
  await card(page, 'X').waitFor();
  const figuresOf = async (name: string) =>
    (await card(page, name).locator('dd').allTextContents()).join(' ');
  expect(await figuresOf('X')).toBe('48,210 321');
  await card(page, 'X')
    .getByText(/^As of .*, from X$/)
    .waitFor();
  expect(await card(page, 'X').getByText('Not up to date').count()).toBe(0);
  await card(page, 'Instagram').getByText('Instagram could not be asked since.').waitFor();
  expect(await figuresOf('TikTok')).toBe('—not known —not known');
  await card(page, 'TikTok')
    .getByText(/^As of .*, written by the team$/)
    .waitFor();
  await card(page, 'TikTok').getByText('No posts to show yet').waitFor();
  await card(page, 'TikTok').getByText('No account is named yet').waitFor();
});

test('the two newest posts: cut at 200 characters, their age, a stock picture for a broken one', async () => {
  const asked: string[] = [];
  const { page } = await openSocials();
  page.on('request', (request) => asked.push(request.url()));
  await page.reload();
  await posts(page, 'X').first().waitFor();
  await expect.poll(() => posts(page, 'X').count()).toBe(2);
  const [first, second] = [posts(page, 'X').first(), posts(page, 'X').last()];
  const text = await first.locator('p').textContent();
  expect(text).toBe(`${[...LONG_TEXT].slice(0, 200).join('')}…`);
  expect(await first.locator('time').textContent()).toBe('3h ago');
  expect(await second.locator('time').textContent()).toBe('2d ago');
  await second.getByText('—not known likes').waitFor();
  await second.getByText('1 comment', { exact: true }).waitFor();
  expect(await posts(page, 'YouTube').locator('time').textContent()).toBe('6d ago');
  expect(await posts(page, 'Instagram').locator('time').textContent()).toMatch(/^\w{3} \d+, \d{4}$/);

  const pictureIn = (item: typeof first) =>
    item.locator('img').evaluate(async (image) => {
      if (!(image instanceof HTMLImageElement)) throw new Error('this is no picture');
      image.scrollIntoView();
      await image.decode();
      return { src: new URL(image.src).pathname, seen: image.naturalWidth > 0, size: image.offsetWidth };
    });
  expect(await pictureIn(first)).toEqual({ src: '/api/social/images/there', seen: true, size: 80 });
  await second.locator('img').scrollIntoViewIfNeeded();
  await second.locator('img[src*="stock-picture"]').waitFor();
  expect(await pictureIn(second)).toMatchObject({ seen: true, size: 80 });
  // A picture of elsewhere is not asked for at all: its owner would learn who looks.
  expect(await pictureIn(posts(page, 'YouTube').first())).toMatchObject({
    src: expect.stringContaining('stock-picture'),
  });
  expect(asked.filter((url) => url.includes('tracker.example'))).toEqual([]);
  await expect
    .poll(() => posts(page, 'Instagram').getByRole('img', { name: 'A picture without words' }).count())
    .toBe(1);
});

test('links lead to https alone, in a new tab that is said and knows nothing of this one', async () => {
  const { page, faults } = await openSocials();
  await posts(page, 'YouTube').first().waitFor();
  const out = page.getByRole('main').locator('a[target]');
  const links = await out.evaluateAll((all) =>
    all.map((link) => [link.getAttribute('rel'), link.getAttribute('href'), link.getAttribute('aria-label')]),
  );
  // Follow and Visit of three platforms, three posts, one show; YouTube's addresses are none.
  expect(links).toHaveLength(10);
  for (const [rel, href, label] of links) {
    expect(rel).toBe('noopener noreferrer');
    expect(href).toMatch(/^https:/);
    expect(label).toMatch(/, in a new tab$/);
  }
  for (const name of ['Follow us on X', 'Visit us on X', 'Listen to Chain Talk']) {
    await expect.poll(() => page.getByRole('link', { name }).count()).toBe(1);
  }
  // What the team tells may lead to a page of this site: it stays in this tab.
  const own = page.getByRole('link', { name: 'About this show: First Block' });
  expect([await own.getAttribute('href'), await own.getAttribute('target')]).toEqual(['/raffle', null]);
  expect(await posts(page, 'YouTube').first().locator('p').textContent()).toContain('<img src=x');
  expect(await page.evaluate(() => Reflect.get(window, 'wasRun'))).toBeUndefined();
  expect(faults).toEqual([]);
});

test.each([
  ['fails', { status: 500, body: 'broken' }],
  ['lies', { json: { platforms: { twitter: { stats: { followers: -5 } } } } }],
])('an answer that %s leaves the rest of the page, and is asked for again', async (_how, answer) => {
  const { page } = await openSocials();
  await page.route(PATHS.platforms, (route) => route.fulfill(answer));
  await page.route(PATHS.figures, (route) => route.fulfill(answer));
  await page.route(PATHS.tracks, (route) => route.fulfill({ status: 500, body: 'broken' }));
  await page.reload();
  await page.getByText('Could not load our accounts on the platforms').waitFor();
  await page.getByText('Could not load the shows').waitFor();
  await page.getByText('Could not load the figures of the program').waitFor();
  await page.getByText('Failed to fetch music tracks').first().waitFor();
  expect(await card(page, 'Community reach').locator('p').first().textContent()).toBe('—not known');
  expect(await page.getByRole('button', { name: 'Play The Evolution' }).isDisabled()).toBe(true);
  await page.getByLabel('Email address').waitFor();
  expect(await page.getByRole('main').getByText(/\b0\b/).count()).toBe(0);

  for (const path of [PATHS.platforms, PATHS.figures, PATHS.tracks]) await page.unroute(path);
  await answerSocials(page);
  await page.getByRole('button', { name: 'Retry loading our accounts on the platforms' }).click();
  await page.getByRole('button', { name: 'Retry loading the figures of the program' }).click();
  await page.getByRole('button', { name: 'Retry fetching the music tracks' }).click();
  await card(page, 'X').waitFor();
  await page.getByText('104,233').waitFor();
  await page.getByText('57,364').waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Play The Evolution' }).isEnabled()).toBe(true);
});

test('platforms are asked again every five minutes, Instagram every ten; what fails keeps the last figures', async () => {
  const { page } = await openPage(stage.browser, stage.app.url);
  const counts = { platforms: 0, instagram: 0 };
  page.on('request', (request) => {
    if (request.url().endsWith('/all-platforms')) counts.platforms += 1;
    if (request.url().includes('/instagram/posts/evo.chain')) counts.instagram += 1;
  });
  const leapBy = prepareLeaps(page);
  const leap = () => leapBy('05:00');
  await page.clock.install();
  await answerSocials(page, { instagram: newerPosts });
  // However slow it is, the server is in reach: a page that has found it again would ask by itself.
  await page.route('**/livez', (route) => route.fulfill({ body: 'ok' }));
  await page.goto('/');
  // Of the two answers about Instagram the newer one.
  await expect
    .poll(() => posts(page, 'Instagram').locator('p').allTextContents())
    .toEqual(['What post i4 says', 'What post i3 says']);
  expect(counts).toEqual({ platforms: 1, instagram: 1 });

  await page.unroute(PATHS.platforms);
  await page.route(PATHS.platforms, (route) => route.fulfill({ status: 503, body: 'away' }));
  await leap();
  const note = page.getByRole('status').filter({ hasText: 'could not be refreshed' });
  await note
    .getByText('The figures of the platforms could not be refreshed. What stands here is from')
    .waitFor();
  await card(page, 'X').getByText('48,210').waitFor();
  expect(counts).toEqual({ platforms: 2, instagram: 1 });
  // Answered as it was asked: by the platforms that are away.
  const third = page.waitForResponse(PATHS.platforms);
  await leap();
  expect((await third).status()).toBe(503);
  await expect.poll(() => counts).toEqual({ platforms: 3, instagram: 2 });

  const grown = fullPlatforms();
  grown.platforms.twitter.stats.followers = 48_999;
  await page.unroute(PATHS.platforms);
  await page.route(PATHS.platforms, (route) => route.fulfill({ json: grown }));
  const again = note.getByRole('button', { name: 'Try again to refresh the figures of the platforms' });
  await expect.poll(() => again.getAttribute('aria-busy')).not.toBe('true');
  await again.click();
  await card(page, 'X').getByText('48,999').waitFor();
  await note.waitFor({ state: 'detached' });
});

test('a visitor without a wallet signs up with an email; nothing else is asked of anybody', async () => {
  const { page, faults } = await openSocials();
  const email = `face-${Date.now()}@example.com`;
  // Nothing is carried over from an address without a wallet: who connects one has something to do.
  await page.getByText('The 2 EVO for it need one: connect it later, and sign up with it.').waitFor();
  await page.getByLabel('Email address').fill(email);
  const [request] = await Promise.all([
    page.waitForRequest('**/api/email/signup'),
    page.getByRole('button', { name: 'Sign Up' }).click(),
  ]);
  expect(request.postDataJSON()).toEqual({ email, marketingOptIn: false });
  await page.getByText('Pending verification').waitFor();
  expect(faults).toEqual([]);
});

test('who has a wallet is led to the rewards in place of the signup', async () => {
  const { page, faults } = await openAndConnect(stage, { path: '/evolve-socials', prepare: answerSocials });
  const place = card(page, 'Stay in touch');
  await place.getByRole('link', { name: 'Open your rewards' }).waitFor();
  expect(await place.getByLabel('Email address').count()).toBe(0);
  // As after every connect elsewhere.
  await page.waitForURL('**/evo-rewards');
  expect(faults).toEqual([]);
});

test('who disconnects goes on seeing what everybody may see, also while nobody answers', async () => {
  const leaps: ReturnType<typeof prepareLeaps>[] = [];
  const { page, faults } = await openAsNewUser(stage, {
    path: '/',
    prepare: async (page) => {
      leaps.push(prepareLeaps(page));
      await page.clock.install();
      await answerSocials(page);
    },
  });
  await card(page, 'X').getByText('48,210').waitFor();
  await page.route(PATHS.platforms, (route) => route.fulfill({ status: 503, body: 'away' }));
  await page.getByRole('button', { name: 'Disconnect wallet' }).click();
  await page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).waitFor();
  // By then they are asked for again.
  for (const leap of leaps) await leap('05:00');
  await page.getByText('The figures of the platforms could not be refreshed.').waitFor();
  await expect.poll(() => card(page, 'X').getByText('48,210').count()).toBe(1);
  expect(faults).toEqual([]);
});

test('a part whose code does not come says so in its place, and comes on Retry', async () => {
  const { page } = await openPage(stage.browser, stage.app.url);
  await answerSocials(page);
  await page.route('**/assets/EmailSignup*', (route) => route.abort());
  await page.goto('/');
  await page.getByText('Could not load the signup').waitFor();
  await card(page, 'X').getByText('48,210').waitFor();
  await page.unroute('**/assets/EmailSignup*');
  await page.getByRole('button', { name: 'Retry loading the signup' }).click();
  await page.getByLabel('Email address').waitFor();
});

test.each([360, 1440] as const)('nothing jumps when the answers come late, at %d px', async (width) => {
  const { page } = await openPage(stage.browser, stage.app.url, { width });
  const late = Promise.withResolvers<void>();
  await countShifts(page);
  await answerSocials(page);
  await page.route('**/api/{social,public,music}/**', async (route) => {
    await late.promise;
    await route.fallback();
  });
  await page.goto('/');
  await page.getByText('Loading our accounts on the platforms').waitFor({ state: 'attached' });
  await page.getByLabel('Email address').waitFor();
  const before = await shiftOf(page);
  late.resolve();
  await card(page, 'X').waitFor();
  await page.getByText('104,233').waitFor();
  expect((await shiftOf(page)) - before).toBeLessThan(0.001);
});

test('axe finds nothing in any state of the page in any look', async () => {
  const { page, faults } = await openSocials({ sounds: { 'the-evolution': 30 } });
  await card(page, 'X').waitFor();
  await page.getByLabel('Email address').waitFor();
  await page.getByRole('button', { name: 'Play The Evolution' }).click();
  await page.getByRole('button', { name: 'Pause The Evolution' }).waitFor();
  await expectSoundInAllLooks(page, 'socials');

  await page.unrouteAll();
  await answerSocials(page, { platforms: emptyPlatforms, figures: emptyFigures });
  await page.reload();
  await page.getByText('How many follow us is not known on any platform yet.').waitFor();
  await page.getByText('No show is featured yet').waitFor();
  await page.getByText('No raffle was drawn yet').waitFor();
  await expectSoundInAllLooks(page, 'socials, empty');

  await page.unrouteAll();
  await page.route('**/api/{social,public,music}/**', (route) =>
    route.fulfill({ status: 500, body: 'broken' }),
  );
  await page.reload();
  await page.getByText('Could not load our accounts on the platforms').waitFor();
  await expectSoundInAllLooks(page, 'socials, error');

  await page.unrouteAll();
  await page.route('**/api/{social,public,music}/**', () => {});
  await page.reload();
  await page.getByText('Loading our accounts on the platforms').waitFor({ state: 'attached' });
  // What needs none of those answers is there and works.
  await page.getByRole('link', { name: 'Go to the rewards', exact: true }).waitFor();
  await page.getByLabel('Email address').waitFor();
  await expectSoundInAllLooks(page, 'socials, loading');
  expect(faults).toEqual([]);
});
