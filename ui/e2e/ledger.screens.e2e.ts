import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { generatePrivateKey } from 'viem/accounts';
import { expect, test } from 'vitest';
import { openPage } from './browser.ts';
import { readFirstPaint, watchFirstPaint } from './first-paint.ts';
import { holdAnswers } from './hold-answers.ts';
import { expectAlarm } from './layout-shift.ts';
import { ANOTHER_HISTORY, alarmed, answerLedger, answerNoLedger, booksAt, LEDGER } from './ledger-answers.ts';
import { expectNotice, notice, openAsNewUser, openSignedIn } from './sign-in.ts';
import { setStage } from './stage.ts';

const stage = setStage();

const moment = (page: Page) => page.getByRole('slider', { name: 'Moment', exact: true });
const granted = (page: Page) =>
  page.getByRole('region', { name: 'Figures' }).locator('[data-amount]').first().getAttribute('data-amount');
const lines = (page: Page) =>
  page.getByRole('table', { name: 'Events of the ledger, newest first' }).locator('tbody tr');
const opened = (page: Page) => page.getByRole('dialog');
const newest = LEDGER.lines.find(({ isSealed }) => isSealed)!;
const unsealed = LEDGER.lines.find(({ index, isSealed }) => index !== null && !isSealed)!;

async function open(path: string, prepare = answerLedger as (page: Page) => Promise<void>) {
  const opening = await openPage(stage.browser, stage.app.url);
  await prepare(opening.page);
  await opening.page.goto(path);
  return opening;
}

test('the own ledger has what was done since it was last looked at', async () => {
  const { page } = await openAsNewUser(stage, { path: '/ledger?part=mine' });
  const mine = page.getByRole('table', { name: 'Events of your account, newest first' });
  await mine.waitFor();
  await page.getByText(/^That is all/).waitFor();
  const before = await mine.getByRole('row').count();
  await page.getByRole('link', { name: 'Rewards', exact: true }).first().click();
  await page.getByRole('button', { name: /^Claim 100/ }).click();
  await page.getByText('It is in the ledger.').waitFor();
  await page.goBack();
  await mine.waitFor();
  await expect.poll(() => mine.getByRole('row').count()).toBeGreaterThan(before);
});

test('a notary that has stopped and a witness that refuses are the first thing that is said', async () => {
  const { page } = await open('/ledger', (one) => answerLedger(one, { seals: alarmed(LEDGER) }));
  const alarm = page.getByRole('alert').filter({ hasText: 'The notary has stopped: the root differs' });
  await alarm.getByText('The witness witness.alpha.example refuses to sign: it has seen').waitFor();
  expect(await page.getByText('Sealed: the first').count()).toBe(0);
});

test('the books go back with the keys of the slider; what is asked last is what is shown', async () => {
  const { page, faults } = await open('/ledger');
  await page.getByText('Your browser added these lines up').waitFor();
  const now = booksAt(null).figures.granted;
  expect(await granted(page)).toBe(now);
  // The answer to the first moment comes after the answer to the second.
  let letCome = (): void => {};
  const held = new Promise<void>((resolve) => {
    letCome = resolve;
  });
  const asked: string[] = [];
  await page.route('**/api/ledger/at?*', async (route) => {
    const at = new URL(route.request().url()).searchParams.get('at');
    asked.push(String(at));
    if (asked.length === 1) await held;
    // The page has given the first question up by then.
    await route.fulfill({ json: booksAt(at) }).catch(() => {});
  });
  await moment(page).focus();
  for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('PageDown');
  await expect.poll(() => asked.length).toBe(1);
  // What stands there is of another moment, and looks like it.
  await page.locator('[aria-busy=true]').filter({ hasText: 'Trial balance' }).waitFor();
  await page.keyboard.press('Home');
  await expect.poll(() => granted(page)).toBe('0');
  letCome();
  await page.getByText('Before the first of 60 events.').waitFor();
  expect(await granted(page)).toBe('0');
  // Not each key was a question.
  expect(asked).toHaveLength(2);
  expect(page.url()).toContain(`at=${encodeURIComponent(asked[1] ?? '')}`);
  await page.getByRole('button', { name: 'Back to now' }).press('Enter');
  await expect.poll(() => granted(page)).toBe(now);
  expect(new URL(page.url()).search).toBe('');
  expect(await moment(page).evaluate((element) => element === document.activeElement)).toBe(true);

  // The hand stays at the end, also before it is asked about.
  await page.keyboard.press('Home');
  await expect.poll(() => granted(page)).toBe('0');
  await page.keyboard.press('End');
  expect([await moment(page).inputValue(), await moment(page).getAttribute('aria-valuetext')]).toEqual([
    '1000',
    'Now',
  ]);
  await expect.poll(() => granted(page)).toBe(now);
  expect(faults).toEqual([]);
});

