import type { BrowserContext, Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { superAdminOf } from '../../api/testing/admin.ts';
import { newUser } from '../../api/testing/email-calls.ts';
import { historyTexts } from '../../contracts/admin-messages.ts';
import { exactEvo, parseSum } from '../../contracts/money.ts';
import { openAsSuperAdmin, rowOf, usersTable } from './admin-stage.ts';
import { expectSoundInAllLooks } from './axe.ts';
import { wear } from './browser.ts';
import { holdAnswers } from './hold-answers.ts';
import { served } from './served.ts';
import { setStage } from './stage.ts';
import { stillBoxOf } from './still-box.ts';

const stage = setStage();

const dialogOf = (page: Page) => page.getByRole('dialog');
const amountsIn = (place: Locator): Promise<bigint[]> =>
  place
    .locator('[data-amount]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('data-amount') ?? ''))
    .then((all) => all.map(parseSum));

test('a reset and a clearing name the sums that the panel shows, whatever removed users have left', async () => {
  const root = await superAdminOf(stage.app);
  const [{ client }, { userId }] = await Promise.all([newUser(stage.app), newUser(stage.app)]);
  const reward = { walletAddress: client.account.address, amount: '7.25', reason: 'For the sum' };
  await root.post('/api/admin/send-reward', reward);
  await root.post('/api/admin/remove-user', { userId });

  const { page } = await openAsSuperAdmin(stage, { path: '/admin' });
  const statistics = page.getByRole('region', { name: 'Statistics' });
  await statistics.locator('[data-amount]').waitFor();
  const [card = 0n] = await amountsIn(statistics);
  await page.goto('/admin?tab=acts&act=reset-all');
  const reset = dialogOf(page).getByText('would be set to zero');
  expect(await reset.textContent()).toBe(
    `The rewards of 2 accounts (${exactEvo(card)} EVO) would be set to zero, and what 1 removed account has left (100.00 EVO)`,
  );

  await page.goto('/admin?tab=users&act=clear-all');
  const clearing = dialogOf(page).getByText('of App Rewards would be taken');
  await usersTable(page).locator('[data-amount]').first().waitFor();
  const rows = await amountsIn(usersTable(page));
  expect(rows).toHaveLength(2);
  expect(await clearing.textContent()).toBe(
    `${exactEvo(rows.reduce((sum, one) => sum + one, 0n))} EVO of App Rewards would be taken from 2 accounts`,
  );
});

/** Somebody who has the welcome bonus, in a panel that shows it. */
async function watchedUser() {
  const root = await superAdminOf(stage.app);
  const { client } = await newUser(stage.app);
  const { address } = client.account;
  const { page } = await openAsSuperAdmin(stage);
  const row = rowOf(page, address);
  await row.getByText('100.00000000').waitFor();
  return { root, address, page, row };
}

/** Positions that the server's messages told this page, in `window.heard`. */
const hearMessages = (page: Page) =>
  page.addInitScript(() => {
    const heard: string[] = [];
    Reflect.set(window, 'heard', heard);
    const ask = window.fetch;
    window.fetch = async (...call) => {
      const answer = await ask(...call);
      if (!answer.body || !answer.headers.get('content-type')?.startsWith('text/event-stream')) return answer;
      const [own, copy] = answer.body.tee();
      const write = (text: string): void => {
        for (const [, position] of text.matchAll(/"position":"([^"]+)"/g)) heard.push(position ?? '');
      };
      // It ends with the page's own reading.
      copy
        .pipeThrough(new TextDecoderStream())
        .pipeTo(new WritableStream({ write }))
        .catch(() => undefined);
      return new Response(own, answer);
    };
  });

const countHeard = (page: Page): Promise<number> =>
  page.evaluate(() => Object(Reflect.get(window, 'heard')).length);

const heardOf = (page: Page, position: string | null) =>
  expect.poll(() => page.evaluate(() => Reflect.get(window, 'heard'))).toContain(position);

/**
 * More than what the page waits for after a message, and rests from what it asked last, before it asks again; so little
 * that a few of them are no silence of the server, after which it would ask, too.
 */
const SETTLED_MS = 1_200;

/** What the page asks now and then as well. */
const POLLED = new Set(['/api/admin/admin-wallets', '/api/admin/inbox']);

/** Reads of the panel's lists, from now on. */
function listsAskedBy(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    const isList = request.method() === 'GET' && pathname.startsWith('/api/admin/');
    if (isList && !pathname.endsWith('/events')) asked.push(pathname);
  });
  return asked;
}

