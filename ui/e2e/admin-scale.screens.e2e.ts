import pg from 'pg';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { superAdminOf } from '../../api/testing/admin.ts';
import { massActProgress } from '../../contracts/api/admin-acts.ts';
import { openAsSuperAdmin, searchUsers, usersTable } from './admin-stage.ts';
import { expectSoundInAllLooks } from './axe.ts';
import { LOOKS, wear } from './browser.ts';
import { holdAnswers } from './hold-answers.ts';
import { manyAccounts } from './many-accounts.ts';
import { expectNotice, notice } from './sign-in.ts';
import { setStage } from './stage.ts';

const stage = setStage();
/** With the admin's own account. */
const ALL = 2_001;

stage.begin(async () => {
  await manyAccounts(stage.app, ALL - 1);
});

const frame = (page: Page) => page.getByRole('region', { name: 'Users', exact: true });
const rowIndexes = (page: Page): Promise<number[]> =>
  usersTable(page)
    .locator('tbody tr[aria-rowindex]')
    .evaluateAll((drawn) => drawn.map((row) => Number(row.getAttribute('aria-rowindex'))));
const toolbar = (page: Page) => page.getByRole('toolbar', { name: 'Selected users' });

test('a screen reader is told how many rows there are and which one is read, however far one scrolls', async () => {
  const { page } = await openAsSuperAdmin(stage);
  await page.getByText('Showing 2,001 of 2,001 users').waitFor();
  const expectCount = (count: number) =>
    expect.poll(() => usersTable(page).getAttribute('aria-rowcount')).toBe(String(count + 1));
  await expectCount(ALL);
  expect(await usersTable(page).locator('thead tr').getAttribute('aria-rowindex')).toBe('1');
  expect((await rowIndexes(page))[0]).toBe(2);

  // Each end of what is loaded brings the next page; what is drawn is one piece of the list.
  let last = 0;
  while (last < 1_500) {
    await frame(page).evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
    await expect.poll(async () => (await rowIndexes(page)).at(-1) ?? 0).toBeGreaterThan(last);
    const drawn = await rowIndexes(page);
    expect(drawn.length).toBeLessThanOrEqual(60);
    expect(drawn).toEqual(drawn.map((_, at) => (drawn[0] ?? 0) + at));
    last = drawn.at(-1) ?? 0;
  }
  await expectCount(ALL);

  await searchUsers(page, (await superAdminOf(stage.app)).address);
  await page.getByText('Showing 1 of 2,001 users').waitFor();
  await expectCount(1);
  expect(await rowIndexes(page)).toEqual([2]);
});

test('a next page of users that fails is asked for once, and again by whoever wants it', async () => {
  const { page } = await openAsSuperAdmin(stage);
  await page.getByText('Showing 2,001 of 2,001 users').waitFor();
  let asked = 0;
  await page.route(/\/api\/admin\/users\?.*cursor=/, (route) => {
    asked += 1;
    return route.fulfill({ status: 500, body: 'broken' });
  });
  await frame(page).evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
  const users = page.getByRole('region', { name: 'User Management' });
  await users.getByRole('alert').waitFor();
  await page.evaluate(async () => {
    for (let drawn = 0; drawn < 60; drawn += 1)
      await new Promise((resolve) => requestAnimationFrame(resolve));
  });
  expect(asked).toBe(1);

  await page.unroute(/\/api\/admin\/users\?.*cursor=/);
  await users.getByRole('alert').getByRole('button', { name: 'Retry' }).press('Enter');
  await users.getByRole('alert').waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.ariaLabel)).toBe('Users');
  await frame(page).evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
  await expect.poll(async () => (await rowIndexes(page)).at(-1)).toBeGreaterThan(150);
});

