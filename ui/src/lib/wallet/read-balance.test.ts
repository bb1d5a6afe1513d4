import { expect, test } from 'vitest';
import { CHAIN_ID_HEX } from '../../../../contracts/constants.ts';
import { readBalanceAgain } from './read-balance.ts';
import { resumeWallet } from './resume-wallet.ts';
import { createFakeProvider } from './testing/fake-provider.ts';
import { createFakeWorld } from './testing/fake-services.ts';

const evo = (amount: bigint): string => `0x${(amount * 10n ** 18n).toString(16)}`;

async function resumed() {
  const wallet = Object.assign(createFakeProvider(), { chainId: CHAIN_ID_HEX, balance: evo(1n) });
  const { store } = createFakeWorld({ 'io.metamask': wallet });
  await store.dispatch(resumeWallet('io.metamask'));
  const shown = () => store.getState().wallet.link?.balance;
  return { wallet, store, shown };
}

test('who comes back to the page sees what the account has by now, and nothing of before where the wallet does not say', async () => {
  const { wallet, store, shown } = await resumed();
  expect(shown()).toBe('1.0000');
  wallet.balance = evo(2n);
  await store.dispatch(readBalanceAgain());
  expect(shown()).toBe('2.0000');
  wallet.faults.balance = new Error('the chain is away');
  await store.dispatch(readBalanceAgain());
  expect(shown()).toBeNull();
  wallet.faults = {};
  await store.dispatch(readBalanceAgain());
  expect(shown()).toBe('2.0000');
});

test('a balance that is read again stays until the answer, which is not that of an account that the wallet has left', async () => {
  const { wallet, store, shown } = await resumed();
  const release = wallet.hold('eth_getBalance');
  const again = store.dispatch(readBalanceAgain());
  expect(shown()).toBe('1.0000');
  wallet.balance = evo(7n);
  wallet.accounts = ['0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'];
  wallet.emit('accountsChanged', wallet.accounts);
  release();
  await again;
  expect(store.getState().wallet.link).toMatchObject({ account: wallet.accounts[0] });
  await expect.poll(shown).toBe('7.0000');
});
