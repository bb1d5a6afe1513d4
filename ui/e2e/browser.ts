import bundledChromium from '@sparticuz/chromium';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { watchShifts } from './layout-shift.ts';

let running: Promise<Browser> | undefined;

/**
 * The browser of all test files that this process runs, one after the other: started once, it ends with the process.
 * What ends in the middle of it is started anew for the next file.
 */
export async function sharedBrowser(): Promise<Browser> {
  const before = await running?.catch(() => undefined);
  if (!before?.isConnected()) running = launchBrowser();
  return running ?? launchBrowser();
}

/** The Chromium from the npm package: a test run needs no other browser on the machine. */
export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: await bundledChromium.executablePath(),
    args: [...bundledChromium.args.filter((arg) => !UNWANTED.has(arg)), '--disable-gpu'],
    headless: true,
  });
}

/**
 * Made for serverless functions. The first three switch off what a test should see as people do; the others
 * imitate a graphics card in software, which costs more than all the rest of a test.
 */
const UNWANTED = new Set([
  '--disable-web-security',
  '--allow-running-insecure-content',
  '--single-process',
  '--ignore-gpu-blocklist',
  '--in-process-gpu',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
]);

const WIDTHS = [360, 768, 1440] as const;
const THEMES = ['dark', 'light'] as const;
/** In pixels and by name. */
export type Look = { readonly width: (typeof WIDTHS)[number]; readonly theme: (typeof THEMES)[number] };
/** Every width in every theme. */
export const LOOKS: readonly Look[] = WIDTHS.flatMap((width) => THEMES.map((theme) => ({ width, theme })));

const viewportOf = ({ width }: Pick<Look, 'width'>) => ({ width, height: width === 360 ? 740 : 900 });

export type PageLook = Partial<Look> & {
  readonly options?: BrowserContextOptions;
  /** What the page finds in its storage when it is first opened. */
  readonly storage?: Readonly<Record<string, string>>;
};

/** A page of its own, in a context of its own, with a list that fills with whatever goes wrong in it. */
export async function openPage(
  browser: Browser,
  url: string,
  { width = 1440, theme = 'dark', options = {}, storage = {} }: PageLook = {},
): Promise<{ page: Page; context: BrowserContext; faults: string[] }> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: viewportOf({ width }),
    // Two cores draw for many pages: motion is for the tests that ask for it.
    reducedMotion: 'reduce',
    ...options,
  });
  await context.addInitScript(
    ([chosen, entries]) => {
      // Only once: what the program takes away later is gone.
      const isFirst = localStorage.getItem('theme') === null;
      for (const [key, value] of isFirst ? entries : []) localStorage.setItem(key, value);
      localStorage.setItem('theme', chosen);
    },
    [theme, Object.entries(storage)] as const,
  );
  await watchShifts(context);
  keepRouting(context);
  const page = await context.newPage();
  return { page, context, faults: watchFaults(page) };
}

/**
 * Where the last route of a page is taken away, or has been used as often as it may, Chromium loses what the page asks in
 * that moment: such a call is never answered. So with the first route comes another one, which nothing takes and which
 * stays.
 */
function keepRouting(context: BrowserContext): void {
  let kept: Promise<unknown> | undefined;
  context.on('page', (page) => {
    const route = page.route.bind(page);
    page.route = async (...routed) => {
      kept ??= context.route(
        () => false,
        (one) => one.fallback(),
      );
      await kept;
      return route(...routed);
    };
  });
}

/** Gives an open page another look, as a phone that is turned or a person who changes the theme does. */
export async function wear(page: Page, look: Look): Promise<void> {
  await page.setViewportSize(viewportOf(look));
  await page.evaluate(async (theme) => {
    document.documentElement.dataset.theme = theme;
    const painted = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await painted();
    await painted();
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
  }, look.theme);
}

/** Uncaught errors and what the content security policy refused. */
function watchFaults(page: Page): string[] {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) faults.push(message.text());
  });
  return faults;
}
