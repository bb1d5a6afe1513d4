import { expect, test } from 'vitest';
import { disconnectWallet } from './disconnect-wallet.ts';
import { rejoinWallet, resumeWallet } from './resume-wallet.ts';
import { signOutEverywhere } from './sign-out-everywhere.ts';
import { ALICE, BOB, createFakeProvider, rpcError } from './testing/fake-provider.ts';
import { createFakeWorld } from './testing/fake-services.ts';
import { walletActions } from './wallet-slice.ts';
import type { WalletStore } from './wallet-store.ts';
import { watchWallet } from './watch-wallet.ts';

async function resumed(setUp: (wallet: ReturnType<typeof createFakeProvider>) => void = () => {}) {
  const wallet = createFakeProvider();
  wallet.chainId = '0xd60';
  wallet.balance = `0x${(2n * 10n ** 18n).toString(16)}`;
  setUp(wallet);
  const world = createFakeWorld({ 'io.metamask': wallet }, { '/api/wallet/disconnect': { success: true } });
  await world.store.dispatch(resumeWallet('metamask'));
  return { wallet, ...world };
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 5));

test('on load the account that is shared already is taken up with its balance', async () => {
  const { wallet, store } = await resumed();
  expect(store.getState().wallet.link).toEqual({
    walletId: 'metamask',
    account: ALICE,
    chainId: '0xd60',
    balance: '2.0000',
  });
  expect(wallet.asked).toEqual(['eth_accounts', 'eth_chainId', 'eth_getBalance']);
});

test('on load a locked wallet is asked for its accounts and nothing else', async () => {
  const { wallet, store } = await resumed((locked) => {
    locked.accounts = [];
  });
  expect(store.getState().wallet.link).toBeNull();
  expect(wallet.asked).toEqual(['eth_accounts']);
});

test('a wallet that was locked on load is taken up with its balance once it is opened', async () => {
  const { wallet, store } = await resumed((locked) => {
    locked.accounts = [];
  });
  wallet.emit('accountsChanged', [ALICE]);
  await settle();
  expect(store.getState().wallet.link).toEqual({
    walletId: 'metamask',
    account: ALICE,
    chainId: '0xd60',
    balance: '2.0000',
  });
});

test('an account that the wallet takes back while the page still asks for its chain is not taken up', async () => {
  const wallet = createFakeProvider();
  const { store } = createFakeWorld({ 'io.metamask': wallet });
  const release = wallet.hold('eth_chainId');
  const loading = store.dispatch(resumeWallet('metamask'));
  await settle();
  wallet.accounts = [];
  wallet.emit('accountsChanged', []);
  release();
  await loading;
  expect(store.getState().wallet.link).toBeNull();
});

test('a chain that the wallet changes to while the page still asks for it is the one that it is on', async () => {
  const wallet = createFakeProvider();
  wallet.balance = '0xde0b6b3a7640000';
  const { store } = createFakeWorld({ 'io.metamask': wallet });
  const release = wallet.hold('eth_chainId');
  const loading = store.dispatch(resumeWallet('metamask'));
  await settle();
  wallet.emit('chainChanged', '0xd60');
  release();
  await loading;
  await settle();
  expect(store.getState().wallet.link).toMatchObject({ chainId: '0xd60', balance: '1.0000' });
});

test('on another chain the native balance is not EVO and is not read', async () => {
  const { wallet, store } = await resumed((elsewhere) => {
    elsewhere.chainId = '0x1';
  });
  expect(store.getState().wallet.link).toMatchObject({ chainId: '0x1', balance: null });
  expect(wallet.asked).not.toContain('eth_getBalance');
});

test('watching again adds no second pair of listeners', async () => {
  const { wallet, store } = await resumed();
  store.dispatch(watchWallet('metamask', wallet));
  store.dispatch(watchWallet('metamask', wallet));
  expect([wallet.listenerCount('accountsChanged'), wallet.listenerCount('chainChanged')]).toEqual([1, 1]);
});

test('a wallet that announces itself anew is listened to in the place of the old one', async () => {
  const { wallet, store } = await resumed();
  const anew = createFakeProvider();
  store.dispatch(watchWallet('metamask', anew));
  expect([wallet.listenerCount('accountsChanged'), anew.listenerCount('accountsChanged')]).toEqual([0, 1]);
});

test('a balance of another account, or of another chain, than the ones that are linked is nobody’s', async () => {
  const { store } = await resumed();
  const read = { walletId: 'metamask', account: ALICE, chainId: '0xd60', balance: '9.0000' } as const;
  store.dispatch(walletActions.balanceRead({ ...read, account: BOB }));
  store.dispatch(walletActions.balanceRead({ ...read, chainId: '0x1' }));
  store.dispatch(walletActions.balanceRead({ ...read, walletId: 'io.other' }));
  expect(store.getState().wallet.link?.balance).toBe('2.0000');
  store.dispatch(walletActions.balanceRead(read));
  expect(store.getState().wallet.link?.balance).toBe('9.0000');
});

test('a page that is there already takes up nothing a second time', async () => {
  const { wallet, store } = await resumed();
  wallet.accounts = [BOB];
  await store.dispatch(resumeWallet('metamask'));
  expect(store.getState().wallet.link?.account).toBe(ALICE);
  expect(wallet.asked.filter((method) => method === 'eth_accounts')).toHaveLength(1);
});

