import type { Page } from 'playwright-core';
import { generatePrivateKey } from 'viem/accounts';
import { afterAll, expect, test } from 'vitest';
import { type Anvil, startAnvil } from '../../api/testing/anvil.ts';
import { CHAIN_ID_HEX, CHAIN_NAME, NATIVE_CURRENCY } from '../../contracts/constants.ts';
import { walletErrors } from '../../contracts/messages.ts';
import { errorToasts } from '../../contracts/toasts.ts';
import { waitForReceipt } from '../src/lib/wallet/wait-for-receipt.ts';
import { openPage } from './browser.ts';
import { expectNotice } from './sign-in.ts';
import { setStage } from './stage.ts';
import { installTestWallet, type TestWallet } from './test-wallet.ts';

let chain: Anvil;
const stage = setStage(async () => {
  chain = await startAnvil();
  return { RPC_URL: chain.url, PUBLIC_RPC_URL: chain.url };
});
afterAll(() => chain?.stop());

type WalletFaults = Parameters<TestWallet['setFaults']>[1];

async function openWithWallet(faults: WalletFaults = {}): Promise<{ page: Page; wallet: TestWallet }> {
  const { page, context } = await openPage(stage.browser, stage.app.url);
  const wallet = await installTestWallet(context, {
    privateKey: generatePrivateKey(),
    rpc: (method, params) => chain.request(method, params),
  });
  await page.goto('/evo-rewards');
  await wallet.setFaults(page, faults);
  return { page, wallet };
}

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Connect Wallet' });
const disconnect = (page: Page) => page.getByRole('button', { name: 'Disconnect wallet' });
const elsewhere = (page: Page) => page.getByText('Your wallet is on another network');

async function choose(page: Page): Promise<void> {
  if (!(await dialog(page).isVisible())) {
    await page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).click();
  }
  await dialog(page).getByRole('button', { name: 'MetaMask' }).click();
}

const expectFailure = (page: Page, text: string): Promise<void> =>
  expectNotice(page, errorToasts.connectionFailed().title, text);

test('the wallet switches to the network, and its balance is read from the chain', async () => {
  const { page, wallet } = await openWithWallet();
  const funds = 1_234_567_890_000_000_000_000n;
  await chain.request('anvil_setBalance', [wallet.account.address, `0x${funds.toString(16)}`]);
  const [request] = await Promise.all([page.waitForRequest('**/api/wallet/connect'), choose(page)]);
  expect(request.postDataJSON()).toMatchObject({ actualEvoBalance: '1234.5678' });
  await disconnect(page).waitFor();
  await page.getByText('1234.5678 EVO').waitFor();
  expect(await elsewhere(page).count()).toBe(0);

  // Paid out meanwhile: who comes back to the page sees it.
  await chain.request('anvil_setBalance', [wallet.account.address, `0x${(2n * funds).toString(16)}`]);
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await page.getByText('2469.1357 EVO').waitFor();
});

test.each(['plain', 'nested'] as const)(
  'a network that the wallet does not know (%s 4902) is added',
  async (unknownChain) => {
    const { page, wallet } = await openWithWallet({ unknownChain });
    await choose(page);
    await disconnect(page).waitFor();
    const asked = (await wallet.asked(page)).filter((method) => method.startsWith('wallet_'));
    expect(asked).toEqual([
      'wallet_switchEthereumChain',
      'wallet_addEthereumChain',
      'wallet_switchEthereumChain',
    ]);
    expect(await wallet.lastParams(page, 'wallet_addEthereumChain')).toEqual([
      { chainId: CHAIN_ID_HEX, chainName: CHAIN_NAME, nativeCurrency: NATIVE_CURRENCY, rpcUrls: [chain.url] },
    ]);
  },
);

const switching = 'wallet_switchEthereumChain';
const adding = 'wallet_addEthereumChain';

test.each<[string, WalletFaults, string]>([
  ['a locked wallet', { locked: true }, walletErrors.noAccounts],
  ['refused accounts', { errors: { eth_requestAccounts: 4001 } }, walletErrors.userRejected],
  ['accounts that wait', { errors: { eth_requestAccounts: -32002 } }, walletErrors.requestPending],
  [
    'accounts that fail',
    { errors: { eth_requestAccounts: -32603 } },
    walletErrors.connectFailed('fault -32603'),
  ],
  ['a refused switch', { errors: { [switching]: 4001 } }, walletErrors.switchNetworkFailed('fault 4001')],
  ['a switch that waits', { errors: { [switching]: -32002 } }, walletErrors.requestPending],
  [
    'a refused network',
    { unknownChain: 'plain', errors: { [adding]: 4001 } },
    walletErrors.addNetworkFailed('fault 4001'),
  ],
  [
    'a network that cannot be added',
    { unknownChain: 'nested', errors: { [adding]: -32603 } },
    walletErrors.addNetworkFailed('fault -32603'),
  ],
  [
    'a wallet that stays where it is',
    { ignoresSwitch: true },
    walletErrors.switchNetworkFailed('the wallet stayed on chain 0x1'),
  ],
  ['a refused signature', { errors: { personal_sign: 4001 } }, walletErrors.signFailed('fault 4001')],
])('%s has its text, and the next try goes through', async (_name, faults, text) => {
  const { page, wallet } = await openWithWallet(faults);
  await choose(page);
  await expectFailure(page, text);
  await dialog(page).waitFor();
  await wallet.setFaults(page, {});
  await choose(page);
  await disconnect(page).waitFor();
});

