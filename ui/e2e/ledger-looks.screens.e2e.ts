import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectSoundInAllLooks } from './axe.ts';
import { openPage } from './browser.ts';
import {
  ANOTHER_HISTORY,
  alarmed,
  answerEmptyLedger,
  answerLedger,
  answerNoLedger,
  LEDGER,
} from './ledger-answers.ts';
import { setStage } from './stage.ts';

const stage = setStage();

const newest = LEDGER.lines.find(({ isSealed }) => isSealed)!.eventId;

/** Each screen with its address, and what tells that it is there. */
const screens: readonly (readonly [name: string, path: string, sign: (page: Page) => Promise<unknown>])[] = [
  ['books', '/ledger', (page) => page.getByText('Your browser added these lines up').waitFor()],
  [
    'books of before, compared',
    '/ledger?at=2026-06-01T00:00:00.000Z&since=2026-03-01T00:00:00.000Z',
    (page) => page.getByText('What changed in between').waitFor(),
  ],
  ['events', '/ledger?part=events', (page) => page.getByRole('table', { name: /newest first/ }).waitFor()],
  ['mine, not connected', '/ledger?mine', (page) => page.getByText('to see your own lines').waitFor()],
  ['seals', '/ledger?part=seals', (page) => page.getByRole('table', { name: /^Seals/ }).waitFor()],
  ['verify', '/ledger?part=verify', verifyAll],
  [
    'an event',
    `/ledger?event=${newest}`,
    async (page) => {
      await page.getByText('witnessed by').waitFor();
      await page.getByText('What your browser computed again').click();
    },
  ],
];

test('axe finds nothing on the page of the ledger in any look', async () => {
  const { page, faults } = await openPage(stage.browser, stage.app.url);
  await answerLedger(page);
  for (const [name, path, sign] of screens) {
    await page.goto(path);
    await sign(page);
    await expectSoundInAllLooks(page, `ledger, ${name}`);
  }
  expect(faults).toEqual([]);
});

test('axe finds nothing where there is nothing yet, an alarm, or no answer, in any look', async () => {
  const { page, faults } = await openPage(stage.browser, stage.app.url);
  await answerEmptyLedger(page);
  await page.goto('/ledger');
  await page.getByText('there is no moment to go back to yet').waitFor();
  await expectSoundInAllLooks(page, 'ledger, empty books');
  await page.goto('/ledger?part=seals');
  await page.getByText('No witness yet').first().waitFor();
  await expectSoundInAllLooks(page, 'ledger, no seals');
  await page.unrouteAll();
  await answerLedger(page);
  await page.goto('/ledger?part=seals');
  await page.getByText('remembers it from now on').waitFor();
  await page.unrouteAll();
  await answerLedger(page, { ledger: ANOTHER_HISTORY, seals: alarmed(ANOTHER_HISTORY) });
  await page.reload();
  await page.getByText('There are two histories').waitFor();
  await expectSoundInAllLooks(page, 'ledger, every alarm');
  await page.unrouteAll();
  await answerNoLedger(page);
  await page.goto('/ledger');
  await page.getByText('Could not load the books').waitFor();
  await expectSoundInAllLooks(page, 'ledger, no answer');
  expect(faults).toEqual([]);
});

/** Both checks, done. */
async function verifyAll(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Verify in my browser' }).click();
  await page.getByText('This ledger holds').waitFor();
  const receipt = JSON.stringify(LEDGER.receipt(newest));
  await page
    .getByLabel('Choose a receipt')
    .setInputFiles({ name: 'evo-receipt.json', mimeType: 'application/json', buffer: Buffer.from(receipt) });
  await page.getByText('In the ledger · sealed').waitFor();
  await page.evaluate(() => window.scrollTo(0, 0));
}