test.each([
  [
    'one session',
    (store: WalletStore) => store.dispatch(disconnectWallet(ALICE)),
    '/api/wallet/disconnect',
    ALICE,
  ],
  [
    'all of them',
    (store: WalletStore) => store.dispatch(signOutEverywhere(ALICE)),
    '/api/wallet/sign-out-everywhere',
    ALICE,
  ],
])(
  'where the server does not end %s, the page forgets nothing: somebody is still signed in',
  async (_, end, path, whose) => {
    const wallet = createFakeProvider();
    const refused = new Error('away');
    const { store, calls } = createFakeWorld({ 'io.metamask': wallet }, { [path]: refused });
    await store.dispatch(resumeWallet('metamask'));
    await expect<Promise<unknown>>(end(store)).rejects.toBe(refused);
    expect(store.getState().wallet.link?.account).toBe(ALICE);
    expect(wallet.listenerCount('accountsChanged')).toBe(1);
    expect(calls).toMatchObject([{ path, wallet: whose }]);
  },
);

test('the first of the new accounts is taken, an empty list unlinks, an opened wallet links again', async () => {
  const { wallet, store } = await resumed();
  wallet.emit('accountsChanged', [BOB, ALICE]);
  expect(store.getState().wallet.link?.account).toBe(BOB);
  wallet.emit('accountsChanged', []);
  expect(store.getState().wallet.link).toBeNull();
  wallet.emit('accountsChanged', [ALICE]);
  await settle();
  expect(store.getState().wallet.link).toMatchObject({
    account: ALICE,
    chainId: '0xd60',
    balance: '2.0000',
  });
});

test('an empty list is told once as a withdrawn permission, and only by the wallet that was linked', async () => {
  const { wallet, store, withdrawn } = await resumed();
  const other = createFakeProvider();
  store.dispatch(watchWallet('com.other', other));
  other.emit('accountsChanged', []);
  expect(withdrawn).toEqual([]);
  wallet.emit('accountsChanged', [BOB]);
  expect(withdrawn).toEqual([]);
  wallet.emit('accountsChanged', []);
  wallet.emit('accountsChanged', []);
  expect(withdrawn).toEqual(['withdrawn']);
});

test('a wallet that shares nothing any more ends no session that another wallet began since', async () => {
  const { wallet, store, withdrawn, newest } = await resumed();
  newest.walletId = 'com.other';
  wallet.emit('accountsChanged', []);
  expect(store.getState().wallet.link).toBeNull();
  expect(withdrawn).toEqual([]);
  wallet.emit('accountsChanged', [ALICE]);
  wallet.accounts = [];
  wallet.emit('disconnect', rpcError(4900, 'Disconnected'));
  await settle();
  expect(store.getState().wallet.link).toBeNull();
  expect(withdrawn).toEqual([]);

  newest.walletId = 'metamask';
  wallet.emit('accountsChanged', [ALICE]);
  wallet.emit('accountsChanged', []);
  expect(withdrawn).toEqual(['withdrawn']);
});

test('a wallet that loses its chain keeps its account, and its balance is unknown until it is back', async () => {
  const { wallet, store, withdrawn } = await resumed();
  wallet.faults.balance = rpcError(4900, 'Disconnected');
  wallet.emit('disconnect', rpcError(4900, 'Disconnected'));
  await settle();
  expect(store.getState().wallet.link).toMatchObject({ account: ALICE, balance: null });
  wallet.faults = {};
  wallet.emit('connect', { chainId: '0xd60' });
  await settle();
  expect(store.getState().wallet.link).toMatchObject({ account: ALICE, balance: '2.0000' });
  expect(withdrawn).toEqual([]);
});

test('a wallet that disconnects and shares nothing any more has withdrawn', async () => {
  const { wallet, store, withdrawn } = await resumed();
  wallet.accounts = [];
  wallet.emit('disconnect', rpcError(4900, 'Disconnected'));
  await settle();
  expect(store.getState().wallet.link).toBeNull();
  expect(withdrawn).toEqual(['withdrawn']);
});

test('a page that is back asks who is connected by now, for it heard of nothing meanwhile', async () => {
  const { wallet, store, withdrawn } = await resumed();
  wallet.accounts = [BOB];
  wallet.balance = '0x0';
  await store.dispatch(rejoinWallet());
  expect(store.getState().wallet.link).toMatchObject({ account: BOB, balance: '0.0000' });
  expect(withdrawn).toEqual([]);
  wallet.accounts = [];
  await store.dispatch(rejoinWallet());
  expect(store.getState().wallet.link).toBeNull();
  expect(withdrawn).toEqual(['withdrawn']);
  wallet.accounts = [ALICE];
  await store.dispatch(rejoinWallet());
  expect(store.getState().wallet.link).toMatchObject({ account: ALICE });
});

test('a balance that arrives after the account changed is dropped', async () => {
  const { wallet, store } = await resumed();
  const release = wallet.hold('eth_getBalance');
  wallet.emit('accountsChanged', [BOB]);
  await settle();
  wallet.emit('accountsChanged', []);
  release();
  await settle();
  expect(store.getState().wallet.link).toBeNull();
});

test('a chain change is noted and its balance read', async () => {
  const { wallet, store } = await resumed();
  wallet.emit('chainChanged', '0x1');
  expect(store.getState().wallet.link).toMatchObject({ chainId: '0x1', balance: null });
  wallet.emit('chainChanged', '0xD60');
  await settle();
  expect(store.getState().wallet.link).toMatchObject({ chainId: '0xd60', balance: '2.0000' });
});

test('disconnect ends the session, forgets the wallet and stops listening', async () => {
  const { wallet, store, calls } = await resumed();
  await store.dispatch(disconnectWallet(ALICE));
  expect(calls.map(({ path }) => path)).toEqual(['/api/wallet/disconnect']);
  expect(store.getState().wallet).toEqual({ link: null, attempt: null });
  expect(wallet.listenerCount('accountsChanged')).toBe(0);
  wallet.emit('accountsChanged', [BOB]);
  expect(store.getState().wallet.link).toBeNull();
});
