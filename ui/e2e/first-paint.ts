import type { CDPSession, Page } from 'playwright-core';

/** What a person sees of a page as it comes, as the browser itself tells it. Milliseconds since it was asked for. */
export type FirstPaint = {
  /** https://www.w3.org/TR/paint-timing/ */
  readonly firstContentfulPaint: number;
  /** https://www.w3.org/TR/largest-contentful-paint/ */
  readonly largestContentfulPaint: number;
  /** What was the largest: its tag and the beginning of its text. */
  readonly largest: string;
  /** https://web.dev/articles/cls: the worst session window of shifts that no input caused. */
  readonly cumulativeLayoutShift: number;
  /** The elements that shifted, each with how much the shift counted. */
  readonly shifted: readonly string[];
};

/** Call before the page is opened. */
export async function watchFirstPaint(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const name = (node: Node | null): string => {
      if (!(node instanceof Element)) return String(node?.nodeName);
      return `${node.tagName.toLowerCase()} ${JSON.stringify((node.textContent ?? '').slice(0, 40))}`;
    };
    const seen = {
      largest: { time: 0, what: '' },
      shifts: [] as { at: number; value: number; what: string }[],
    };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        seen.largest = { time: entry.startTime, what: name(Reflect.get(entry, 'element')) };
      }
    }).observe({ type: 'largest-contentful-paint', buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (Reflect.get(entry, 'hadRecentInput')) continue;
        const sources: readonly { readonly node: Node | null }[] = Reflect.get(entry, 'sources');
        const value = Number(Reflect.get(entry, 'value'));
        const what = `${value.toFixed(4)} ${sources.map(({ node }) => name(node)).join(', ')}`;
        seen.shifts.push({ at: entry.startTime, value, what });
      }
    }).observe({ type: 'layout-shift', buffered: true });
    window.firstPaint = () => {
      let worst = 0;
      let sum = 0;
      let first = Number.NEGATIVE_INFINITY;
      let last = Number.NEGATIVE_INFINITY;
      for (const { at, value } of seen.shifts) {
        if (at - last > 1_000 || at - first > 5_000) {
          sum = 0;
          first = at;
        }
        last = at;
        sum += value;
        worst = Math.max(worst, sum);
      }
      const [contentful] = performance.getEntriesByName('first-contentful-paint');
      return {
        firstContentfulPaint: contentful?.startTime ?? Number.NaN,
        largestContentfulPaint: seen.largest.time,
        largest: seen.largest.what,
        cumulativeLayoutShift: worst,
        shifted: seen.shifts.map(({ what }) => what),
      };
    };
  });
}

/** Call when the page has come to rest: the largest paint is what was the largest until then. */
export async function readFirstPaint(page: Page): Promise<FirstPaint> {
  // What was painted last has been told of after two more frames.
  return page.evaluate(async () => {
    for (const _ of [1, 2]) await new Promise((resolve) => requestAnimationFrame(resolve));
    return window.firstPaint();
  });
}

export type Conditions = {
  /** Bytes a second, each way. */
  readonly throughput: number;
  /** Milliseconds from each request to the first byte of its answer, at the least. */
  readonly latency: number;
  /** How many times slower than this machine. */
  readonly slowdown: number;
};

/** As the browser's own DevTools throttle a page. */
export async function throttle(page: Page, conditions: Conditions): Promise<CDPSession> {
  const devtools = await page.context().newCDPSession(page);
  const { throughput, latency, slowdown } = conditions;
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  return devtools;
}

declare global {
  interface Window {
    firstPaint: () => FirstPaint;
  }
}
