import type { Browser, BrowserContext, Page } from 'playwright-core';

/** A jump of something on the screen that nobody's press, key or resize caused, as the browser tells it. */
type Shift = {
  /** Which of the page's documents, one after the other. */
  readonly document: string;
  /** Milliseconds since that document was asked for. */
  readonly at: number;
  /** A share of the screen times a distance: https://wicg.github.io/layout-instability/ */
  readonly value: number;
  /** The elements that moved, each by its tag and the beginning of its text. */
  readonly what: string;
};

/** What a page may move in any flow, by the worst of its session windows: https://web.dev/articles/cls. */
export const MOST_SHIFT = 0.02;

/**
 * A shift in the half second after a press is its answer: https://wicg.github.io/layout-instability/. A build machine
 * that others share may stall for longer than that between the press and its answer. Where the press sent a command,
 * what is seen of it comes after the command's own answer, or that of what is asked anew for it.
 */
export const ANSWERED_WITHIN_MS = process.env.CI ? 3_000 : 500;

const shifts = new WeakMap<Page, Shift[]>();
const TOLD = 'layout-shift ';

/**
 * Call before the first page of the context opens. It outlives documents: a flow goes through several. The page tells it
 * on its console: a function that it could call would be answered by looking into the page, which to the browser is a
 * person's touch, after which a page may play and copy.
 */
export async function watchShifts(context: BrowserContext): Promise<void> {
  context.on('console', (message) => {
    const [page, text] = [message.page(), message.text()];
    if (!page || !text.startsWith(TOLD)) return;
    const shift: Shift = JSON.parse(text.slice(TOLD.length));
    shifts.set(page, [...(shifts.get(page) ?? []), shift]);
  });
  await context.addInitScript(
    ([told, patience]) => {
      // As it is before a test stops the page's clock: presses and shifts go by the browser's own.
      const now = performance.now.bind(performance);
      let [pressedAt, doneAt] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
      const press = ({ timeStamp, isTrusted }: Event) => {
        if (isTrusted) pressedAt = timeStamp;
      };
      for (const type of ['pointerdown', 'pointerup', 'click', 'keydown', 'input', 'resize'])
        addEventListener(type, press, { capture: true, passive: true });
      const ask = window.fetch;
      window.fetch = async (input, init) => {
        const method = init?.method ?? (input instanceof Request ? input.method : 'GET');
        const isCommand = method !== 'GET' && now() - pressedAt < patience;
        const isOfCommand = method === 'GET' && now() - doneAt < patience;
        try {
          return await ask(input, init);
        } finally {
          if (isCommand) doneAt = now();
          if (isCommand || isOfCommand) pressedAt = now();
        }
      };
      const name = (node: Node | null): string => {
        if (!(node instanceof Element)) return node?.nodeName ?? 'gone';
        return `${node.tagName.toLowerCase()} ${JSON.stringify((node.textContent ?? '').slice(0, 40))}`;
      };
      const document = Math.random().toString(36);
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          if (Reflect.get(entry, 'hadRecentInput') || entry.startTime - pressedAt < patience) continue;
          const sources: readonly { readonly node: Node | null }[] = Reflect.get(entry, 'sources');
          const shift = {
            document,
            at: entry.startTime,
            value: Number(Reflect.get(entry, 'value')),
            what: sources.map(({ node }) => name(node)).join(', '),
          };
          // biome-ignore lint/suspicious/noConsole: this is how it tells.
          console.debug(told + JSON.stringify(shift));
        }
      }).observe({ type: 'layout-shift', buffered: true });
    },
    [TOLD, ANSWERED_WITHIN_MS] as const,
  );
}

const alarmed = new WeakSet<Page>();

/** On this page something is wrong, and what says so loudly pushes down what it warns of. */
export const expectAlarm = (page: Page): void => void alarmed.add(page);

/** Of every page that is open: none has moved more than a person forgives. */
export function expectStill(browser: Browser, most: number): void {
  const faults = browser
    .contexts()
    .flatMap((context) => context.pages())
    .filter((page) => !alarmed.has(page))
    .flatMap((page) => {
      const seen = shifts.get(page) ?? [];
      const worst = worstWindow(seen);
      if (worst <= most) return [];
      const moved = seen.map(({ value, what }) => `  ${value.toFixed(4)} ${what}`).join('\n');
      return [`${new URL(page.url()).pathname} moved by ${worst.toFixed(4)}, at most ${most}:\n${moved}`];
    });
  if (faults.length > 0) throw new Error(faults.join('\n'));
}

const GAP_MS = 1_000;
const WINDOW_MS = 5_000;

/** The largest sum of shifts that come within a second of each other and within five seconds of the first. */
export function worstWindow(seen: readonly Pick<Shift, 'document' | 'at' | 'value'>[]): number {
  let worst = 0;
  let window = { document: '', from: 0, to: 0, sum: 0 };
  for (const { document, at, value } of seen) {
    const isSame = document === window.document && at - window.to <= GAP_MS && at - window.from <= WINDOW_MS;
    window = isSame
      ? { ...window, to: at, sum: window.sum + value }
      : { document, from: at, to: at, sum: value };
    worst = Math.max(worst, window.sum);
  }
  return worst;
}

/** Counts all that moves, whatever caused it. Before the page opens. */
export async function countShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const moved: number[] = [];
    Reflect.set(window, 'moved', moved);
    new PerformanceObserver((list) => {
      // Only of this kind: https://wicg.github.io/layout-instability/
      for (const entry of list.getEntries()) moved.push(Number(Reflect.get(entry, 'value')));
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** What has moved so far, once the page has drawn what it has by now: a share of the screen times a distance. */
export const shiftOf = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    await document.fonts.ready;
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    await frame();
    const moved: unknown = Reflect.get(window, 'moved');
    return Array.isArray(moved) ? moved.reduce((sum, value) => sum + Number(value), 0) : Number.NaN;
  });
