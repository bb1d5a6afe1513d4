import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, inject } from 'vitest';
import type { SampleTrack } from '../../api/resources/music/sample-tracks.ts';
import { startApp, type TestApp } from '../../api/testing/start-app.ts';
import { sharedBrowser } from './browser.ts';
import { expectStill, MOST_SHIFT } from './layout-shift.ts';

/** What the tests of a file share: the whole program, and a browser that serves other files as well. */
export type Stage = { readonly app: TestApp; readonly browser: Browser };

type SetStage = Stage & {
  /** What the program begins with, before the first test: accounts, raffles. A new program begins with it anew. */
  begin(prepare: () => Promise<unknown>): void;
};

/** The try before it was on the program that the file's other tests had used, too. */
const TRY_ON_A_NEW_PROGRAM = 2;

type StageOptions = { readonly samples?: readonly SampleTrack[] };

/**
 * Sets the stage for a file's tests and strikes it after them; every page of a test is closed with the test, so
 * that none of them goes on working beside the next. Whatever a test does, nothing on its pages may jump.
 * A test that is tried a third time has a new program: what it needs may be there once only, and a try that failed
 * may have used it up. The parts may be used once the tests run.
 * @param options.samples music that the program begins with; none if not given
 */
export function setStage(
  env: () => Promise<Readonly<Record<string, string>>> = async () => ({}),
  { samples = [] }: StageOptions = {},
): SetStage {
  let app: TestApp | undefined;
  let browser: Browser | undefined;
  let settings: Promise<Readonly<Record<string, string>>> | undefined;
  const preparations: (() => Promise<unknown>)[] = [];

  async function start(): Promise<void> {
    settings ??= env();
    app = await startApp({ env: await settings, uiDist: inject('uiDist'), samples });
    for (const prepare of preparations) await prepare();
  }

  beforeAll(async () => {
    [browser] = await Promise.all([sharedBrowser(), start()]);
  });
  beforeEach(async ({ task }) => {
    if (task.result?.retryCount !== TRY_ON_A_NEW_PROGRAM) return;
    await app?.close();
    await start();
  });
  afterEach(async ({ task }) => {
    const contexts = browser?.contexts() ?? [];
    const seen = task.result?.state === 'fail' ? await seenOn(contexts) : [];
    try {
      if (browser) expectStill(browser, MOST_SHIFT);
    } finally {
      await Promise.all(contexts.map((context) => context.close()));
    }
    // Beside the failure itself, for who reads the report of a machine that is not at hand.
    if (seen.length > 0) throw new Error(`When it failed:\n${seen.join('\n')}`);
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
    begin: (prepare) => void preparations.push(prepare),
  };
}

/** Characters of a page's text that a report has room for. */
const MOST_TEXT = 900;

/** What stands on each open page: its address, its text on one line, and what its fields hold. */
function seenOn(contexts: readonly BrowserContext[]): Promise<string[]> {
  const pages = contexts.flatMap((context) => context.pages());
  return Promise.all(
    pages.map(async (page) => {
      const text = await page
        .locator('body')
        // biome-ignore lint/performance/useDomNodeTextContent: what is seen is asked for, not what is hidden.
        .innerText({ timeout: 5_000 })
        .catch((error: unknown) => String(error));
      const fields = await page
        .locator('input, textarea')
        .evaluateAll((all: HTMLInputElement[]) => all.map(({ type, value }) => `${type} "${value}"`))
        .catch((error: unknown) => [String(error)]);
      const line = `${page.url()}: ${text.replaceAll(/\s+/g, ' ').slice(0, MOST_TEXT)}`;
      return fields.length === 0 ? line : `${line}\nFields: ${fields.join(', ').slice(0, MOST_TEXT)}`;
    }),
  );
}
