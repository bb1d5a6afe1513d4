import { expect, test } from 'vitest';
import { openPage } from './browser.ts';
import { setStage } from './stage.ts';

const stage = setStage();

test('what a page asks while its routes come and go is answered, all of it', async () => {
  const { page } = await openPage(stage.browser, stage.app.url);
  await page.goto('/raffle/proofs');
  await page.route('**/nowhere', (route) => route.abort());
  const asked = page.evaluate(async () => {
    const calls: Promise<number>[] = [];
    const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
    document.addEventListener('routes-gone', () => end());
    const ask = setInterval(() => {
      const signal = AbortSignal.timeout(15_000);
      const statusOf = ({ status }: Response) => status;
      calls.push(fetch('/livez', { signal }).then(statusOf, () => 0));
      document.body.dataset.asked = `${calls.length}`;
    }, 25);
    await isOver;
    clearInterval(ask);
    return Promise.all(calls);
  });
  for (let n = 1; n <= 15; n += 1) {
    await page.waitForFunction((few) => Number(document.body.dataset.asked) > few, 2 * n);
    await page.unroute('**/nowhere');
    await page.route('**/nowhere', (route) => route.abort());
  }
  await page.evaluate(() => document.dispatchEvent(new Event('routes-gone')));
  expect(new Set(await asked)).toEqual(new Set([200]));
});
