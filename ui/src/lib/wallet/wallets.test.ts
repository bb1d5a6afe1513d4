import { expect, test } from 'vitest';
import { createFakeProvider } from './testing/fake-provider.ts';
import { createWallets, METAMASK } from './wallets.ts';

function walletsOf(rdns: readonly string[], legacy = false) {
  const announced = rdns.map((name) => ({
    info: { rdns: name, name, icon: 'data:,' },
    provider: createFakeProvider(),
  }));
  const injected = createFakeProvider();
  const wallets = createWallets({
    announcements: { getProviders: () => announced, subscribe: () => () => {} },
    legacy: () => (legacy ? injected : undefined),
    demo: async () => undefined,
  });
  return { wallets, announced, injected };
}

test('MetaMask is chosen by its rdns, whatever else is installed', async () => {
  const { wallets, announced } = walletsOf(['app.phantom', 'io.metamask', 'com.brave.wallet'], true);
  expect(await wallets.open(METAMASK)).toBe(announced[1]?.provider);
});

test('another wallet that injects itself as MetaMask is not taken for it', async () => {
  const { wallets } = walletsOf(['app.phantom'], true);
  expect(await wallets.open(METAMASK)).toBeUndefined();
  expect(wallets.hasMetaMask()).toBe(false);
});

test('where nothing announces itself, the injected wallet is meant', async () => {
  const { wallets, injected } = walletsOf([], true);
  expect(await wallets.open(METAMASK)).toBe(injected);
});

test('the others are listed once, without those that the dialog names', () => {
  const { wallets } = walletsOf(['io.metamask', 'io.rabby', 'com.coinbase.wallet']);
  expect(wallets.others().map(({ id }) => id)).toEqual(['io.rabby']);
  expect(wallets.others()).toBe(wallets.others());
});

test('a wallet that is not there cannot be opened', async () => {
  const { wallets } = walletsOf([]);
  expect(await wallets.open('io.rabby')).toBeUndefined();
  expect(await wallets.open('demo:Demo user')).toBeUndefined();
});
