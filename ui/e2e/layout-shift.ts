import type { Page } from 'playwright-core';

/** Counts what moves on the screen without anybody's doing, as the browser itself does. Before the page opens. */
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
