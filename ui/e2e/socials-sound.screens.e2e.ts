import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openPage, type PageLook } from './browser.ts';
import { answerSocials, type SocialsAnswers } from './socials-answers.ts';
import { setStage } from './stage.ts';

const stage = setStage();
type Sounds = NonNullable<SocialsAnswers['sounds']>;
const LONG: Sounds = { 'the-evolution': 30, 'defi-dreams': 30 };

async function openMusic(sounds: Sounds = LONG, look: PageLook = {}) {
  const opened = await openPage(stage.browser, stage.app.url, look);
  await answerSocials(opened.page, { sounds });
  await opened.page.goto('/');
  await button(opened.page, 'Play The Evolution').waitFor();
  return opened;
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const music = (page: Page) => page.getByRole('region', { name: 'Original music' });

/** What the media element itself says. */
const heard = (page: Page) =>
  music(page)
    .locator('audio')
    .evaluate((element) => {
      if (!(element instanceof HTMLAudioElement)) throw new Error('this is no audio');
      const { paused, volume, currentTime, src, muted } = element;
      return { paused, volume, currentTime, muted, file: src.slice(src.lastIndexOf('/') + 1) };
    });

async function untilPast(page: Page, seconds: number): Promise<void> {
  await expect.poll(async () => (await heard(page)).currentTime).toBeGreaterThan(seconds);
}

/** Each time that something begins to be heard: which file, and from which second. */
async function watchStarts(page: Page): Promise<() => Promise<readonly (readonly [string, number])[]>> {
  await music(page)
    .locator('audio')
    .evaluate((element) => {
      if (!(element instanceof HTMLAudioElement)) throw new Error('this is no audio');
      const starts: [string, number][] = [];
      Reflect.set(window, 'starts', starts);
      element.addEventListener('playing', () => {
        starts.push([element.src.slice(element.src.lastIndexOf('/') + 1), element.currentTime]);
      });
    });
  // Written by the function above.
  return () => page.evaluate(() => Reflect.get(window, 'starts') as [string, number][]);
}

test('one track at a time at volume 0.7: the playing one pauses, another stops it and begins from its start', async () => {
  const { page, faults } = await openMusic();
  const starts = await watchStarts(page);
  const untilBegun = (times: number) => expect.poll(async () => (await starts()).length).toBe(times);
  await button(page, 'Play The Evolution').click();
  await untilPast(page, 0.5);
  expect(await heard(page)).toMatchObject({
    paused: false,
    muted: false,
    volume: 0.7,
    file: 'the-evolution-file',
  });
  await expect.poll(() => music(page).locator('audio').count()).toBe(1);
  await music(page).getByRole('status').getByText('The Evolution: Playing').waitFor({ state: 'attached' });

  await button(page, 'Pause The Evolution').click();
  await expect.poll(async () => (await heard(page)).paused).toBe(true);
  await button(page, 'Play The Evolution').click();
  await untilBegun(2);

  await button(page, 'Play DeFi Dreams').click();
  await untilBegun(3);
  await button(page, 'Pause DeFi Dreams').waitFor();
  expect(await heard(page)).toMatchObject({ paused: false, file: 'defi-dreams-file', volume: 0.7 });
  await button(page, 'Play The Evolution').click();
  await untilBegun(4);

  const begun = await starts();
  expect(begun.map(([file]) => file)).toEqual([
    'the-evolution-file',
    'the-evolution-file',
    'defi-dreams-file',
    'the-evolution-file',
  ]);
  // What was paused goes on; another track, and one that was left, begin from the start.
  expect(begun.map(([, second]) => second >= 0.5)).toEqual([false, true, false, false]);
  expect(faults).toEqual([]);
});

test('an end resets, and so does a file that cannot be played', async () => {
  const { page } = await openMusic({ 'the-evolution': 0.3, 'defi-dreams': 'not music' });
  const ended = page
    .locator('audio')
    .evaluate((element) => new Promise((resolve) => element.addEventListener('ended', () => resolve(true))));
  await button(page, 'Play The Evolution').click();
  expect(await ended).toBe(true);
  await button(page, 'Play The Evolution').waitFor();
  await expect.poll(() => music(page).getByRole('status').textContent()).toBe('');
  expect((await heard(page)).paused).toBe(true);

  await button(page, 'Play DeFi Dreams').click();
  await music(page).getByText('Could not be played', { exact: true }).waitFor();
  await button(page, 'Play DeFi Dreams').waitFor();
  await page.unroute('**/api/music/files/defi-dreams-file');
  await answerSocials(page, { sounds: LONG });
  // What was asked for while nothing else was wanted is asked for again.
  await button(page, 'Play DeFi Dreams').click();
  await button(page, 'Pause DeFi Dreams').waitFor();
  await untilPast(page, 0.1);
});

test('a track that got another file while the page is open plays that one at the next press', async () => {
  const { page } = await openMusic({ 'the-evolution': 30, 'defi-dreams': 'not music' });
  await button(page, 'Play The Evolution').click();
  await untilPast(page, 0.1);
  const replaced = { id: 'defi-dreams', title: '', artist: '', url: '/api/music/files/the-evolution-file' };
  await page.route('**/api/music/tracks', (route) => route.fulfill({ json: { tracks: [replaced] } }));
  const asked = page.waitForResponse('**/api/music/tracks');
  await button(page, 'Play DeFi Dreams').click();
  await music(page).getByText('Could not be played', { exact: true }).waitFor();
  await (await asked).finished();
  await button(page, 'Play DeFi Dreams').click();
  await button(page, 'Pause DeFi Dreams').waitFor();
  await untilPast(page, 0.1);
  expect(await heard(page)).toMatchObject({ paused: false, file: 'the-evolution-file' });
});

test('a track without a file stops the other one and resets after three seconds', async () => {
  const { page } = await openPage(stage.browser, stage.app.url);
  await page.clock.install();
  await answerSocials(page, { sounds: LONG });
  await page.goto('/');
  await button(page, 'Play The Evolution').click();
  await button(page, 'Pause The Evolution').waitFor();
  await page.clock.pauseAt(Date.now() + 60_000);
  await button(page, 'Play Digital Horizon').click();
  await music(page).getByText('Not recorded yet', { exact: true }).waitFor();
  await expect.poll(async () => (await heard(page)).paused).toBe(true);
  await page.clock.fastForward(2_900);
  await expect.poll(() => music(page).getByText('Not recorded yet', { exact: true }).count()).toBe(1);
  await page.clock.fastForward(200);
  await music(page).getByText('Not recorded yet', { exact: true }).waitFor({ state: 'detached' });
});

test('another tab that begins to play pauses this one, and who leaves the page hears no more of it', async () => {
  const { page, context } = await openMusic();
  const other = await context.newPage();
  await answerSocials(other, { sounds: LONG });
  await other.goto('/evolve-socials');
  await button(page, 'Play The Evolution').click();
  await button(page, 'Pause The Evolution').waitFor();
  await button(other, 'Play DeFi Dreams').click();
  await button(other, 'Pause DeFi Dreams').waitFor();
  await button(page, 'Play The Evolution').waitFor();
  expect((await heard(page)).paused).toBe(true);

  await button(page, 'Play The Evolution').click();
  await button(other, 'Play DeFi Dreams').waitFor();
  expect((await heard(other)).paused).toBe(true);

  const element = await music(page).locator('audio').elementHandle();
  await page.getByRole('link', { name: 'Verify the last raffle draw' }).click();
  await page.getByRole('heading', { name: 'EVO Raffle Center' }).waitFor();
  expect(await element?.evaluate((left) => left instanceof HTMLAudioElement && left.paused)).toBe(true);
});

/** px that the carousel of a section has moved; it has no motion of its own, because the test wants none. */
const moved = (page: Page, name: string) =>
  page.getByRole('group', { name }).evaluate(({ scrollLeft, scrollWidth, clientWidth }) => ({
    left: Math.round(scrollLeft),
    most: scrollWidth - clientWidth,
  }));

/** A finger that moves so many px to the right, or to the left. */
async function swipe(page: Page, over: Locator, px: number): Promise<void> {
  const place = await over.boundingBox();
  if (!place) throw new Error('there is nothing to swipe over');
  const finger = await page.context().newCDPSession(page);
  const y = place.y + place.height / 2;
  const touch = (type: 'touchStart' | 'touchMove', x: number) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x: place.x + place.width / 2 + x, y }] });
  await touch('touchStart', 0);
  for (let part = 1; part <= 10; part += 1) await touch('touchMove', (px * part) / 10);
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