test.each([
  ['before', false],
  ['after', true],
])(
  'after an act the lists are asked once, where its answer comes %s the message that tells of it',
  async (_, isLate) => {
    const root = await superAdminOf(stage.app);
    const { client } = await newUser(stage.app);
    const { page } = await openAsSuperAdmin(stage, {
      prepare: async (page) => {
        await hearMessages(page);
        await page.clock.install();
      },
    });
    const { address } = client.account;
    const figure = (text: string) => rowOf(page, address).getByText(text).waitFor();
    await figure('100.00000000');
    const somebodySends = async (amount: string): Promise<void> => {
      const reward = { walletAddress: address, amount, reason: 'By somebody else' };
      const sent = await root.post('/api/admin/send-reward', reward);
      await heardOf(page, sent.headers.get('x-ledger-position'));
      await page.clock.fastForward(SETTLED_MS);
    };
    // What was before has been told and asked for by then.
    await somebodySends('1');
    await figure('101.00000000');
    await rowOf(page, address)
      .getByRole('button', { name: /^Clear App Rewards/ })
      .click();
    await dialogOf(page).getByText('would be taken').waitFor();

    const all = listsAskedBy(page);
    const heardBefore = await countHeard(page);
    const position = Promise.withResolvers<string | null>();
    const mayAnswer = Promise.withResolvers<void>();
    if (!isLate) mayAnswer.resolve();
    await page.route('**/api/admin/clear-balance', async (route) => {
      const response = await served(route);
      position.resolve(response.headers()['x-ledger-position'] ?? null);
      await mayAnswer.promise;
      await route.fulfill({ response });
    });
    await dialogOf(page).getByRole('button', { name: 'Clear App Rewards' }).click();
    await heardOf(page, await position.promise);
    if (isLate) {
      await page.clock.fastForward(SETTLED_MS);
      await figure('0.00000000');
      mayAnswer.resolve();
    }
    await dialogOf(page).waitFor({ state: 'detached' });
    await figure('0.00000000');
    // Everything that the message could have begun has begun, and would have asked before what comes next.
    await page.clock.fastForward(SETTLED_MS);

    await somebodySends('3');
    await figure('3.00000000');

    const asked = all.filter((path) => !POLLED.has(path));
    const times = Map.groupBy(asked, (path) => path);
    expect([...times.keys()]).toEqual(expect.arrayContaining(['/api/admin/users', '/api/admin/mass-act']));
    // Once for the own act and once for the other's; a seal of the ledger may have been told of meanwhile.
    const told = (await countHeard(page)) - heardBefore;
    expect(told).toBeGreaterThanOrEqual(2);
    for (const [path, calls] of times) expect(calls.length, path).toBeLessThanOrEqual(told);
  },
);

test('a list that is slower than the messages of a busy ledger comes all the same', async () => {
  const { root, address, page, row } = await watchedUser();
  // Longer than the page waits for more messages, which never end here.
  await page.route('**/api/admin/users?*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await route.continue().catch(() => undefined);
  });
  const reward = { walletAddress: address, amount: '1', reason: 'Again' };
  const isShown = async (): Promise<boolean> => (await row.getByText('100.00000000').count()) === 0;
  let sent = 0;
  const until = Date.now() + 60_000;
  while (Date.now() < until && !(await isShown())) {
    await root.post('/api/admin/send-reward', { ...reward, reason: `Again ${++sent}` });
  }
  expect(await isShown()).toBe(true);
  // And what was told of while it was asked is there in the end.
  await row.getByText(`${100 + sent}.00000000`).waitFor();
});

test('where something happens all the time a panel asks a few times a second, and has the last of it in the end', async () => {
  const { root, address, page, row } = await watchedUser();
  const asked = listsAskedBy(page);
  const reward = { walletAddress: address, amount: '1' };
  let sent = 0;
  const began = Date.now();
  while (Date.now() < began + 8_000) {
    await root.post('/api/admin/send-reward', { ...reward, reason: `Again ${++sent}` });
  }
  const seconds = (Date.now() - began) / 1_000;
  await row.getByText(`${100 + sent}.00000000`).waitFor();
  // What it asks at once, and now and then, beside them.
  expect(asked.length).toBeLessThan(4 * seconds + 10);
});