test('the users in any look: every column, nothing beside the screen', async () => {
  const { page } = await openAsSuperAdmin(stage);
  await page.getByText('Showing 2,001 of 2,001 users').waitFor();
  const row = usersTable(page).getByRole('row').nth(1);
  await row.getByRole('checkbox').check();
  await toolbar(page).getByText('1 selected').waitFor();
  for (const look of LOOKS) {
    await wear(page, look);
    const columns = ['Username', 'Email', 'Wallet', 'App Rewards', 'Status', 'Actions'];
    for (const name of columns) {
      await expect
        .poll(() => usersTable(page).getByRole('columnheader', { name }).count(), { message: name })
        .toBe(1);
    }
    await expect.poll(() => row.getByRole('cell').count()).toBe(columns.length + 1);
    for (const name of [/^Clear App Rewards/, /^Remove User/]) {
      const box = await row.getByRole('button', { name }).boundingBox();
      expect(box).toMatchObject({ width: expect.any(Number), height: expect.any(Number) });
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(24);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(look.width);
    }
    const hidden = await frame(page).evaluate((element) => element.scrollWidth - element.clientWidth);
    expect(hidden).toBe(0);
  }
  // The bar of the selection lies over whatever stands behind it.
  await toolbar(page).getByRole('button', { name: 'Clear Selection' }).click();
  await expectSoundInAllLooks(page, 'thousands of users');
});

test('who is left out while everybody is being selected stays left out', async () => {
  const { page } = await openAsSuperAdmin(stage);
  await page.getByText('Showing 2,001 of 2,001 users').waitFor();
  await page.getByLabel('Select all users').click();
  const everybody = await holdAnswers(page, '**/api/admin/users?*', (request) =>
    request.url().includes('limit=500'),
  );
  await toolbar(page)
    .getByRole('button', { name: /^Select all [\d,]+ matching$/ })
    .click();
  await everybody.held;
  const first = usersTable(page).locator('tbody').getByRole('checkbox').first();
  await first.click();
  everybody.release();
  await expect.poll(() => toolbar(page).getByRole('status').textContent()).toBe('99 selected');
  expect(await first.isChecked()).toBe(false);
});

const DIGITS = ['a1', 'b2', 'c3', 'd4', 'e5', 'f6', '17', '28'];
const searched = new Set<string>();

