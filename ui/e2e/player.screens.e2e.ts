import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { SAMPLE_TRACKS } from '../../api/resources/music/sample-tracks.ts';
import { statusTexts } from '../../contracts/messages.ts';
import { openAsSuperAdmin } from './admin-stage.ts';
import { expectSoundInAllLooks } from './axe.ts';
import { openPage } from './browser.ts';
import { served } from './served.ts';
import { expectNotice, notice, openAsNewUser } from './sign-in.ts';
import { setStage } from './stage.ts';

const stage = setStage(undefined, { samples: SAMPLE_TRACKS });

const TITLES = SAMPLE_TRACKS.map(({ title }) => title);
const compact = (page: Page) => page.getByRole('button', { name: 'Open music player' });
const panel = (page: Page) => page.getByRole('region', { name: 'Music player' });
const control = (page: Page, name: string) => panel(page).getByRole('button', { name, exact: true });
const slider = (page: Page, name: string) => panel(page).getByRole('slider', { name });
const items = (page: Page) => panel(page).getByRole('listitem');
const isChosen = (page: Page, title: string | undefined) =>
  expect.poll(() => chosen(page).textContent()).toBe(title);
const isHeard = (page: Page, state: object) => expect.poll(() => heard(page)).toMatchObject(state);
const chosen = (page: Page) => panel(page).locator('[aria-current] >> span >> nth=1').locator('span').first();

/** What the media element says. */
const heard = (page: Page) =>
  page.locator('audio[preload=metadata]').evaluate((element) => {
    if (!(element instanceof HTMLAudioElement)) throw new Error('this is no player');
    const { paused, volume, muted, currentTime, duration, src } = element;
    return { paused, volume, muted, currentTime, duration, src };
  });
const isPaused = async (page: Page) => (await heard(page)).paused;

/** The seconds of a track last four each: none has ended before a busy machine looks at it. */
const drawnOut = (page: Page) =>
  page.addInitScript(() => {
    const { play } = HTMLMediaElement.prototype;
    HTMLMediaElement.prototype.play = function () {
      this.playbackRate = 0.25;
      return play.call(this);
    };
  });

/**
 * As if another tab sounded, and answered at once however busy the machine is: nothing begins by itself, and whoever presses
 * Play is not held up by it.
 */
async function quiet(page: Page): Promise<void> {
  await drawnOut(page);
  await page.addInitScript(() => {
    const { postMessage } = BroadcastChannel.prototype;
    BroadcastChannel.prototype.postMessage = function (said: unknown) {
      if (this.name === 'evo-sound' && said === 'who?') {
        this.onmessage?.(new MessageEvent('message', { data: { at: 0, id: '' } }));
      }
      postMessage.call(this, said);
    };
  });
}

async function open({ context, width = 1440 }: { context?: BrowserContext; width?: 360 | 1440 } = {}) {
  const opened = context
    ? { context, page: await context.newPage(), faults: [] }
    : await openPage(stage.browser, stage.app.url, { width });
  await quiet(opened.page);
  await opened.page.goto('/raffle');
  return opened;
}
async function openPanel(page: Page) {
  await compact(page).click();
  await panel(page).waitFor();
}

test('it plays from the corner, shows what, and goes on when the page changes', async () => {
  const { page, faults } = await open();
  await compact(page).waitFor();
  const paints = await page.evaluate(() => ({
    loaded: performance.getEntriesByType('navigation').map((entry) => entry.toJSON().loadEventStart),
    player: performance
      .getEntriesByType('resource')
      .flatMap(({ name, startTime }) => (name.includes('MusicPlayer') ? [startTime] : [])),
  }));
  expect(paints.player[0]).toBeGreaterThan(paints.loaded[0]);
  await openPanel(page);
  await panel(page).getByRole('heading', { name: 'EVO Playlist (4 tracks)' }).waitFor();
  await expect.poll(() => items(page).getByRole('button').count()).toBe(4);
  await isChosen(page, TITLES[0]);
  await panel(page).getByText('0:00').waitFor();
  await panel(page).getByText('0:16').waitFor();
  await isHeard(page, { paused: true, volume: 0.05, muted: false });

  await control(page, 'Play').click();
  await expect.poll(async () => (await heard(page)).currentTime).toBeGreaterThan(0.3);
  await page.getByRole('link', { name: 'EvoRewards' }).first().click();
  await page.waitForURL((url) => url.pathname !== '/raffle');
  const after = await heard(page);
  expect(after.paused).toBe(false);
  await expect.poll(async () => (await heard(page)).currentTime).toBeGreaterThan(after.currentTime);
  // A second that a busy machine does not look at is not seen.
  await panel(page)
    .getByText(/^0:0[1-9]$/)
    .first()
    .waitFor();
  await control(page, 'Pause').click();
  await expect.poll(() => isPaused(page)).toBe(true);
  expect(faults).toEqual([]);
});