test('as many users as were selected, of whom one has gone and another has come, are not called all', async () => {
  const root = await superAdminOf(stage.app);
  const { userId } = await newUser(stage.app);
  const { page } = await openAsSuperAdmin(stage);
  await page.getByText(/^Showing (\d+) of \1 users$/).waitFor();
  await page.getByLabel('Select all users').click();
  const count = await usersTable(page).getByRole('row').count();
  const toolbar = page.getByRole('toolbar', { name: 'Selected users' });
  await toolbar.getByText(`All ${count - 1} matching selected`).waitFor();
  await root.post('/api/admin/remove-user', { userId });
  const { client } = await newUser(stage.app);
  await rowOf(page, client.account.address).waitFor();
  await expect.poll(() => usersTable(page).getByRole('row').count()).toBe(count);
  await expect.poll(() => toolbar.getByRole('status').textContent()).toBe(`${count - 1} selected`);
});

/** All pages of a browser for tests count as seen; these, as a person's, only while they are. */
const letTabsHide = (context: BrowserContext) =>
  context.addInitScript(() => {
    let isHidden = false;
    Object.defineProperty(document, 'visibilityState', { get: () => (isHidden ? 'hidden' : 'visible') });
    Reflect.set(window, 'hide', (hides: boolean) => {
      isHidden = hides;
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    });
  });

const hide = (tab: Page, hides: boolean) => tab.evaluate((is) => Reflect.get(window, 'hide')(is), hides);

test('more tabs of the panel than a browser has connections: those that nobody sees need none, and catch up', async () => {
  const root = await superAdminOf(stage.app);
  const { client } = await newUser(stage.app);
  const { address } = client.account;
  const { page } = await openAsSuperAdmin(stage, { prepare: (page) => letTabsHide(page.context()) });
  await rowOf(page, address).getByText('100.00000000').waitFor();
  await hide(page, true);
  for (let tab = 2; tab <= 8; tab++) {
    const other = await page.context().newPage();
    await other.goto('/admin?tab=acts');
    await other.getByText('Live Sync').waitFor();
    await hide(other, true);
  }
  await root.post('/api/admin/send-reward', { walletAddress: address, amount: '1', reason: 'Unseen' });
  await hide(page, false);
  await rowOf(page, address).getByText('101.00000000').waitFor();
  // It listens again.
  await root.post('/api/admin/send-reward', { walletAddress: address, amount: '2', reason: 'Seen' });
  await rowOf(page, address).getByText('103.00000000').waitFor();
});

test('an act that arrives in the history moves no row of it, and is said above them', async () => {
  const root = await superAdminOf(stage.app);
  const { client, userId } = await newUser(stage.app);
  const send = (reason: string) =>
    root.post('/api/admin/send-reward', { walletAddress: client.account.address, amount: '1', reason });
  await send('The one that is read');
  const { page } = await openAsSuperAdmin(stage, { path: '/admin?tab=activity', width: 360 });
  const rows = page.getByRole('region', { name: 'Acts of admins' }).getByRole('listitem');
  const newest = rows.first();
  const read = await newest.elementHandle();
  const place = await read?.boundingBox();
  const frame = page.getByRole('region', { name: 'Acts of admins' });
  const size = await frame.boundingBox();

  await send('The next one');
  await root.post('/api/admin/clear-balance', { userId });
  const newer = page.getByRole('button', { name: historyTexts.newer(2) });
  await newer.waitFor();
  // Places of scrolled frames are whole pixels.
  expect(Math.abs(((await read?.boundingBox())?.y ?? 0) - (place?.y ?? 0))).toBeLessThan(1);
  expect(await frame.boundingBox()).toEqual(size);
  await expectSoundInAllLooks(page, 'newer acts');
  await wear(page, { width: 360, theme: 'dark' });
  await newer.press('Enter');
  await newer.waitFor({ state: 'detached' });
  expect(await frame.evaluate((element) => element === document.activeElement)).toBe(true);
  const [top, first] = [await frame.boundingBox(), await rows.first().boundingBox()];
  expect(Math.abs((top?.y ?? 0) - (first?.y ?? 1_000))).toBeLessThan(2);
});

test('what came to the acts of all kinds is not told of where those of one kind are shown', async () => {
  const root = await superAdminOf(stage.app);
  const { client, userId } = await newUser(stage.app);
  const walletAddress = client.account.address;
  await root.post('/api/admin/send-reward', { walletAddress, amount: '1', reason: 'Of one kind' });
  const { page } = await openAsSuperAdmin(stage, { path: '/admin?tab=activity' });
  const rows = page.getByRole('region', { name: 'Acts of admins' }).getByRole('listitem');
  await rows.first().waitFor();
  await root.post('/api/admin/clear-balance', { userId });
  const newer = page.getByRole('button', { name: historyTexts.newer(1) });
  await newer.waitFor();
  await page.getByLabel('Filter by action type').selectOption('Reward sent');
  await rows.filter({ hasText: 'Balance cleared' }).first().waitFor({ state: 'detached' });
  await rows.first().waitFor();
  expect(await newer.count()).toBe(0);
});

