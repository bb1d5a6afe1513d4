import { expect, test } from 'vitest';
import { newAdmin, superAdminOf } from '../../api/testing/admin.ts';
import { createTestClient, idempotencyKey } from '../../api/testing/client.ts';
import { clusterTexts } from '../../contracts/admin-messages.ts';
import { claimTexts } from '../../contracts/messages.ts';
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
  const farm = Array.from({ length: 3 }, () => createTestClient(app.url));
  for (const client of farm) await client.connect();
  const { page, faults } = await openAsSuperAdmin(stage);
  await page.getByRole('link', { name: clusterTexts.title }).click();
  await page.getByText(clusterTexts.bonuses('600', '600')).waitFor();
  await page.getByText(clusterTexts.bonusesOver).waitFor();
  const cluster = page.getByRole('list', { name: clusterTexts.kinds.network }).getByRole('listitem');
  await cluster.waitFor();
  await expectSoundInAllLooks(page, 'clusters');

  await cluster.getByRole('button', { name: /^Show accounts/ }).click();
  const members = page.getByRole('dialog').getByRole('listitem');
  await members.first().waitFor();
  expect(await members.count()).toBe(6);
  await expectSound(page, 'accounts of a cluster');
  await page.keyboard.press('Escape');

  await cluster.getByRole('button', { name: /^Hold claims/ }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Hold claims' });
  await dialog.getByText('would be held').waitFor();
  const confirm = dialog.getByRole('button', { name: 'Hold claims' });
  expect(await confirm.isDisabled()).toBe(true);
  await dialog.getByLabel('Reason').fill('Six wallets of one machine');
  await expectSoundInAllLooks(page, 'holding claims');
  await confirm.click();
  await expectNotice(page, 'Claims Held');
  await cluster.getByText(clusterTexts.heldOf(6)).waitFor();
  expect((await farm[0]!.post('/api/rewards/claim', {}, idempotencyKey())).body).toMatchObject({
    error: 'ClaimsAreHeld',
  });
  await user.page.reload();
  await user.page.getByText(claimTexts.heldWhy).waitFor();
  await expectSound(user.page, 'claim that is held');

  await page.getByLabel(clusterTexts.choose).selectOption('held');
  const held = page.getByRole('list', { name: clusterTexts.kinds.held }).getByRole('listitem');
  await held.getByRole('button', { name: /^Release claims/ }).click();
  const release = page.getByRole('dialog', { name: 'Release claims' });
  await release.getByText('would be released').waitFor();
  await release.getByLabel('Reason').fill('They are a class at school');
  await release.getByRole('button', { name: 'Release claims' }).click();
  // The admin is one of the six.
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
