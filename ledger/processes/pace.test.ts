import { expect, test } from 'vitest';
import { LedgerFull, LedgerUnavailable } from '../domain-error.ts';
import { createPace } from './pace.ts';

const items = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** A pace whose pages take so many milliseconds, and how many were under way at once in each of them. */
function paceOf(pageMs: () => number) {
  let now = 0;
  const pace = createPace(() => now);
  return {
    pace,
    async page(work: (item: number) => Promise<unknown> = async () => undefined) {
      let underWay = 0;
      let most = 0;
      let isTold = false;
      const size = pace.page();
      const done = await pace.run(items(size), async (item) => {
        if (!isTold) now += pageMs();
        isTold = true;
        underWay += 1;
        most = Math.max(most, underWay);
        try {
          // All that may begin have begun.
          await new Promise(setImmediate);
          return await work(item);
        } finally {
          underWay -= 1;
        }
      });
      return { ...done, size, most };
    },
  };
}

test('a page is what a second has room for, at least what is under way at once and at most 500', async () => {
  let ms = 200;
  const { page } = paceOf(() => ms);
  expect(await page()).toMatchObject({ size: 64, most: 64, failure: undefined });
  expect(await page()).toMatchObject({ size: 320, most: 64 });
  expect(await page()).toMatchObject({ size: 500 });
  ms = 5_000;
  expect(await page()).toMatchObject({ size: 500 });
  expect(await page()).toMatchObject({ size: 100 });
  expect(await page()).toMatchObject({ size: 64 });
});

test('what had no answer is told again with a quarter at once, which grows again as pages go well', async () => {
  const { page } = paceOf(() => 10_000);
  const missed = new Set([3, 40]);
  const told: number[] = [];
  const { results, failure } = await page(async (item) => {
    told.push(item);
    if (missed.delete(item)) throw new LedgerUnavailable('late');
    return item;
  });
  expect({ results, failure }).toEqual({ results: items(64), failure: undefined });
  expect(told).toHaveLength(66);
  // Two were missed in one wave: 16 at once, then twice as many with each page that goes well.
  expect(await page()).toMatchObject({ size: 32, most: 32 });
  expect(await page()).toMatchObject({ size: 64, most: 64 });
});

test('where one alone has no answer the work is over for now, and what precedes it is done', async () => {
  const { page } = paceOf(() => 1);
  const silent = new LedgerUnavailable('silent');
  let asked = 0;
  const { results, failure } = await page(async (item) => {
    if (item !== 10) return item;
    asked += 1;
    throw silent;
  });
  expect(results).toEqual(items(10));
  expect(failure?.reason).toBe(silent);
  expect(asked).toBe(4);
});

test.each([new LedgerFull('no room'), new Error('a fault')])('%s is not asked again', async (reason) => {
  const { page } = paceOf(() => 1);
  let asked = 0;
  const { results, failure } = await page(async (item) => {
    if (item !== 2) return item;
    asked += 1;
    throw reason;
  });
  expect({ results, failure, asked }).toEqual({ results: [0, 1], failure: { reason }, asked: 1 });
});