test('arrows step 320 and 500 px and are switched off at the ends; keys and a swipe move it, too', async () => {
  const { page } = await openMusic(LONG, { width: 360, options: { hasTouch: true } });
  const [previous, next] = [button(page, 'Previous tracks'), button(page, 'Next tracks')];
  await expect
    .poll(async () => [await previous.isDisabled(), await next.isDisabled()])
    .toEqual([true, false]);
  await next.click();
  await expect.poll(async () => (await moved(page, 'Original music')).left).toBe(320);
  await expect.poll(() => previous.isEnabled()).toBe(true);
  await next.click();
  await expect.poll(async () => (await moved(page, 'Original music')).left).toBe(640);
  await next.click();
  const { most } = await moved(page, 'Original music');
  await expect.poll(async () => (await moved(page, 'Original music')).left).toBe(most);
  await expect.poll(() => next.isDisabled()).toBe(true);
  // The focus is not lost with the button: the keys of the carousel go on.
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-roledescription'))).toBe(
    'carousel',
  );
  await page.keyboard.press('ArrowLeft');
  await expect.poll(async () => (await moved(page, 'Original music')).left).toBe(most - 320);
  await page.keyboard.press('Home');
  await expect.poll(async () => (await moved(page, 'Original music')).left).toBe(0);
  await page.keyboard.press('ArrowRight');
  await expect.poll(async () => (await moved(page, 'Original music')).left).toBe(320);

  await page.setViewportSize({ width: 1024, height: 700 });
  const shows = page.getByRole('group', { name: 'Podcast' });
  await shows.evaluate((element) => {
    // Narrower than its place, so that a whole step fits.
    element.style.width = '400px';
  });
  await expect.poll(() => button(page, 'Next shows').isEnabled()).toBe(true);
  await button(page, 'Next shows').click();
  await expect.poll(async () => (await moved(page, 'Podcast')).left).toBe(500);
  await swipe(page, shows, 150);
  await expect.poll(async () => (await moved(page, 'Podcast')).left).toBeLessThan(450);
  // All tracks at once leave nothing to move.
  await page.getByRole('group', { name: 'Original music' }).evaluate((element) => {
    element.style.width = '1300px';
  });
  await expect.poll(async () => [await previous.isDisabled(), await next.isDisabled()]).toEqual([true, true]);
});
