import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { openAsSuperAdmin } from './admin-stage.ts';
import { manyAccounts } from './many-accounts.ts';
import { median, scrollTimes, typingTimes } from './paint-times.ts';
import { setStage } from './stage.ts';

// How fast the panel draws is no matter of a test that runs beside others: a busy machine would fail it.

const stage = setStage();

beforeAll(async () => {
  await manyAccounts(stage.app, 10_000);
});

const panel = (page: Page) => page.getByRole('region', { name: 'User Management' });
const frame = (page: Page) => page.getByRole('region', { name: 'Users', exact: true });

const LAYOUTS = [
  ['a table', 1440],
  ['cards', 360],
] as const;

test.each(LAYOUTS)(
  'ten thousand users as %s: a letter is drawn within 50 ms, the list scrolls smoothly, at most 60 rows',
  async (_layout, width) => {
    const { page, faults } = await openAsSuperAdmin(stage, { width });
    await page.getByText('Showing 10,001 of 10,001 users').waitFor();
    const field = page.getByLabel('Search users');

    // The machine is shared: what one attempt shows, it can do. An attempt's median leaves single stalls out.
    const typing: number[] = [];
    const rows: number[] = [];
    for (const text of ['evo_a1', '0xab4', 'bcd']) {
      const times = await typingTimes(page, { field, panel: panel(page), text });
      typing.push(median(times.toPaint));
      rows.push(median(times.toRows));
      await field.fill('');
      await page.getByText('Showing 10,001 of 10,001 users').waitFor();
    }
    expect(Math.min(...typing), `medians ${typing}`).toBeLessThan(50);
    // What the server found follows in a few frames; it takes around 50 ms on a quiet machine.
    expect(Math.min(...rows), `medians ${rows}`).toBeLessThan(150);

    const smooth: boolean[] = [];
    for (let attempt = 0; attempt < 3 && !smooth.includes(true); attempt += 1) {
      await frame(page).evaluate((element) => element.scrollTo({ top: 0 }));
      const { frames, longTasks, mostRows } = await scrollTimes(page, { frame: frame(page), turns: 100 });
      expect(mostRows).toBeLessThanOrEqual(60);
      const late = frames.filter((time) => time > 50);
      smooth.push(median(frames) < 34 && late.length < frames.length / 20 && longTasks.length <= 2);
    }
    expect(smooth).toContain(true);
    expect(faults).toEqual([]);
  },
);
