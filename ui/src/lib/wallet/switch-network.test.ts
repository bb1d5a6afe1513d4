import { expect, test } from 'vitest';
import { walletErrors } from '../../../../contracts/messages.ts';
import { connectWallet } from './connect-wallet.ts';
import { switchNetwork } from './switch-network.ts';
import { createFakeProvider, rpcError } from './testing/fake-provider.ts';
import { createFakeWorld } from './testing/fake-services.ts';
import { walletActions } from './wallet-slice.ts';

const ANSWERS = {
  '/api/wallet/challenge': { message: 'Sign me', expiresAt: '2026-01-01T00:00:00Z' },
  '/api/wallet/connect': { user: { id: 'u' }, isNewUser: true, role: 'user' },
};

async function elsewhere() {
  const wallet = createFakeProvider();
  const { store } = createFakeWorld({ 'io.metamask': wallet }, ANSWERS);
  await store.dispatch(connectWallet('metamask'));
  wallet.chainId = '0x1';
  store.dispatch(walletActions.chainChanged({ walletId: 'metamask', chainId: '0x1' }));
  return { wallet, store };
}

test('a wallet on another network comes back, and its balance is read', async () => {
  const { wallet, store } = await elsewhere();
  wallet.balance = `0x${(10n ** 18n).toString(16)}`;
  await store.dispatch(switchNetwork());
  expect(store.getState().wallet.link).toMatchObject({ chainId: '0xd60', balance: '1.0000' });
});

test('a refused switch keeps the wallet where it is and says why', async () => {
  const { wallet, store } = await elsewhere();
  wallet.faults.switchChain = rpcError(4001, 'no');
  await expect(store.dispatch(switchNetwork())).rejects.toThrow(walletErrors.switchNetworkFailed('no'));
  expect(store.getState().wallet.link?.chainId).toBe('0x1');
});

test('a wallet that is not MetaMask and waits for an answer to an earlier switch is the one to look into', async () => {
  const wallet = createFakeProvider();
  const { store } = createFakeWorld({ 'com.other': wallet }, ANSWERS);
  await store.dispatch(connectWallet('com.other'));
  wallet.chainId = '0x1';
  wallet.faults.switchChain = rpcError(-32002, 'already open');
  const text = 'com.other connection request is already pending. Please check com.other.';
  await expect(store.dispatch(switchNetwork())).rejects.toThrow(text);
});

test('without a linked wallet there is nothing to switch', async () => {
  const { store } = createFakeWorld({});
  await expect(store.dispatch(switchNetwork())).rejects.toThrow(walletErrors.connectFirst);
});