test('next, previous and the list choose; the ends meet, and what has ended pauses before the next', async () => {
  const { page } = await open();
  await openPanel(page);
  await control(page, 'Previous track').click();
  await isChosen(page, TITLES[3]);
  await control(page, 'Next track').click();
  await isChosen(page, TITLES[0]);
  await items(page).nth(2).getByRole('button').click();
  await isChosen(page, TITLES[2]);
  expect(await isPaused(page)).toBe(true);

  await control(page, 'Play').click();
  await expect.poll(async () => (await heard(page)).currentTime).toBeGreaterThan(0.1);
  await control(page, 'Next track').click();
  await expect.poll(async () => (await heard(page)).currentTime).toBeGreaterThan(0);
  expect(await heard(page)).toMatchObject({ paused: false });
  expect((await heard(page)).currentTime).toBeLessThan(2);

  // To just before the end of the last track: the first one follows, and waits.
  await expect.poll(async () => (await heard(page)).duration).toBeGreaterThan(10);
  await slider(page, 'Position in the track').press('End');
  await isChosen(page, TITLES[0]);
  await control(page, 'Play').waitFor();
  await isHeard(page, { paused: true, currentTime: 0 });
});

test('volume and mute by keyboard, kept with the place over a reload; Esc gives the focus back', async () => {
  const { page } = await open();
  await compact(page).waitFor();
  await compact(page).focus();
  await page.keyboard.press('Enter');
  const volume = slider(page, 'Volume');
  for (const [name, value] of Object.entries({ min: '0', max: '1', step: '0.1' })) {
    expect(await volume.getAttribute(name)).toBe(value);
  }
  expect(await volume.getAttribute('aria-valuetext')).toBe('5 %');
  const isFocused = async (name: string) =>
    control(page, name).evaluate((button) => button === document.activeElement);
  await expect.poll(() => isFocused('Play')).toBe(true);
  await page.keyboard.press('Tab');
  await expect.poll(() => isFocused('Next track')).toBe(true);
  await page.keyboard.press('Tab');
  await expect.poll(() => isFocused('Mute')).toBe(true);
  await page.keyboard.press('Space');
  await isHeard(page, { muted: true, volume: 0.05 });
  await page.keyboard.press('Space');
  await isHeard(page, { muted: false, volume: 0.05 });
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowDown');
  await isHeard(page, { muted: true, volume: 0 });
  for (const volume of [0.1, 0.2]) {
    await page.keyboard.press('ArrowRight');
    await isHeard(page, { muted: false, volume });
  }
  await page.keyboard.press('Space');
  await expect.poll(() => isPaused(page)).toBe(false);
  await page.keyboard.press('Space');
  await expect.poll(() => isPaused(page)).toBe(true);
  await items(page).nth(1).getByRole('button').press('Enter');
  await expect.poll(async () => (await heard(page)).duration).toBeGreaterThan(10);
  await slider(page, 'Position in the track').press('ArrowRight');
  await isHeard(page, { currentTime: 5 });
  await page.keyboard.press('Escape');
  await panel(page).waitFor({ state: 'detached' });
  await expect.poll(() => compact(page).evaluate((button) => button === document.activeElement)).toBe(true);

  await page.reload();
  await openPanel(page);
  await isChosen(page, TITLES[1]);
  await isHeard(page, { volume: 0.2, muted: false, currentTime: 5 });
});

