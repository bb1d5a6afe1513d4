import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { newAdmin, superAdminOf } from '../../api/testing/admin.ts';
import { createTestClient, done, idempotencyKey } from '../../api/testing/client.ts';
import { clusterTexts } from '../../contracts/admin-messages.ts';
import { listClusters } from '../../contracts/api/admin-clusters.ts';
import { claimTexts, refusals, validation } from '../../contracts/messages.ts';
import { openAsSuperAdmin } from './admin-stage.ts';
import { expectSound, expectSoundInAllLooks } from './axe.ts';
import { expectNotice, openAsNewUser } from './sign-in.ts';
import { setStage } from './stage.ts';

const stage = setStage(async () => ({ CLAIM_NEEDS: 'identity', ISSUANCE_A_DAY: '600' }));

test('the claim says what is missing and leads there; once it is proven, the claim goes through', async () => {
  const { page, faults } = await openAsNewUser(stage);
  const claim = page.getByRole('button', { name: 'Claim 100.00 EVO' });
  await claim.waitFor();
  expect(await claim.isDisabled()).toBe(true);
  await page.getByText(claimTexts.identityTitle).waitFor();
  expect(await claim.getAttribute('aria-describedby')).toBe(
    await page.getByText(claimTexts.identityTitle).locator('..').getAttribute('id'),
  );
  await page.getByRole('heading', { name: 'Ways to earn' }).waitFor();
  await page.getByLabel('X handle').waitFor();
  await expectSoundInAllLooks(page, 'claim that needs an identity');
  await page.getByRole('button', { name: claimTexts.connectPlatform }).focus();
  await page.keyboard.press('Enter');
  // Where the handle is typed, on the screen and with the focus.
  await page.waitForFunction(() => {
    const top = document.activeElement?.closest('li')?.getBoundingClientRect().top ?? -1;
    return top >= 0 && top < window.innerHeight && document.activeElement?.matches('input');
  });
  await page.getByLabel('X handle').fill('anna_proves');
  await page.getByRole('button', { name: 'Connect X', exact: true }).click();
  await expectNotice(page, 'Connected!');
  await page.getByRole('button', { name: 'Claim 150.00 EVO' }).click();
  await page.getByText('It is in the ledger').waitFor();
  expect(faults).toEqual([]);
});

