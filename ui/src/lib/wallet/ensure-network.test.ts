import { expect, test } from 'vitest';
import { walletErrors } from '../../../../contracts/messages.ts';
import { ensureNetwork, normalChainId } from './ensure-network.ts';
import { createFakeProvider, rpcError } from './testing/fake-provider.ts';
import { EVO_NETWORK } from './testing/fake-services.ts';

const SWITCH = 'wallet_switchEthereumChain';
const ADD = 'wallet_addEthereumChain';

test('a wallet on the network is only asked for its chain id', async () => {
  const wallet = createFakeProvider();
  wallet.chainId = '0xD60';
  expect(await ensureNetwork(wallet, EVO_NETWORK)).toBe('0xd60');
  expect(wallet.asked).toEqual(['eth_chainId']);
});

test('a wallet that knows the network switches to it', async () => {
  const wallet = createFakeProvider();
  wallet.knownChains.add('0xd60');
  expect(await ensureNetwork(wallet, EVO_NETWORK)).toBe('0xd60');
  expect(wallet.asked).toEqual(['eth_chainId', SWITCH, 'eth_chainId']);
});

test.each([
  ['4902', undefined],
  ['a nested 4902', rpcError(-32603, 'internal', { originalError: { code: 4902 } })],
  ['any other failure', rpcError(-32603, 'internal')],
])('after %s the network is added and switched to again', async (_name, fault) => {
  const wallet = createFakeProvider();
  wallet.faults.switchChain = (times: number) => (times === 1 ? fault : undefined);
  expect(await ensureNetwork(wallet, EVO_NETWORK)).toBe('0xd60');
  expect(wallet.asked).toEqual(['eth_chainId', SWITCH, ADD, SWITCH, 'eth_chainId']);
  const { chainId, chainName, nativeCurrency, rpcUrls } = EVO_NETWORK;
  expect(wallet.params.get(ADD)).toEqual([{ chainId, chainName, nativeCurrency, rpcUrls }]);
});

test.each([
  ['4001', rpcError(4001, 'denied')],
  ['a nested 4001', rpcError(-32603, 'denied', { originalError: { code: 4001 } })],
])('%s at the switch is final: nothing is added', async (_name, fault) => {
  const wallet = createFakeProvider();
  wallet.faults.switchChain = fault;
  await expect(ensureNetwork(wallet, EVO_NETWORK)).rejects.toThrow(
    walletErrors.switchNetworkFailed('denied'),
  );
  expect(wallet.asked).not.toContain(ADD);
});

test('a refused addition says so', async () => {
  const wallet = createFakeProvider();
  wallet.faults.addChain = rpcError(4001, 'denied');
  await expect(ensureNetwork(wallet, EVO_NETWORK)).rejects.toThrow(walletErrors.addNetworkFailed('denied'));
});

test('a second switch that fails says so', async () => {
  const wallet = createFakeProvider();
  wallet.faults.switchChain = rpcError(-32603, 'boom');
  await expect(ensureNetwork(wallet, EVO_NETWORK)).rejects.toThrow(walletErrors.switchNetworkFailed('boom'));
});

test('a wallet that answers a failed switch as if it were none gets the network added', async () => {
  const wallet = createFakeProvider();
  // It does not know the network, and says nothing of that.
  wallet.faults.answersNull = true;
  expect(await ensureNetwork(wallet, EVO_NETWORK)).toBe('0xd60');
  expect(wallet.asked).toEqual(['eth_chainId', SWITCH, 'eth_chainId', ADD, SWITCH, 'eth_chainId']);
});

test('a wallet that claims to have switched is not believed', async () => {
  const wallet = createFakeProvider();
  wallet.knownChains.add('0xd60');
  wallet.faults.ignoresSwitch = true;
  await expect(ensureNetwork(wallet, EVO_NETWORK)).rejects.toThrow(
    walletErrors.switchNetworkFailed('the wallet stayed on chain 0x1'),
  );
});

test('a request that waits in the wallet already is named as such', async () => {
  const wallet = createFakeProvider();
  wallet.faults.switchChain = rpcError(-32002, 'pending');
  await expect(ensureNetwork(wallet, EVO_NETWORK)).rejects.toThrow(walletErrors.requestPending);
});

test('without an RPC endpoint there is no network to switch to', async () => {
  const wallet = createFakeProvider();
  expect(await ensureNetwork(wallet, { ...EVO_NETWORK, rpcUrls: [] })).toBe('0x1');
  expect(wallet.asked).toEqual(['eth_chainId']);
});

test.each(['0xd60', '0x0D60', '3424', 3424])('%s is one chain', (chainId) => {
  expect(normalChainId(chainId)).toBe('0xd60');
});