test('the own balance of another moment looks like one until the answer to this one is there', async () => {
  const { page } = await openAsNewUser(stage, { path: '/ledger' });
  const own = page.getByRole('region', { name: 'Your own balance at this moment' });
  await own.locator('[aria-busy=false] [data-amount="100"]').first().waitFor();
  const { held, release } = await holdAnswers(page, '**/api/ledger/balance?at=*');
  await moment(page).focus();
  await page.keyboard.press('Home');
  await held;
  // The books around it are those of the new moment already.
  await page.locator('[aria-busy=false]').filter({ hasText: 'Trial balance' }).waitFor();
  await own.locator('[aria-busy=true] [data-amount="100"]').first().waitFor();
  release();
  await own.locator('[aria-busy=false] [data-amount="0"]').first().waitFor();
  expect(await own.locator('[data-amount="100"]').count()).toBe(0);
});

test('what one has oneself comes with the books, and moves nothing of them as its figures come', async () => {
  const { page } = await openSignedIn(stage, generatePrivateKey(), { width: 360 });
  const session = await holdAnswers(page, '**/api/session');
  const balance = await holdAnswers(page, '**/api/ledger/balance*');
  await page.goto('/ledger');
  await page.getByText(/^After \d+ of \d+ events/).waitFor();
  const leaders = page.getByRole('region', { name: 'Leaders at this moment' });
  // Nobody knows yet whether something is to stand above it.
  expect(await leaders.count()).toBe(0);
  session.release();
  await balance.held;
  await leaders.scrollIntoViewIfNeeded();
  const before = await leaders.boundingBox();
  balance.release();
  await page
    .getByRole('region', { name: /^Your own balance/ })
    .locator('[data-amount="100"]')
    .first()
    .waitFor();
  expect(await leaders.boundingBox()).toEqual(before);
});

test('a date leads to a moment, and two moments to what changed between them', async () => {
  const { page } = await open('/ledger');
  await page.getByLabel('Moment, date and time').fill('2026-10-01T12:00:00');
  await page.waitForURL(/at=2026-10-01T/);
  await page.getByLabel('Compare with an earlier moment').check();
  const difference = page.getByRole('region', { name: 'What changed in between' });
  await difference.locator('[data-amount="200.5"]').first().waitFor();
  await expect.poll(() => difference.locator('tbody tr').count()).toBe(3);
  // The address says it all.
  await page.reload();
  await difference.getByText(/From event \d+ to event \d+/).waitFor();
  await page.getByLabel('Compare with an earlier moment').uncheck();
  await difference.waitFor({ state: 'detached' });
});

test('the books right after an event are compared with those of a day before it, and not with later ones', async () => {
  const day = 24 * 3_600_000;
  const event = Date.now() - 100 * day;
  const { page } = await open('/ledger?at=C:4000/P:4000', async (one) => {
    await answerLedger(one);
    await one.route('**/api/ledger/at?*', (route) =>
      route.fulfill({ json: booksAt(new Date(event).toISOString()) }),
    );
  });
  const asked = page.waitForRequest(/\/api\/ledger\/difference/);
  await page.getByLabel('Compare with an earlier moment').check();
  const { searchParams } = new URL((await asked).url());
  expect([searchParams.get('from'), searchParams.get('to')]).toEqual([
    new Date(event - day).toISOString(),
    'C:4000/P:4000',
  ]);
  await page.getByRole('slider', { name: 'Earlier moment' }).press('End');
  await page.getByText('The earlier moment is the later one').waitFor();
});