test('an admin sees a cluster, holds its claims with a reason and releases them; the user is told', async () => {
  const { app } = stage;
  // The claims of one's own account are held like any other's.
  const user = await openAsNewUser(stage);
  // As many as the day's sum is enough for, whoever has come before.
  const farm = Array.from({ length: 6 }, () => createTestClient(app.url));
  for (const client of farm) await done(client.connect());
  const { page, faults, client } = await openAsSuperAdmin(stage);
  const found = await client.get('/api/admin/clusters?kind=network');
  const size = listClusters.response.parse(found.body).clusters[0]?.size ?? 0;
  expect(size).toBeGreaterThanOrEqual(farm.length + 2);
  await page.getByRole('link', { name: clusterTexts.title }).click();
  await page.getByText(clusterTexts.bonuses('600', '600')).waitFor();
  await page.getByText(clusterTexts.bonusesOver).waitFor();
  const cluster = page.getByRole('list', { name: clusterTexts.kinds.network }).getByRole('listitem');
  await cluster.waitFor();
  await expectSoundInAllLooks(page, 'clusters');

  await cluster.getByRole('button', { name: /^Show accounts/ }).click();
  const members = page.getByRole('dialog').getByRole('listitem');
  await members.first().waitFor();
  await expect.poll(() => members.count()).toBe(size);
  await expectSound(page, 'accounts of a cluster');
  await page.keyboard.press('Escape');

  await cluster.getByRole('button', { name: /^Hold claims/ }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Hold claims' });
  await dialog.getByText('would be held').waitFor();
  const confirm = dialog.getByRole('button', { name: 'Hold claims' });
  expect(await confirm.isDisabled()).toBe(true);
  await dialog.getByLabel('Reason').fill('x'.repeat(201));
  await dialog.getByText(validation.reasonTooLong).waitFor();
  expect(await confirm.isDisabled()).toBe(true);
  await dialog.getByLabel('Reason').fill('Many wallets of one machine');
  await expectSoundInAllLooks(page, 'holding claims');
  await confirm.click();
  await expectNotice(page, 'Claims Held');
  await cluster.getByText(clusterTexts.heldOf(size)).waitFor();
  expect((await farm[0]!.post('/api/rewards/claim', {}, idempotencyKey())).body).toMatchObject({
    error: 'ClaimsAreHeld',
  });
  await user.page.reload();
  await user.page.getByText(claimTexts.heldWhy).waitFor();
  await expectSound(user.page, 'claim that is held');

  await page.getByLabel(clusterTexts.choose).selectOption('held');
  // It is in the address.
  await page.reload();
  const held = page.getByRole('list', { name: clusterTexts.kinds.held }).getByRole('listitem');
  await held.getByRole('button', { name: /^Release claims/ }).click();
  const release = page.getByRole('dialog', { name: 'Release claims' });
  await release.getByText('would be released').waitFor();
  await release.getByLabel('Reason').fill('They are a class at school');
  await release.getByRole('button', { name: 'Release claims' }).click();
  // The admin is one of them.
  await expectNotice(page, 'Claims Released', clusterTexts.notYourOwn);
  await held.getByText(clusterTexts.heldOf(1)).waitFor();
  const root = await superAdminOf(stage.app);
  const { id } = (await root.client.connect()).body.user;
  const other = await newAdmin(stage.app, root);
  await other.post('/api/admin/release-claims', { userIds: [id], reason: 'An admin' });
  await page.getByText(clusterTexts.noneHeld).waitFor();
  await expectSound(page, 'no claims held');
  expect([...faults, ...user.faults]).toEqual([]);
});

/** The only cluster that the page is told of. @returns its accounts */
async function showCluster(page: Page, size: number) {
  const moment = new Date().toISOString();
  const cluster = {
    ...{ key: 'k', label: 'Network k…', size, idle: size, held: 0, pendingRewards: '0' },
    ...{ claimedRewards: '0', firstOpenedAt: moment, lastOpenedAt: moment },
  };
  await page.route('**/api/admin/clusters?*', (route) =>
    route.fulfill({ json: { clusters: [cluster], nextCursor: null } }),
  );
  return Array.from({ length: size }, (_, n) => ({
    ...{ id: randomUUID(), username: `one_of_many_${n}`, walletAddress: null, createdAt: moment },
    ...{ pendingRewards: '0', claimedRewards: '0', isIdle: true, holdReason: null },
  }));
}

test('an act on a cluster that was cut off goes on with those who are left, whoever is done by then', async () => {
  const { page } = await openAsSuperAdmin(stage);
  const accounts = await showCluster(page, 150);
  const held = new Set<string>();
  let found = 0;
  await page.route('**/api/admin/cluster?*', (route) => {
    found += 1;
    const members = accounts.map((one) => ({ ...one, holdReason: held.has(one.id) ? 'Held' : null }));
    return route.fulfill({ json: { members, nextCursor: null } });
  });
  let isAway = false;
  await page.route('**/livez', (route) => (isAway ? route.abort() : route.fulfill({ body: 'ok' })));
  await page.route('**/api/admin/hold-claims', (route) => {
    const { userIds, dryRun } = route.request().postDataJSON();
    // The server is away behind the first of the two calls.
    if (!dryRun && held.size > 0 && isAway) return route.abort();
    if (!dryRun) {
      for (const id of userIds) held.add(id);
      isAway = true;
    }
    const json = { success: true, message: 'done', done: userIds.length, pendingRewards: '0', failed: [] };
    return route.fulfill({ json: { ...json, dryRun: dryRun === true } });
  });

  await page.getByRole('link', { name: clusterTexts.title }).click();
  await page.getByRole('button', { name: /^Hold claims/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Hold claims' });
  await dialog.getByText('would be held').waitFor();
  await dialog.getByLabel('Reason').fill('Many wallets of one machine');
  await dialog.getByRole('button', { name: 'Hold claims' }).click();
  await dialog.getByRole('alert').waitFor();
  expect(held.size).toBe(100);
  // It comes back, and what the page shows is asked for again.
  const before = found;
  const lookedInVain = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/livez'));
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await lookedInVain;
  isAway = false;
  await expect.poll(() => found).toBeGreaterThan(before);
  await dialog.getByRole('button', { name: clusterTexts.goOn }).click();
  await expectNotice(page, 'Claims Held');
  expect(held.size).toBe(150);
});

test('what became of an act whose answers are lost is looked for once its dialog is closed', async () => {
  const { page } = await openAsSuperAdmin(stage);
  const accounts = await showCluster(page, 3);
  await page.route('**/api/admin/cluster?*', (route) =>
    route.fulfill({ json: { members: accounts, nextCursor: null } }),
  );
  await page.route('**/api/admin/hold-claims', (route) => {
    const { userIds, dryRun } = route.request().postDataJSON();
    if (!dryRun) return route.abort();
    const json = { success: true, message: 'done', done: userIds.length, pendingRewards: '0', failed: [] };
    return route.fulfill({ json: { ...json, dryRun: true } });
  });
  await page.getByRole('link', { name: clusterTexts.title }).click();
  await page.getByRole('button', { name: /^Hold claims/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Hold claims' });
  await dialog.getByText('would be held').waitFor();
  await dialog.getByLabel('Reason').fill('Three wallets of one machine');
  await dialog.getByRole('button', { name: 'Hold claims' }).click();
  await dialog.getByRole('alert').waitFor();
  await Promise.all([page.waitForRequest('**/api/admin/clusters?*'), page.keyboard.press('Escape')]);
  await dialog.waitFor({ state: 'detached' });
});

test('a cluster of more accounts than a minute lets through is held all the same; who waits for that can stop', async () => {
  const { page } = await openAsSuperAdmin(stage);
  const members = await showCluster(page, 1_100);
  await page.route('**/api/admin/cluster?*', (route) =>
    route.fulfill({ json: { members, nextCursor: null } }),
  );
  const tried: number[] = [];
  const held: number[] = [];
  let retryAfter = '1';
  let isOver = true;
  await page.route('**/api/admin/hold-claims', (route) => {
    const { userIds, dryRun } = route.request().postDataJSON();
    if (isOver) {
      isOver = false;
      const json = { error: 'TooManyRequests', message: refusals.tooManyRequests, requestId: 'x' };
      return route.fulfill({ status: 429, headers: { 'retry-after': retryAfter }, json });
    }
    (dryRun ? tried : held).push(userIds.length);
    // The second part of the act itself comes to a limit that is far from its end.
    isOver = !dryRun;
    retryAfter = '3600';
    const json = { success: true, message: 'done', done: userIds.length, pendingRewards: '0', failed: [] };
    return route.fulfill({ json: { ...json, dryRun: dryRun === true } });
  });
  await page.getByRole('link', { name: clusterTexts.title }).click();
  await page.getByRole('button', { name: /^Hold claims/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Hold claims' });
  await dialog.getByText('1,100 accounts').waitFor();
  expect(tried).toEqual([500, 500, 100]);
  await dialog.getByLabel('Reason').fill('Very many wallets of one machine');
  const limited = page.waitForResponse((answer) => answer.status() === 429);
  await dialog.getByRole('button', { name: 'Hold claims' }).click();
  await limited;
  await dialog.getByText('100 of 1,100 accounts').first().waitFor();
  expect(await dialog.getByRole('alert').count()).toBe(0);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expectNotice(page, 'Claims Held', '100 accounts');
  await dialog.waitFor({ state: 'detached' });
  expect(held).toEqual([100]);
});

test('the next accounts of a cluster that do not come are told of, and come when they are asked for again', async () => {
  const { page } = await openAsSuperAdmin(stage);
  const accounts = await showCluster(page, 60);
  let isAway = true;
  await page.route('**/api/admin/cluster?*', (route) => {
    const isNext = route.request().url().includes('cursor=');
    if (isNext && isAway) return route.fulfill({ status: 500, body: 'broken' });
    const members = isNext ? accounts.slice(50) : accounts.slice(0, 50);
    return route.fulfill({ json: { members, nextCursor: isNext ? null : 'more' } });
  });
  await page.getByRole('link', { name: clusterTexts.title }).click();
  await page.getByRole('button', { name: /^Show accounts/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Load more' }).press('Enter');
  await dialog.getByRole('alert').waitFor();
  isAway = false;
  await dialog.getByRole('button', { name: 'Retry' }).press('Enter');
  await expect.poll(() => dialog.getByRole('listitem').count()).toBe(60);
  expect(await dialog.getByRole('alert').count()).toBe(0);
});
