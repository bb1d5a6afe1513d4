import { test } from 'vitest';
import { openPage } from './browser.ts';
import { answerLedger, booksAt } from './ledger-answers.ts';
import { setStage } from './stage.ts';

const stage = setStage();

const nothing = booksAt('1999-01-01T00:00:00.000Z');
const begins = Date.parse(nothing.range?.from ?? '');
const REFUSED = { error: 'InvalidRequest', message: 'The request is not valid', fields: {} };

test.each(['C:0/P:0', '1999-01-01T00:00:00.000Z'])(
  'books of before the first event, as at %s, are compared with those of an earlier moment, and nothing moved in between',
  async (asked) => {
    const { page } = await openPage(stage.browser, stage.app.url);
    await answerLedger(page);
    await page.route('**/api/ledger/at?*', (route) => route.fulfill({ json: nothing }));
    await page.route('**/api/ledger/difference?*', (route) => {
      const from = new URL(route.request().url()).searchParams.get('from') ?? '';
      if (Date.parse(from) >= begins) return route.fulfill({ status: 400, json: REFUSED });
      const { place } = nothing;
      return route.fulfill({ json: { from: place, to: place, changes: [], lines: [], nextCursor: null } });
    });
    await page.goto(`/ledger?at=${encodeURIComponent(asked)}`);
    await page.getByLabel('Compare with an earlier moment').check();
    await page.getByText('No EVO moved in between').waitFor();
    await page.getByRole('slider', { name: 'Earlier moment' }).press('End');
    await page.getByText('The earlier moment is the later one').waitFor();
  },
);
