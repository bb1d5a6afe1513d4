import { expect, test } from 'vitest';
import { openAsNewUser } from './sign-in.ts';
import { setStage } from './stage.ts';

const stage = setStage(async () => ({ SEAL_SECONDS: '1' }));

test('from a claimed reward to its proof: the transaction, what was checked, the receipt', async () => {
  const { page, faults } = await openAsNewUser(stage);
  await page.getByRole('button', { name: /^Claim 100/ }).click();
  const claims = page.getByRole('table', { name: /Transactions/ }).getByRole('row', { name: /Claim/ });
  // One.
  await claims.getByRole('link', { name: 'In the ledger' }).last().click();
  const event = page.getByRole('dialog');
  await event.getByText(/^In the ledger · sealed/).waitFor();
  // Two.
  await event.getByText('What your browser computed again').click();
  await event.getByText('Your browser computed this again, and every step holds.').waitFor();
  // Three.
  const [receipt] = await Promise.all([
    page.waitForEvent('download'),
    event.getByRole('button', { name: 'Download the receipt' }).click(),
  ]);
  await event.getByRole('link', { name: 'The books right after it' }).click();
  await page.getByRole('region', { name: 'Figures' }).locator('[data-amount="100"]').first().waitFor();

  await page.goto('/ledger?mine');
  const mine = page.getByRole('table', { name: 'Events of your account, newest first' });
  await mine.getByRole('row').filter({ hasText: 'RewardsClaimed' }).waitFor();
  await mine.getByRole('row').filter({ hasText: 'RewardGranted' }).waitFor();

  await page.goto('/ledger?part=verify');
  await page.getByLabel('Choose a receipt').setInputFiles(await receipt.path());
  await page.getByText(/^In the ledger · sealed/).waitFor();
  expect(faults).toEqual([]);
});
