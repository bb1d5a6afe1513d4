import { generatePrivateKey } from 'viem/accounts';
import { expect, test } from 'vitest';
import { newUser } from '../../api/testing/email-calls.ts';
import { expectSoundInAllLooks } from './axe.ts';
import { openPage } from './browser.ts';
import { setStage } from './stage.ts';
import { installTestWallet } from './test-wallet.ts';

const stage = setStage();
/** A site that phones can reach, too. */
const SITE = 'https://evo.example';

async function openSite() {
  const { page, context, faults } = await openPage(stage.browser, SITE);
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: SITE });
  await context.route(`${SITE}/**`, async (route) => {
    const { pathname, search } = new URL(route.request().url());
    await route.fulfill({ response: await route.fetch({ url: stage.app.url + pathname + search }) });
  });
  /** What the page still asks for when its test is over gets no answer any more. */
  const leave = () => context.unrouteAll({ behavior: 'ignoreErrors' });
  return { page, context, faults, leave };
}

const WALLET_APP = /^Wallet app/;

test('without a wallet in the browser the dialog says how the one on a phone opens this page', async () => {
  const { page, faults, leave } = await openSite();
  const { userId } = await newUser(stage.app);
  await page.goto(`/ref/${userId}`);
  await page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).click();
  const dialog = page.getByRole('dialog', { name: 'Connect Wallet' });
  await dialog.getByRole('button', { name: WALLET_APP }).press('Enter');
  // Whose link it was goes along: another browser has not seen it.
  const address = `${SITE}/ref/${userId}`;
  await dialog.getByRole('status').getByText(address).waitFor();
  await expectSoundInAllLooks(page, 'connect on a phone');
  await dialog.getByRole('button', { name: 'Copy the address of this page' }).press('Enter');
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(address);
  // Another choice takes its place.
  await dialog.getByRole('button', { name: 'Other wallets' }).press('Enter');
  await dialog.getByRole('button', { name: 'MetaMask' }).click();
  await dialog.getByText('MetaMask is not installed').waitFor();
  expect(await dialog.getByText(address).count()).toBe(0);
  expect(faults).toEqual([]);
  await leave();
});

test('with a wallet in the browser, and on a page of this computer alone, it does not', async () => {
  const { page, context, leave } = await openSite();
  await installTestWallet(context, { privateKey: generatePrivateKey() });
  const local = await openPage(stage.browser, stage.app.url);
  for (const one of [page, local.page]) {
    await one.goto('/evo-rewards');
    await one.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).click();
    await one.getByRole('dialog').getByRole('button', { name: 'Coinbase' }).waitFor();
    expect(await one.getByRole('button', { name: WALLET_APP }).count()).toBe(0);
  }
  await leave();
});