test('the feed filters and pages, and what is new waits for a click', async () => {
  const { page } = await open('/ledger?part=events');
  await expect.poll(() => lines(page).count()).toBe(25);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect.poll(() => lines(page).count()).toBe(50);
  await page.getByLabel('Kind of event').selectOption('LedgerSealed');
  await expect.poll(() => lines(page).count()).toBe(1);
  await page.getByLabel('Kind of event').selectOption('All');
  await page.getByLabel('One stream by its name').fill('account-1');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await page.getByText('That is all: 20 events.').waitFor();
  expect(new URL(page.url()).search).toBe('?part=events&stream=account-1');
  const stream = page.getByLabel('One stream by its name');
  await stream.fill('account-2 ');
  await stream.press('Enter');
  await page.waitForURL(/stream=account-2$/);
  expect(await stream.inputValue()).toBe('account-2');
  expect(await stream.evaluate((field) => field === document.activeElement)).toBe(true);
  await page.goto('/ledger?part=events&stream=toString');
  await expect.poll(() => stream.inputValue()).toBe('toString');

  // Two more come.
  const older = { ...LEDGER, lines: LEDGER.lines.slice(2) };
  await page.unrouteAll();
  await answerLedger(page, { ledger: older });
  await page.clock.install();
  await page.goto('/ledger?part=events');
  await lines(page).first().waitFor();
  await page.unrouteAll();
  await answerLedger(page);
  await page.clock.fastForward(5_000);
  await page.getByRole('button', { name: '2 new events' }).press('Enter');
  await lines(page).filter({ hasText: LEDGER.lines[0]!.type }).first().waitFor();
  await page.getByRole('button', { name: 'new events' }).waitFor({ state: 'detached' });
  const feed = page.getByRole('region', { name: 'Every event, newest first' });
  expect(await feed.evaluate((element) => element === document.activeElement)).toBe(true);
});

