import { expect, test } from 'vitest';
import { createTestClient, done } from '../../api/testing/client.ts';
import { newAddress, signUp } from '../../api/testing/email-calls.ts';
import { mailedToken } from '../../api/testing/mailbox.ts';
import { erasureTexts } from '../../contracts/erasure-texts.ts';
import { pages } from '../../contracts/messages.ts';
import { openAsNewUser } from './sign-in.ts';
import { setStage } from './stage.ts';

const stage = setStage();

test('an address that waits can be got rid of, and the card says how; verified in another tab, it is gone from there, too, once it is erased here', async () => {
  const { page, client, faults } = await openAsNewUser(stage, { path: '/evo-rewards' });
  const address = newAddress();
  await done(signUp(client, address));
  await page.reload();
  const card = page.getByRole('listitem', { name: 'Email Rewards' });
  await card.getByRole('button', { name: 'Show the email that waits' }).click();
  await card.getByText('Not your address? Erase your personal data, in your profile').waitFor();

  const tab = await page.context().newPage();
  await tab.goto(
    `${stage.app.url}/verify-email?token=${await mailedToken(createTestClient(stage.app.url), address)}`,
  );
  await tab.getByText(address).waitFor();
  await page.bringToFront();
  await page.getByRole('button', { name: erasureTexts.open }).click();
  const dialog = page.getByRole('dialog', { name: erasureTexts.title });
  await dialog.getByLabel('Type ERASE to confirm').fill(erasureTexts.confirmation);
  await dialog.getByRole('button', { name: erasureTexts.doIt }).click();
  await dialog.getByText(erasureTexts.done).waitFor();
  await expect.poll(() => tab.getByText(address).count()).toBe(0);
  await tab.getByRole('heading', { name: pages.verifiedTitle }).waitFor();
  expect(faults).toEqual([]);
});
