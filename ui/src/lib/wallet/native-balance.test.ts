import { expect, test } from 'vitest';
import { walletErrors } from '../../../../contracts/messages.ts';
import { nativeBalance } from './native-balance.ts';
import { ALICE, createFakeProvider, rpcError } from './testing/fake-provider.ts';

test.each([
  [0n, '0.0000'],
  [1n, '0.0000'],
  [10n ** 18n, '1.0000'],
  [1_234_567n * 10n ** 18n + 99_999n * 10n ** 13n, '1234567.9999'],
  // As a float this one would come out as …993.0000.
  [9_007_199_254_740_993n * 10n ** 18n + 10n ** 14n, '9007199254740993.0001'],
])('%s base units read %s', async (units, text) => {
  const wallet = createFakeProvider();
  wallet.balance = `0x${units.toString(16)}`;
  expect(await nativeBalance(wallet, ALICE)).toBe(text);
  expect(wallet.params.get('eth_getBalance')).toEqual([ALICE, 'latest']);
});

test('without a provider there is a text for it', async () => {
  await expect(nativeBalance(undefined, ALICE)).rejects.toThrow(walletErrors.noProviderForBalance);
});

test('a failure gives its reason', async () => {
  const wallet = createFakeProvider();
  wallet.faults.balance = rpcError(-32000, 'node is syncing');
  await expect(nativeBalance(wallet, ALICE)).rejects.toThrow(walletErrors.balanceFailed('node is syncing'));
});

test.each(['0x', 'many', ''])('%j is no balance', async (answer) => {
  const wallet = createFakeProvider();
  wallet.balance = answer;
  await expect(nativeBalance(wallet, ALICE)).rejects.toThrow(
    walletErrors.balanceFailed('the wallet gave no number'),
  );
});