test('who asks for more events and then for the new ones has the new ones, however late the others come', async () => {
  const { page } = await openPage(stage.browser, stage.app.url);
  await answerLedger(page, { ledger: { ...LEDGER, lines: LEDGER.lines.slice(2) } });
  await page.clock.install();
  await page.goto('/ledger?part=events');
  await lines(page).first().waitFor();
  await page.unrouteAll();
  await answerLedger(page);
  const asked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await page.route(/\/api\/ledger\/events\?.*cursor=/, async (route) => {
    asked.resolve();
    await released.promise;
    await route.fallback();
  });
  await page.getByRole('button', { name: 'Show more' }).click();
  await asked.promise;
  await page.clock.fastForward(5_000);
  await page.getByRole('button', { name: '2 new events' }).click();
  const first = async () => lines(page).first().getByRole('link').getAttribute('href');
  await expect.poll(first).toContain(LEDGER.lines[0]!.eventId);
  released.resolve();
  await page.evaluate(async () => {
    for (let drawn = 0; drawn < 30; drawn += 1)
      await new Promise((resolve) => requestAnimationFrame(resolve));
  });
  expect(await first()).toContain(LEDGER.lines[0]!.eventId);
  expect(await page.getByRole('button', { name: 'new events' }).count()).toBe(0);
  // The others can be asked for again, below the new ones.
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect.poll(() => lines(page).count()).toBeGreaterThan(25);
  expect(await first()).toContain(LEDGER.lines[0]!.eventId);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('an event opens at an address of its own, with a proof that this browser made, and leads along its chain', async () => {
  const { page, faults } = await open('/ledger');
  await page.getByRole('link', { name: 'Events', exact: true }).click();
  await page.getByRole('link', { name: newest.description }).click();
  await opened(page)
    .getByText('In the ledger · sealed · witnessed by witness.alpha.example and witness.beta.example')
    .waitFor();
  expect(page.url()).toContain(`event=${newest.eventId}`);
  await opened(page).getByText('What your browser computed again').click();
  await opened(page).getByText('Your browser computed this again, and every step holds.').waitFor();
  expect(await opened(page).locator('pre').first().textContent()).toContain('"amount": "52"');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    opened(page).getByRole('button', { name: 'Download the receipt' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`evo-receipt-${newest.eventId}.json`);
  // The one before it in its stream, and back.
  await opened(page).getByRole('table', { name: 'Before it in its stream' }).getByRole('link').click();
  await opened(page).getByRole('heading', { name: '49 EVO granted: A test' }).waitFor();
  await page.goBack();
  await opened(page).getByRole('heading', { name: newest.description }).waitFor();
  await page.keyboard.press('Escape');
  await opened(page).waitFor({ state: 'detached' });
  await expect.poll(() => new URL(page.url()).search).toBe('?part=events');
  // What is closed leaves nothing to step on.
  await page.goBack();
  await expect.poll(() => new URL(page.url()).search).toBe('');
  expect(faults).toEqual([]);
});

test('an event waits for its seal by itself; one that was altered is not believed', async () => {
  const { page } = await open(`/ledger?event=${unsealed.eventId}`);
  expectAlarm(page);
  await opened(page).getByText('Said to be in the ledger · not sealed yet').waitFor();
  // A true receipt, and a page that shows another amount.
  await page.unrouteAll();
  await answerLedger(page);
  await page.route(`**/api/ledger/events/${newest.eventId}`, (route) =>
    route.fulfill({ json: { ...LEDGER.answer(newest.eventId), data: { amount: '5200', reason: 'A test' } } }),
  );
  await page.goto(`/ledger?event=${newest.eventId}`);
  await opened(page).getByText('The proof does not hold', { exact: true }).waitFor();
  await opened(page).getByText('This does not hold. It fails at: This page.').waitFor();
});

const exportOf = (text: string, name = 'ledger.ndjson') => ({
  name,
  mimeType: 'application/x-ndjson',
  buffer: Buffer.from(text),
});

test('the whole ledger is verified in this browser: as it is served, from a file, and altered', async () => {
  const { page, faults } = await open('/ledger?part=verify');
  await page.getByRole('button', { name: 'Verify in my browser' }).click();
  await page.getByText('This ledger holds').waitFor();
  await page.getByText('62 in 4 streams').waitFor();
  await page.getByText('52 of 60', { exact: true }).waitFor();

  const altered = LEDGER.export.replace('"amount":"20"', '"amount":"2000"');
  await page.getByLabel('Choose an export').setInputFiles(exportOf(altered));
  await page.getByText('This ledger does not hold').waitFor();
  await page.getByText('ledger.ndjson breaks the rule “chain” at event 23').waitFor();
  await page.getByText('among the events 20 to 23').waitFor();

  await page.getByLabel('Choose an export').setInputFiles(exportOf(LEDGER.export.slice(0, -100)));
  await page.getByText('Nothing can be said of this ledger').waitFor();

  // One that never ends can be given up.
  await page.route('**/api/ledger/export', () => {});
  await page.getByRole('button', { name: 'Verify in my browser' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('progressbar').waitFor({ state: 'detached' });
  expect(await page.getByText('Nothing can be said').count()).toBe(0);
  expect(faults).toEqual([]);
});

const chooseReceipt = (page: Page, receipt: unknown, name = 'receipt.json') =>
  page.getByLabel('Choose a receipt').setInputFiles({
    name,
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(receipt)),
  });

test('a receipt is checked without a call; one from before its seal is completed, if it is of the same event', async () => {
  const { page, faults } = await open('/ledger?part=verify');
  await page.getByText('The newest seal was cosigned').waitFor();
  // What it asks for its own memory is asked by then.
  await page.getByText("checked the notary's signature over 52 events").waitFor();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await chooseReceipt(page, LEDGER.receipt(newest.eventId));
  await page.getByText('In the ledger · sealed · witnessed by').waitFor();
  // The file may say something else beside it.
  await page.getByRole('region', { name: 'The event that was checked' }).getByText(newest.eventId).waitFor();
  expect(asked.filter((path) => path.startsWith('/api/ledger/') && path !== '/api/ledger/seals')).toEqual([]);

  const early = { ...LEDGER.receipt(newest.eventId), inclusion: null };
  await chooseReceipt(page, early);
  await page.getByText('Said to be in the ledger · not sealed yet').waitFor();
  await page.getByRole('button', { name: 'Complete it now' }).click();
  await page.getByText('In the ledger · sealed · witnessed by').waitFor();
  await page.getByRole('button', { name: 'Download the receipt' }).waitFor();

  // The answer about one comes after another one was chosen, which stays.
  const asks = Promise.withResolvers<void>();
  const mayAnswer = Promise.withResolvers<void>();
  await page.route('**/api/ledger/receipts/*', async (route) => {
    asks.resolve();
    await mayAnswer.promise;
    await route.fallback();
  });
  await chooseReceipt(page, early);
  await page.getByRole('button', { name: 'Complete it now' }).click();
  await asks.promise;
  await chooseReceipt(page, LEDGER.receipt(unsealed.eventId), 'other.json');
  await page.getByText('other.json').waitFor();
  const answered = page.waitForResponse('**/api/ledger/receipts/*');
  mayAnswer.resolve();
  await (await answered).finished();
  await expect.poll(() => page.getByText('other.json').count()).toBe(1);

  // The program has another event in its place by now.
  await page.route('**/api/ledger/receipts/*', (route) =>
    route.fulfill({ json: LEDGER.receipt(unsealed.eventId) }),
  );
  await chooseReceipt(page, early);
  await page.getByRole('button', { name: 'Complete it now' }).click();
  await page.getByRole('alert').filter({ hasText: 'it shows that the ledger was altered' }).waitFor();

  await page
    .getByLabel('Choose a receipt')
    .setInputFiles({ name: 'a.json', mimeType: 'application/json', buffer: Buffer.from('no') });
  await page.getByText('This file is no receipt: it is not JSON.').waitFor();
  expect(faults).toEqual([]);
});

test('a browser remembers what it saw sealed, and says so loudly when another history is shown', async () => {
  const { page } = await open('/ledger');
  expectAlarm(page);
  await page.getByText("checked the notary's signature over 52 events").waitFor();
  await page.reload();
  await page.getByText('Your browser knows this seal').waitFor();
  await page.unrouteAll();
  await answerLedger(page, { ledger: ANOTHER_HISTORY });
  await page.reload();
  const alarm = page
    .getByRole('alert')
    .filter({ hasText: 'not the ledger that your browser has seen before' });
  await alarm.getByText('There are two histories').waitFor();
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    alarm.getByRole('button', { name: 'Save what your browser remembers' }).click(),
  ]);
  expect(await readFile(await saved.path(), 'utf8')).toBe(LEDGER.checkpoint);
  // Neither does an export of it hold for this browser.
  await page.goto('/ledger?part=verify');
  await page.getByRole('button', { name: 'Verify in my browser' }).click();
  await page.getByText('breaks the rule “known-root”').waitFor();
  await alarm.getByRole('button', { name: 'Forget it' }).click();
  await page.getByText("checked the notary's signature over 52 events").waitFor();
});

test('a file is checked wherever on the page it falls', async () => {
  const { page } = await open('/ledger');
  await page.getByText('The newest seal was cosigned').waitFor();
  const drop = (name: string, ...texts: string[]) =>
    page.evaluateHandle(
      ([file, contents]) => {
        const data = new DataTransfer();
        for (const content of contents) data.items.add(new File([content], file));
        return data;
      },
      [name, texts] as const,
    );
  const heading = page.getByRole('heading', { level: 1 });
  const receipt = await drop('evo-receipt.json', JSON.stringify(LEDGER.receipt(newest.eventId)));
  await heading.dispatchEvent('drop', { dataTransfer: receipt });
  await page.getByText('In the ledger · sealed · witnessed by').waitFor();
  await heading.dispatchEvent('drop', { dataTransfer: await drop('ledger.ndjson', LEDGER.export) });
  await page.getByText('This ledger holds').waitFor();
  // Of two, maybe of one name, a verdict would be about either: the one that stands there stays, and so do the others.
  const altered = LEDGER.export.replace('"amount":"20"', '"amount":"2000"');
  const two = await drop('ledger.ndjson', altered, LEDGER.export);
  for (const place of [heading, page.getByText('Or drop one here that you downloaded before')]) {
    await place.dispatchEvent('drop', { dataTransfer: two });
    await expectNotice(page, 'One File at a Time', 'None of the 2 files was checked.');
    await page.getByRole('button', { name: 'Close notice' }).click();
    await notice(page).waitFor({ state: 'detached' });
  }
  await page.getByText('This ledger holds').waitFor();
  // Whoever has chosen another one since, and comes back, is told of neither: nothing was dropped again.
  await page.getByLabel('Choose an export').setInputFiles(exportOf(altered));
  await page.getByText('This ledger does not hold').waitFor();
  await page.getByRole('link', { name: 'Seals', exact: true }).click();
  await page.getByText('All seals, newest first').waitFor();
  await page.goBack();
  await page.getByRole('button', { name: 'Verify in my browser' }).waitFor();
  await page.evaluate(async () => {
    for (let drawn = 0; drawn < 5; drawn += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  });
  expect(await page.getByText(/Verifying ledger\.ndjson|This ledger/).count()).toBe(0);
});

test('what cannot be loaded says so, and Retry loads it; nothing jumps as it comes', async () => {
  const { page } = await open('/ledger', answerNoLedger);
  await page.getByText('Could not load the state of the ledger').waitFor();
  await page.getByText('Could not load the books').waitFor();
  await page.unrouteAll();
  await answerLedger(page);
  await page.getByRole('button', { name: 'Retry loading the state of the ledger' }).click();
  await page.getByText('Sealed: the first 52 of 60 events').waitFor();
  await page.getByRole('button', { name: 'Retry loading the books' }).click();
  await page.getByText('Your browser added these lines up').waitFor();

  for (const [path, width] of [
    ['/ledger', 360],
    ['/ledger?part=events', 1440],
    ['/ledger?part=seals', 360],
  ] as const) {
    const { page: fresh, context } = await openPage(stage.browser, stage.app.url, { width });
    await watchFirstPaint(fresh);
    await answerLedger(fresh);
    await fresh.goto(path, { waitUntil: 'networkidle' });
    await fresh.getByText('Sealed: the first 52 of 60 events').waitFor();
    const { cumulativeLayoutShift, shifted } = await readFirstPaint(fresh);
    expect(cumulativeLayoutShift, `${path} ${width}: ${shifted.join('; ')}`).toBeLessThanOrEqual(0.02);
    await context.close();
  }
});