test('select-all says how far it reaches; a removal of many shows how far it is, and what it did', async () => {
  const { page } = await openAsSuperAdmin(stage);
  const everybody = page.getByText(/^Showing [\d,]+ of [\d,]+ users$/);
  const total = (await everybody.textContent())?.split(' ')[1] ?? '';
  // In the name or the wallet of about every fifth, but not of the super admin, who cannot be removed. Of who was removed
  // in another try none is there any more.
  const own = await superAdminOf(stage.app);
  const name = (await own.get<{ user: { username: string } }>('/api/dashboard')).body.user.username;
  const ofOwn = `${own.address} ${name}`.toLowerCase();
  const digits = DIGITS.find((two) => !ofOwn.includes(two) && !searched.has(two)) ?? '39';
  searched.add(digits);
  await searchUsers(page, digits);
  const shown = everybody.filter({ hasNotText: `Showing ${total}` });
  const matching = (await shown.textContent())?.split(' ')[1] ?? '';
  const count = Number(matching.replace(',', ''));
  expect(count).toBeGreaterThan(250);

  await page.getByLabel('Select all users').click();
  await toolbar(page).getByText('All 100 shown selected').waitFor();
  await toolbar(page)
    .getByRole('button', { name: `Select all ${matching} matching` })
    .click();
  await toolbar(page).getByText(`All ${matching} matching selected`).waitFor();
  await page.keyboard.press('Escape');
  await toolbar(page).waitFor({ state: 'detached' });

  await page.getByLabel('Select all users').click();
  await toolbar(page)
    .getByRole('button', { name: `Select all ${matching} matching` })
    .click();
  await page.getByRole('button', { name: 'Remove Selected' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove Selected' });
  // The second part of it meets a bad connection; what was done stands, and going on sends the same part once more.
  const sendings = new Map<string, number>();
  const progressSeen = Promise.withResolvers<void>();
  await page.route('**/api/admin/remove-users', async (route) => {
    const part = route.request().headers()['idempotency-key'] ?? '';
    const times = (sendings.get(part) ?? 0) + 1;
    sendings.set(part, times);
    const isSecond = [...sendings.keys()].indexOf(part) === 1;
    if (isSecond && times === 2) await progressSeen.promise;
    if (isSecond && times === 1) await route.abort();
    else await route.continue();
  });
  await dialog.getByRole('button', { name: `Remove ${matching} Users` }).click();
  // Hundreds of accounts: a machine that is busy with other things may have no time for all of a part at once.
  const again = dialog.getByRole('button', { name: /^(Go on|Remove [\d,]+ Users)$/, disabled: false });
  const isStoppedAtSecond = async () => {
    if (!(await again.isVisible())) return false;
    if (await dialog.getByText(`Stopped at 100 of ${matching} users`).isVisible()) return true;
    await again.click();
    return false;
  };
  await expect.poll(isStoppedAtSecond, { timeout: 90_000 }).toBe(true);
  await expectNotice(page, 'Bulk Removal Failed', 'not known whether this was done');
  await dialog.getByRole('button', { name: 'Go on' }).click();
  await dialog.getByRole('progressbar', { name: 'Removing the selected users' }).waitFor();
  progressSeen.resolve();
  const removed = notice(page).filter({ hasText: `${matching} users removed` });
  const isToldOfAll = async () => {
    if (await again.isVisible()) await again.click();
    return removed.isVisible();
  };
  await expect.poll(isToldOfAll, { timeout: 150_000 }).toBe(true);
  expect([...sendings.values()][1]).toBeGreaterThan(1);
  // A hundred in each part, however often one was sent.
  expect(sendings.size).toBe(Math.ceil(count / 100));
  await dialog.waitFor({ state: 'detached' });
  await toolbar(page).waitFor({ state: 'detached' });
  await page.getByText('No users found').waitFor();
}, 300_000);

test('a reset of all accounts shows how far it is, also after a reload, and says when it is done', async () => {
  const root = await superAdminOf(stage.app);
  // A try that failed may have left its act under way, and nothing to reset.
  const actUnderWay = async () => (await root.get<{ act: object | null }>(massActProgress.path)).body.act;
  await expect.poll(actUnderWay, { timeout: 90_000 }).toBe(null);
  await manyAccounts(stage.app, 400);
  const { page } = await openAsSuperAdmin(stage, { path: '/admin?tab=acts', width: 360 });
  await page.getByRole('button', { name: 'Reset All User Rewards' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/accounts .* would be set to zero/).waitFor();
  await dialog.getByLabel('Type RESET to confirm').fill('RESET');
  const holder = new pg.Client({ connectionString: stage.app.databaseUrl, statement_timeout: 60_000 });
  await holder.connect();
  onTestFinished(() => holder.end());
  const { rows } = await holder.query<{ id: string }>('select request_id as id from processes.mass_acts');
  const earlier = rows.map(({ id }) => id).join();
  // A page that is loaded on a busy machine takes longer than the whole act: that waits behind its first accounts meanwhile.
  const held = holder.query(`begin; do $$ begin
    while not exists (
      select from processes.mass_acts where count > 0 and request_id <> all('{${earlier}}'::uuid[])
    ) loop
      perform pg_sleep(0.01);
    end loop;
    lock table processes.mass_acts in exclusive mode;
  end $$`);
  await Promise.all([held, dialog.getByRole('button', { name: 'Reset All User Rewards' }).click()]);
  const progress = page.getByRole('progressbar', { name: 'Resetting all user rewards' });
  const done = async () => Number(await progress.getAttribute('aria-valuenow'));
  await expect.poll(done).toBeGreaterThan(0);
  const top = await progress.evaluate((bar) => bar.getBoundingClientRect().top);
  expect(top).toBeGreaterThan(0);
  expect(top).toBeLessThan(740);
  const before = await done();
  await page.reload();
  await page.getByText(/^[\d,]+ of [\d,]+ accounts$/).waitFor();
  expect(await done()).toBeGreaterThanOrEqual(before);
  await holder.query('rollback');
  // Thousands of accounts, on a machine that may be busy with other things.
  await expectNotice(page, 'All Rewards Reset', 'accounts were set to zero', 150_000);
  await progress.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Overview' }).click();
  await page.getByRole('region', { name: 'Statistics' }).locator('[data-amount="0"]').waitFor();
}, 300_000);