test('without a wallet in the browser there is a text for it', async () => {
  const { page } = await openPage(stage.browser, stage.app.url);
  await page.goto('/evo-rewards');
  await choose(page);
  await expectFailure(page, walletErrors.noProvider);
});

test.each(['eth_requestAccounts', switching, 'personal_sign'])(
  'a wallet that never answers %s can be left, and asked again',
  async (method) => {
    const { page, wallet } = await openWithWallet({ silent: [method] });
    await choose(page);
    await expect.poll(() => wallet.asked(page)).toContain(method);
    for (const name of ['WalletConnect', 'Coinbase']) {
      expect(await dialog(page).getByRole('button', { name }).isDisabled()).toBe(true);
    }
    await page.getByRole('button', { name: 'Close dialog' }).click();
    await dialog(page).waitFor({ state: 'detached' });
    await wallet.setFaults(page, {});
    await choose(page);
    await disconnect(page).waitFor();
  },
);

test('another account in the middle of it ends the attempt, and nothing is signed for the first', async () => {
  const { page, wallet } = await openWithWallet({ silent: [switching] });
  await choose(page);
  await expect.poll(() => wallet.asked(page)).toContain(switching);
  await wallet.changeAccounts(page, ['0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC']);
  await expect
    .poll(() => dialog(page).getByRole('button', { name: 'MetaMask' }).getAttribute('aria-disabled'))
    .toBe('false');
  expect(await wallet.asked(page)).not.toContain('personal_sign');
});

test('a balance that cannot be read is logged and holds nothing up', async () => {
  const { page } = await openWithWallet({ errors: { eth_getBalance: -32000 } });
  const logged = page.waitForEvent('console', (message) =>
    message.text().includes(walletErrors.balanceFailed('fault -32000')),
  );
  await choose(page);
  await disconnect(page).waitFor();
  await logged;
});

test('a wallet that leaves the network gets a notice with the way back', async () => {
  const { page, wallet } = await openWithWallet();
  await choose(page);
  await disconnect(page).waitFor();
  await wallet.changeChain(page, '0x1');
  await elsewhere(page).waitFor();
  await page.getByRole('button', { name: /^Claim 100/ }).waitFor();

  await wallet.setFaults(page, { errors: { [switching]: 4001 } });
  await page.getByRole('button', { name: 'Switch network' }).click();
  await expectFailure(page, walletErrors.switchNetworkFailed('fault 4001'));
  await wallet.setFaults(page, {});
  await page.getByRole('button', { name: 'Switch network' }).click();
  await elsewhere(page).waitFor({ state: 'detached' });
  // The page was never reloaded and nothing was signed anew.
  expect((await wallet.asked(page)).filter((method) => method === 'personal_sign')).toHaveLength(1);
});

test('a wallet that never answers who switches the network is given up, and asked again', async () => {
  const { page, wallet } = await openWithWallet();
  await choose(page);
  await disconnect(page).waitFor();
  await dialog(page).waitFor({ state: 'detached' });
  await wallet.changeChain(page, '0x1');
  await wallet.setFaults(page, { silent: [switching] });
  const start = page.getByRole('button', { name: 'Switch network' });
  await start.click();
  await page.getByRole('button', { name: 'Cancel' }).press('Enter');
  await expect.poll(() => start.evaluate((button) => button === document.activeElement)).toBe(true);
  await wallet.setFaults(page, {});
  await page.keyboard.press('Enter');
  await elsewhere(page).waitFor({ state: 'detached' });
});

test('the receipt of a transaction is waited for until a block holds it', async () => {
  const [from] = (await chain.request('eth_accounts')) as [string];
  await chain.request('evm_setAutomine', [false]);
  const hash = await chain.request('eth_sendTransaction', [{ from, to: from, value: '0x1' }]);
  const provider = {
    request: ({ method, params }: { method: string; params?: readonly unknown[] }) =>
      chain.request(method, params),
  };
  const receipt = waitForReceipt(provider, hash as `0x${string}`);
  await chain.request('evm_mine');
  await chain.request('evm_setAutomine', [true]);
  expect(await receipt).toMatchObject({ transactionHash: hash, status: '0x1' });
});