test('of two tabs one sounds: the later one, and of two at once exactly one', async () => {
  const { page, context } = await open();
  const { page: other } = await open({ context });
  await openPanel(page);
  await openPanel(other);
  await control(page, 'Play').click();
  await expect.poll(() => isPaused(page)).toBe(false);
  await control(other, 'Play').click();
  await expect.poll(() => isPaused(page)).toBe(true);
  expect(await isPaused(other)).toBe(false);
  await control(page, 'Play').waitFor();

  await control(other, 'Pause').click();
  await control(other, 'Play').waitFor();
  await Promise.all([page, other].map((tab) => control(tab, 'Play').dispatchEvent('click')));
  await expect.poll(async () => [await isPaused(page), await isPaused(other)].filter(Boolean).length).toBe(1);
});

describe('it plays by itself', () => {
  /**
   * A page that tells what became of each wish to play, when it had asked the other tabs whether they sound, and when
   * the tracks came. It tells it on its console: to look into the page counts as touching it, and so does the answer to what it calls.
   */
  async function watched(context?: BrowserContext) {
    const opened = context
      ? { context, page: await context.newPage() }
      : await openPage(stage.browser, stage.app.url);
    const { page } = opened;
    const heardOf: string[] = [];
    const messages: string[] = [];
    /** In milliseconds of the page's own clock. */
    const moments = new Map<string, number>();
    await drawnOut(page);
    page.on('console', (message) => {
      const [, what, at] = /^told: (.*) at ([\d.]+)$/.exec(message.text()) ?? [];
      if (what !== undefined) {
        moments.set(what, Number(at));
        if (what !== 'tracks') heardOf.push(what);
      } else if (message.type() !== 'debug') messages.push(message.text());
    });
    await page.addInitScript(() => {
      // biome-ignore lint/suspicious/noConsole: this is how it tells.
      const tell = (what: string) => console.debug(`told: ${what} at ${performance.now()}`);
      const ask = window.fetch;
      window.fetch = async (...call) => {
        const answer = await ask(...call);
        if (answer.url.endsWith('/api/music/tracks')) tell('tracks');
        return answer;
      };
      const { play } = HTMLMediaElement.prototype;
      HTMLMediaElement.prototype.play = async function () {
        try {
          await play.call(this);
          tell('plays');
        } catch (error) {
          tell(error instanceof DOMException ? error.name : 'broken');
          throw error;
        }
      };
      const { close } = BroadcastChannel.prototype;
      BroadcastChannel.prototype.close = function () {
        tell('has asked');
        close.call(this);
      };
    });
    const told = () => heardOf;
    return { ...opened, messages, told, moments };
  }

  test('where the browser allows it, a second after the tracks have come, once', async () => {
    const { page, told, moments } = await watched();
    const come = Promise.withResolvers<void>();
    await page.route('**/api/music/tracks', async (route) => {
      await come.promise;
      await route.continue();
    });
    await page.goto('/raffle');
    const pulse = page.getByRole('button', { name: 'Loading music' }).locator('svg');
    expect(await pulse.getAttribute('class')).toContain('animate-pulse-soft');
    // A browser allows it once somebody has touched the page.
    await page.getByRole('heading').first().click();
    expect(told()).toEqual([]);
    come.resolve();
    await expect.poll(told).toEqual(['has asked', 'plays']);
    const [came = 0, asked = 0] = ['tracks', 'has asked'].map((what) => moments.get(what));
    expect(asked - came).toBeGreaterThan(900);
    await page.getByRole('button', { name: `Open music player, playing ${TITLES[0]}` }).click();
    await control(page, 'Pause').click();
    await expect.poll(() => isPaused(page)).toBe(true);
    await page.getByRole('link', { name: 'EvoRewards' }).first().click();
    await page.waitForURL((url) => url.pathname !== '/raffle');
    expect(await isPaused(page)).toBe(true);
    // The other channel is that of its own sound.
    expect(told()).toEqual(['has asked', 'plays', 'has asked']);
  });

  test('and where it does not, it waits without a word', async () => {
    const { page, told, messages } = await watched();
    await page.goto('/raffle');
    await expect.poll(told).toEqual(['has asked', 'NotAllowedError']);
    expect(await isPaused(page)).toBe(true);
    expect(messages.filter((text) => /play|NotAllowed/i.test(text))).toEqual([]);
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  test('and not while another tab sounds', async () => {
    const { page, context } = await watched();
    await page.goto('/raffle');
    await page.getByRole('heading').first().click();
    await expect.poll(() => isPaused(page)).toBe(false);
    const { page: other, told } = await watched(context);
    await other.goto('/raffle');
    await other.getByRole('heading').first().click();
    await expect.poll(told).toEqual(['has asked']);
    expect(await isPaused(page)).toBe(false);
    expect(await isPaused(other)).toBe(true);
    expect(told()).toEqual(['has asked']);
  });
});

test.each([
  ['the server is back', (page: Page) => page.unroute('**/livez')],
  ['the next page', (page: Page) => page.getByRole('link', { name: 'EvoRewards' }).first().click()],
])(
  'code of it that did not come comes with %s, and meanwhile nothing stands in its place',
  async (_, then) => {
    const { page } = await openPage(stage.browser, stage.app.url);
    const file = '**/assets/MusicPlayer-*.js*';
    await page.route(file, (route) => route.abort());
    await page.route('**/livez', (route) => route.abort());
    await page.goto('/raffle');
    await page.getByText(statusTexts.unreachable).waitFor();
    expect(await page.locator('[data-player]').count()).toBe(0);
    await page.unroute(file);
    await then(page);
    await compact(page).waitFor();
  },
);

test('without tracks it is not there; tracks that cannot be fetched say so, and are asked for again', async () => {
  const { page } = await openPage(stage.browser, stage.app.url);
  let answer = { status: 500, body: 'broken' };
  await page.route('**/api/music/tracks', (route) => route.fulfill(answer));
  await page.goto('/raffle');
  await expectNotice(page, 'Failed to fetch music tracks');
  // Both at once: the notice is there for five seconds.
  const [message, player] = await Promise.all([
    notice(page).boundingBox(),
    page.locator('[data-player]').boundingBox(),
  ]);
  if (!message || !player) throw new Error('both are there');
  // The notice stands above it.
  expect(message.y + message.height).toBeLessThanOrEqual(player.y);
  answer = { status: 200, body: '{"tracks":[]}' };
  const retry = page.getByRole('button', { name: 'Failed to fetch music tracks. Retry' });
  await retry.click();
  await retry.waitFor({ state: 'detached' });
  await page.locator('[data-player]').waitFor({ state: 'detached' });
});

test('who asks for the tracks again by keyboard has the player under the hand once they are there', async () => {
  const { page } = await openPage(stage.browser, stage.app.url);
  let isBroken = true;
  await page.route('**/api/music/tracks', (route) =>
    isBroken ? route.fulfill({ status: 500, body: 'broken' }) : route.continue(),
  );
  await page.goto('/raffle');
  const retry = page.getByRole('button', { name: 'Failed to fetch music tracks. Retry' });
  await retry.waitFor();
  isBroken = false;
  await retry.press('Enter');
  await compact(page).waitFor();
  await expect.poll(() => compact(page).evaluate((button) => button === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await panel(page).waitFor();
});

test('the tracks are fresh for five minutes; when they cannot be asked for again, the old ones stay', async () => {
  const { page } = await open();
  await compact(page).waitFor();
  let asked = 0;
  await page.route('**/api/music/tracks', (route) => {
    asked += 1;
    return asked === 1 ? route.fulfill({ status: 500, body: 'broken' }) : route.continue();
  });
  await openPanel(page);
  const failure = panel(page).getByRole('alert');
  const reopenAfter = async (minutes: number) => {
    await page.keyboard.press('Escape');
    await page.clock.setFixedTime(Date.now() + minutes * 60_000);
    await openPanel(page);
  };
  await reopenAfter(4);
  await panel(page).getByText('0:16').waitFor();
  expect(asked).toBe(0);
  await reopenAfter(5.1);
  await failure.getByText('Failed to fetch music tracks').waitFor();
  await expect.poll(() => items(page).count()).toBe(4);
  await failure.getByRole('button', { name: 'Retry' }).press('Enter');
  await failure.waitFor({ state: 'detached' });
  // Its button is gone: the keyboard stays in the panel, which Esc still closes.
  const isInPanel = () => panel(page).evaluate((element) => element.contains(document.activeElement));
  await expect.poll(isInPanel).toBe(true);
  expect(asked).toBe(2);
});

test('what an admin listens to and the player take turns', async () => {
  const { page } = await openAsSuperAdmin(stage, { path: '/admin?tab=music', prepare: quiet });
  const preview = page.getByLabel(`Listen to ${TITLES[2]}`);
  const isSilent = () => preview.evaluate((element) => element instanceof HTMLAudioElement && element.paused);
  await openPanel(page);
  await control(page, 'Play').click();
  await control(page, 'Pause').waitFor();
  await preview.evaluate(async (element) => {
    if (element instanceof HTMLAudioElement) await element.play();
  });
  await control(page, 'Play').waitFor();
  expect(await isSilent()).toBe(false);
  await control(page, 'Play').click();
  await expect.poll(isSilent).toBe(true);
});

test('what breaks while it plays is only logged, and the next track plays', async () => {
  const { page } = await openPage(stage.browser, stage.app.url);
  await quiet(page);
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  const [first] = SAMPLE_TRACKS;
  await page.route(`**/api/music/files/${first?.trackId}`, (route) =>
    route.fulfill({ status: 500, body: '' }),
  );
  await page.goto('/raffle');
  await openPanel(page);
  await control(page, 'Play').click();
  await expect.poll(() => logged.some((text) => text.includes('the music could not be played'))).toBe(true);
  await control(page, 'Play').waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  await control(page, 'Next track').click();
  await control(page, 'Play').click();
  await expect.poll(async () => (await heard(page)).currentTime).toBeGreaterThan(0);
});

test('a track that was taken out while its page is open leaves the list when somebody would hear it, and the next one plays', async () => {
  const { page } = await openPage(stage.browser, stage.app.url);
  await quiet(page);
  await page.goto('/raffle');
  await openPanel(page);
  await isChosen(page, TITLES[0]);
  // Its file is asked for anew, as it is where the browser has kept nothing of it.
  const [first] = SAMPLE_TRACKS;
  await page.route(`**/api/music/files/${first?.trackId}`, (route) => route.fulfill({ status: 404 }));
  await page.route('**/api/music/tracks', async (route) => {
    const answer = await served(route);
    const { tracks } = await answer.json();
    await route.fulfill({ response: answer, json: { tracks: tracks.slice(1) } });
  });
  await control(page, 'Next track').click();
  await control(page, 'Previous track').click();
  await expect.poll(() => items(page).count()).toBe(3);
  await isChosen(page, TITLES[1]);
  await control(page, 'Play').click();
  await expect.poll(async () => (await heard(page)).currentTime).toBeGreaterThan(0);
});

test('nothing that has the focus is under it, open or closed', async () => {
  const { page } = await openAsNewUser(stage, { width: 360 });
  await compact(page).waitFor();
  for (const isOpen of [false, true]) {
    if (isOpen) await openPanel(page);
    await page.getByRole('banner').getByRole('link').first().focus();
    const seen = new Set<string>();
    for (;;) {
      await page.keyboard.press('Tab');
      const focused = await page.evaluate(async () => {
        // The browser scrolls before it paints.
        await new Promise((resolve) => requestAnimationFrame(resolve));
        const element = document.activeElement;
        const player = document.querySelector('[data-player]');
        if (!element || !player || element === document.body || player.contains(element)) return undefined;
        const [own, its] = [element.getBoundingClientRect(), player.getBoundingClientRect()];
        const isBeside = own.right <= its.left || own.left >= its.right;
        const isApart = isBeside || own.bottom <= its.top || own.top >= its.bottom;
        return { what: element.outerHTML, isApart };
      });
      if (!focused || seen.has(focused.what)) break;
      seen.add(focused.what);
      expect(focused).toMatchObject({ isApart: true });
    }
    expect(seen.size).toBeGreaterThan(15);
  }
});

test('axe finds nothing in any look, open or closed', async () => {
  const { page, faults } = await open({ width: 360 });
  await compact(page).waitFor();
  await expectSoundInAllLooks(page, 'player closed');
  await openPanel(page);
  await expect.poll(async () => (await heard(page)).duration).toBeGreaterThan(10);
  await slider(page, 'Position in the track').press('ArrowRight');
  await expectSoundInAllLooks(page, 'player open');
  expect(faults).toEqual([]);
});
