import type { Page, Request } from 'playwright-core';
import { expect } from 'vitest';

/**
 * Lets time pass at once on a page with a clock of its own, when nothing that it asked is under way any more: that
 * would have taken too long. Called before the page opens.
 * @returns the leap, by so much as `clock.fastForward` takes
 */
export function prepareLeaps(page: Page): (by: number | string) => Promise<void> {
  const underWay = new Set<Request>();
  page.on('request', (request) => underWay.add(request));
  page.on('requestfinished', (request) => underWay.delete(request));
  page.on('requestfailed', (request) => underWay.delete(request));
  return async (by) => {
    await expect.poll(() => [...underWay].map((request) => request.url())).toEqual([]);
    await page.clock.fastForward(by);
  };
}
