import type { Locator, Page } from 'playwright-core';

/** The middle of some times; what one busy moment of the machine does to one of them does not count. */
export function median(times: readonly number[]): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

export type TypingTimes = {
  /** From each key to the frame that shows its letter, as the browser itself timed it (Event Timing). */
  readonly toPaint: number[];
  /** From each key to the frame that shows the rows that the server answered with. */
  readonly toRows: number[];
};

/**
 * Types a text, each key after the rows for the one before it are there. `panel` says by `aria-busy` when it asks the
 * server. Milliseconds. A time that Event Timing does not tell is below its threshold of 16 ms, and counts as that.
 * https://w3c.github.io/event-timing/
 */
export async function typingTimes(
  page: Page,
  { field, panel, text }: { field: Locator; panel: Locator; text: string },
): Promise<TypingTimes> {
  await field.focus();
  const element = await panel.elementHandle();
  const toPaint: number[] = [];
  const toRows: number[] = [];
  for (const letter of text) {
    // What was asked before has been answered.
    await page.waitForFunction((watched) => watched?.getAttribute('aria-busy') === 'false', element);
    await page.evaluate(watchAnswer, element);
    await page.keyboard.press(letter);
    const answer = await page.evaluate(() => window.answer);
    toPaint.push(answer.toPaint);
    toRows.push(answer.toRows);
  }
  return { toPaint, toRows };
}

/** Runs in the page: `window.answer` comes once a key is pressed and the panel, busy since then, is so no more. */
function watchAnswer(panel: Element | null): void {
  window.answer = new Promise((resolve) => {
    let pressed = 0;
    let wasBusy = false;
    let toPaint = 16;
    const timing = new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) {
        if (pressed > 0 && startTime >= pressed) toPaint = Math.max(toPaint, duration);
      }
    });
    // TypeScript does not know https://w3c.github.io/event-timing/#sec-modifications-perf-timeline yet.
    timing.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
    const onKey = ({ timeStamp }: Event): void => {
      pressed = timeStamp;
    };
    document.addEventListener('keydown', onKey, { once: true, capture: true });
    const busy = new MutationObserver(() => {
      if (pressed === 0) return;
      const isBusy = panel?.getAttribute('aria-busy') === 'true';
      if (!wasBusy || isBusy) {
        wasBusy ||= isBusy;
        return;
      }
      busy.disconnect();
      // After the next frame; and then after the browser has told what it timed of it.
      requestAnimationFrame(() =>
        setTimeout(() => {
          const toRows = performance.now() - pressed;
          requestIdleCallback(() => {
            timing.disconnect();
            resolve({ toPaint, toRows });
          });
        }),
      );
    });
    if (panel) busy.observe(panel, { attributeFilter: ['aria-busy'] });
  });
}

export type ScrollTimes = {
  /** Between each frame and the next while it scrolls, milliseconds. */
  readonly frames: number[];
  /** What kept the page busy for more than 50 ms (Long Tasks). */
  readonly longTasks: number[];
  /** The most rows that were in the page at a frame. */
  readonly mostRows: number;
};

/** Turns the wheel so many times, a frame apart, and watches each frame. */
export async function scrollTimes(
  page: Page,
  { frame, turns }: { frame: Locator; turns: number },
): Promise<ScrollTimes> {
  await frame.hover();
  await page.evaluate(() => {
    const frames: number[] = [];
    const longTasks: number[] = [];
    let mostRows = 0;
    let last = 0;
    let isOn = true;
    const tasks = new PerformanceObserver((list) => {
      longTasks.push(...list.getEntries().map(({ duration }) => duration));
    });
    tasks.observe({ type: 'longtask' });
    const tick = (now: number): void => {
      if (last > 0) frames.push(now - last);
      last = now;
      mostRows = Math.max(mostRows, document.querySelectorAll('tbody tr').length);
      if (isOn) requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
    window.endOfScroll = () => {
      isOn = false;
      tasks.disconnect();
      return { frames, longTasks, mostRows };
    };
  });
  for (let turn = 0; turn < turns; turn += 1) {
    await page.mouse.wheel(0, 400);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  }
  return page.evaluate(() => window.endOfScroll());
}

declare global {
  interface Window {
    answer: Promise<{ readonly toPaint: number; readonly toRows: number }>;
    endOfScroll: () => ScrollTimes;
  }
}
