import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, inject } from 'vitest';
import type { SampleTrack } from '../../api/resources/music/sample-tracks.ts';
import { startApp, type TestApp } from '../../api/testing/start-app.ts';
import { sharedBrowser } from './browser.ts';
import { expectStill, MOST_SHIFT } from './layout-shift.ts';

/** What the tests of a file share: the whole program, and a browser that serves other files as well. */
export type Stage = { readonly app: TestApp; readonly browser: Browser };

type StageOptions = { readonly samples?: readonly SampleTrack[] };

/**
 * Sets the stage for a file's tests and strikes it after them; every page of a test is closed with the test, so
 * that none of them goes on working beside the next. Whatever a test does, nothing on its pages may jump.
 * The parts may be used once the tests run.
 * @param options.samples music that the program begins with; none if not given
 */
export function setStage(
  env: () => Promise<Readonly<Record<string, string>>> = async () => ({}),
  { samples = [] }: StageOptions = {},
): Stage {
  let app: TestApp | undefined;
  let browser: Browser | undefined;

  beforeAll(async () => {
    [app, browser] = await Promise.all([
      env().then((settings) => startApp({ env: settings, uiDist: inject('uiDist'), samples })),
      sharedBrowser(),
    ]);
  });
  afterEach(async () => {
    try {
      if (browser) expectStill(browser, MOST_SHIFT);
    } finally {
      await Promise.all((browser?.contexts() ?? []).map((context) => context.close()));
    }
  });
  afterAll(async () => {
    await app?.close();
  });

  const there = <Part>(part: Part | undefined): Part => {
    if (part === undefined) throw new Error('the stage is set by the first test, not before');
    return part;
  };
  return {
    get app() {
      return there(app);
    },
    get browser() {
      return there(browser);
    },
  };
}
