import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { superAdminOf } from '../../api/testing/admin.ts';
import { verifiedUsers } from './admin-stage.ts';
import { expectSoundInAllLooks } from './axe.ts';
import { openPage } from './browser.ts';
import { notice } from './sign-in.ts';
import { setStage } from './stage.ts';

const stage = setStage();

stage.begin(async () => {
  const [root] = await Promise.all([superAdminOf(stage.app), verifiedUsers(stage.app, 2)]);
  expect((await root.post('/api/admin/raffle', { winnerCount: 2, amount: '5' })).status).toBe(200);
});

/** A browser with a share sheet, which fails with the name of an error where the page says so in `sheetFault`. */
const withShareSheet = (page: Page) =>
  page.addInitScript(() => {
    const shared: unknown[] = [];
    const refused: unknown[] = [];
    Object.assign(window, { shared, refused });
    navigator.canShare = ({ files } = {}) => files?.every(({ type }) => type === 'image/png') === true;
    navigator.share = async ({ title, files } = {}) => {
      const fault = Reflect.get(window, 'sheetFault');
      if (fault) {
        refused.push(fault);
        throw new DOMException('as the test wants it', String(fault));
      }
      const [file] = files ?? [];
      if (!file) throw new TypeError('nothing to share');
      const { width, height } = await createImageBitmap(file);
      shared.push({ title, name: file.name, width, height });
    };
  });

const shareButton = (page: Page) => page.getByRole('button', { name: 'Share', exact: true });
const FILE = /^evo-raffle-results-\d{4}-\d\d-\d\d\.png$/;

test('the picture of a raffle goes to the share sheet, and is a download where that fails', async () => {
  const { page, faults } = await openPage(stage.browser, stage.app.url);
  const downloads: string[] = [];
  page.on('download', (download) => downloads.push(download.suggestedFilename()));
  await withShareSheet(page);
  await page.goto('/raffle');
  await shareButton(page).click();
  const shared = () => page.evaluate(() => Reflect.get(window, 'shared'));
  const refused = () => page.evaluate(() => Reflect.get(window, 'refused'));
  const picture = { title: 'EVO Raffle #1', name: expect.stringMatching(FILE), width: 1200, height: 800 };
  await expect.poll(shared).toEqual([picture]);
  await expectSoundInAllLooks(page, 'a raffle to share');

  // Whoever closes the sheet wanted nothing more.
  const sheetFails = (name: string) =>
    page.evaluate((fault) => void Reflect.set(window, 'sheetFault', fault), name);
  await sheetFails('AbortError');
  await shareButton(page).click();
  await expect.poll(refused).toEqual(['AbortError']);
  await expect.poll(() => shareButton(page).getAttribute('aria-busy')).toBe(null);
  await sheetFails('NotAllowedError');
  await shareButton(page).click();
  await notice(page).getByText('Image Saved').waitFor();
  await expect.poll(() => downloads).toEqual([expect.stringMatching(FILE)]);
  expect(await shared()).toHaveLength(1);
  expect(faults).toEqual([]);
});

test('where the browser has no share sheet for pictures there is the download alone', async () => {
  const { page } = await openPage(stage.browser, stage.app.url);
  await page.addInitScript(() => {
    navigator.canShare = () => false;
  });
  await page.goto('/raffle');
  await page.getByRole('button', { name: 'Download Results Image' }).waitFor();
  expect(await shareButton(page).count()).toBe(0);
});