/** The size and the place of the dialog on the page. */
test.each([360, 1440] as const)('at %i px a dialog does not move when what it asked comes', async (width) => {
  const { client } = await newUser(stage.app);
  // Whatever is asked waits until it is opened, also where it is asked once more meanwhile.
  let gate = Promise.withResolvers<void>();
  const { page } = await openAsSuperAdmin(stage, {
    width,
    prepare: (page) =>
      page.route('**/api/admin/**', async (route) => {
        const sent: unknown = route.request().postDataJSON();
        if (Reflect.get(Object(sent), 'dryRun') === true) await gate.promise;
        await route.continue();
      }),
  });
  const expectStill = async (what: string, text: RegExp): Promise<void> => {
    await dialogOf(page).getByLabel('Asking what it would do').waitFor();
    const before = await stillBoxOf(dialogOf(page));
    gate.resolve();
    await dialogOf(page).getByText(text).waitFor();
    expect(await stillBoxOf(dialogOf(page)), what).toEqual(before);
    await page.keyboard.press('Escape');
    await dialogOf(page).waitFor({ state: 'detached' });
    gate = Promise.withResolvers();
  };

  const row = rowOf(page, client.account.address);
  for (const [name, text] of [
    [/^Clear App Rewards/, /would be taken/],
    [/^Remove User/, /would be removed/],
  ] as const) {
    await row.getByRole('button', { name }).click();
    await expectStill(String(name), text);
  }
  await page.goto('/admin?tab=users&act=clear-all');
  await expectStill('clear all', /would be taken from/);
  await page.goto('/admin?tab=acts&act=reset-all');
  await expectStill('reset all', /would be set to zero/);
});

test('on a phone the statistics stand where they are as their numbers come', async () => {
  const answers = Promise.withResolvers<() => void>();
  const { page } = await openAsSuperAdmin(stage, {
    path: '/admin',
    width: 360,
    prepare: async (page) => answers.resolve((await holdAnswers(page, '**/api/admin/stats')).release),
  });
  const last = page.getByRole('heading', { name: 'Marketing Opt-ins' });
  const before = await stillBoxOf(last);
  (await answers.promise)();
  await page.getByRole('region', { name: 'Statistics' }).locator('[data-amount]').waitFor();
  expect(await last.boundingBox()).toEqual(before);
});

test('a panel that was left and is opened again shows what happened meanwhile', async () => {
  const root = await superAdminOf(stage.app);
  const { client } = await newUser(stage.app);
  const { address } = client.account;
  const { page } = await openAsSuperAdmin(stage);
  await rowOf(page, address).getByText('100.00000000').first().waitFor();
  await page.getByRole('link', { name: 'Raffle', exact: true }).first().click();
  await page.getByRole('heading', { name: 'EVO Raffle Center' }).waitFor();
  await root.post('/api/admin/send-reward', { walletAddress: address, amount: '1', reason: 'Meanwhile' });
  // The list has it before the panel listens again: what comes from then on says nothing of it.
  await expect
    .poll(() => root.get(`/api/admin/users?search=${address}`).then(({ body }) => JSON.stringify(body)))
    .toContain('"101');
  await page.goBack();
  await rowOf(page, address).getByText('101.00000000').first().waitFor();
});

test('what happens after the lists were read, and before the server can tell of it, is shown as well', async () => {
  const root = await superAdminOf(stage.app);
  const { client } = await newUser(stage.app);
  const { address } = client.account;
  const mayListen = Promise.withResolvers<void>();
  const { page } = await openAsSuperAdmin(stage, {
    prepare: (page) =>
      page.route('**/api/admin/events', async (route) => {
        await mayListen.promise;
        await route.continue();
      }),
  });
  await rowOf(page, address).getByText('100.00000000').first().waitFor();
  const reward = { walletAddress: address, amount: '1', reason: 'In between' };
  // The read models have it before the panel listens: what comes from then on says nothing of it.
  await root.get('/api/admin/users', await root.post('/api/admin/send-reward', reward));
  mayListen.resolve();
  await rowOf(page, address).getByText('101.00000000').first().waitFor();
});
