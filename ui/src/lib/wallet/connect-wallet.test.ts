import { expect, test } from 'vitest';
import { walletErrors } from '../../../../contracts/messages.ts';
import { connectWallet } from './connect-wallet.ts';
import { resumeWallet } from './resume-wallet.ts';
import { ALICE, BOB, createFakeProvider, rpcError } from './testing/fake-provider.ts';
import { createFakeWorld, EVO_NETWORK } from './testing/fake-services.ts';
import { walletActions } from './wallet-slice.ts';

const SIGNED_IN = { user: { id: 'u' }, isNewUser: true, welcomeBonus: 'granted', role: 'user' };
const ANSWERS = {
  '/api/wallet/challenge': { message: 'Sign me', expiresAt: '2026-01-01T00:00:00Z' },
  '/api/wallet/connect': SIGNED_IN,
};

function world(answers: Record<string, unknown> = ANSWERS) {
  const wallet = createFakeProvider();
  return { wallet, ...createFakeWorld({ 'io.metamask': wallet }, answers) };
}

/** What a wallet says of so many EVO. */
const evo = (amount: number): string => `0x${(BigInt(amount) * 10n ** 18n).toString(16)}`;

/** Lets every promise that can go on do so. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 5));

test('account, network, challenge, signature, session', async () => {
  const { wallet, store, calls } = world();
  wallet.balance = `0x${(15n * 10n ** 17n).toString(16)}`;
  const result = await store.dispatch(connectWallet('metamask'));

  expect(result).toEqual({ outcome: 'connected', signIn: SIGNED_IN });
  expect(store.getState().wallet).toEqual({
    attempt: null,
    link: { walletId: 'metamask', account: ALICE, chainId: '0xd60', balance: '1.5000' },
  });
  expect(calls.map(({ path }) => path)).toEqual(['/api/wallet/challenge', '/api/wallet/connect']);
  expect(calls[1]).toMatchObject({
    request: {
      walletAddress: ALICE,
      walletType: 'metamask',
      signature: '0x5ee1ed',
      message: 'Sign me',
      actualEvoBalance: '1.5000',
    },
    key: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
});

test('one attempt at a time: a second click asks the wallet nothing', async () => {
  const { wallet, store } = world();
  const release = wallet.hold('eth_requestAccounts');
  const first = store.dispatch(connectWallet('metamask'));
  expect(await store.dispatch(connectWallet('metamask'))).toEqual({ outcome: 'dropped' });
  release();
  expect((await first).outcome).toBe('connected');
  expect(wallet.asked.filter((method) => method === 'eth_requestAccounts')).toHaveLength(1);
});

test('without the wallet there is a text for it', async () => {
  const { store } = createFakeWorld({});
  const result = await store.dispatch(connectWallet('metamask'));
  expect(result).toMatchObject({ outcome: 'failed', error: { message: walletErrors.noProvider } });
  expect(store.getState().wallet.attempt).toBeNull();
});

test('a pending request leaves no attempt behind, so that the person can try again', async () => {
  const { wallet, store } = world();
  wallet.faults.requestAccounts = rpcError(-32002, 'pending');
  const result = await store.dispatch(connectWallet('metamask'));
  expect(result).toMatchObject({ outcome: 'failed', error: { kind: 'requestPending' } });
  wallet.faults = {};
  expect((await store.dispatch(connectWallet('metamask'))).outcome).toBe('connected');
});

test('an account change while the signature is asked for ends the attempt; the late signature is not sent', async () => {
  const { wallet, store, calls } = world();
  const release = wallet.hold('personal_sign');
  const attempt = store.dispatch(connectWallet('metamask'));
  await settle();
  wallet.emit('accountsChanged', [BOB]);
  expect(store.getState().wallet.attempt).toBeNull();
  release();
  expect(await attempt).toEqual({ outcome: 'dropped' });
  expect(calls.map(({ path }) => path)).toEqual(['/api/wallet/challenge']);
});

test('the announcement of the very account that was granted ends nothing', async () => {
  const { wallet, store } = world();
  const release = wallet.hold('eth_requestAccounts');
  const attempt = store.dispatch(connectWallet('metamask'));
  await settle();
  wallet.emit('accountsChanged', [ALICE.toLowerCase()]);
  release();
  expect((await attempt).outcome).toBe('connected');
});

test('a cancelled attempt asks for no signature afterwards', async () => {
  const { wallet, store } = world();
  const release = wallet.hold('eth_requestAccounts');
  const attempt = store.dispatch(connectWallet('metamask'));
  await settle();
  store.dispatch(walletActions.connectCancelled());
  release();
  expect(await attempt).toEqual({ outcome: 'dropped' });
  expect(wallet.asked).not.toContain('personal_sign');
});

test('once the signature is with the server, its word counts; the link follows the wallet', async () => {
  const answer = Promise.withResolvers<unknown>();
  const { wallet, store } = world({ ...ANSWERS, '/api/wallet/connect': answer.promise });
  const attempt = store.dispatch(connectWallet('metamask'));
  await settle();
  store.dispatch(walletActions.connectCancelled());
  wallet.emit('accountsChanged', [BOB]);
  answer.resolve(SIGNED_IN);
  expect((await attempt).outcome).toBe('connected');
  expect(store.getState().wallet.link?.account).toBe(BOB);
});

test('an account that changed while the server answered has a balance of its own', async () => {
  const answer = Promise.withResolvers<unknown>();
  const { wallet, store } = world({ ...ANSWERS, '/api/wallet/connect': answer.promise });
  wallet.balance = evo(1);
  const attempt = store.dispatch(connectWallet('metamask'));
  await settle();
  wallet.balance = evo(2);
  wallet.emit('accountsChanged', [BOB]);
  answer.resolve(SIGNED_IN);
  await attempt;
  expect(store.getState().wallet.link).toMatchObject({ account: BOB, balance: null });
  await settle();
  expect(store.getState().wallet.link).toMatchObject({ account: BOB, balance: '2.0000' });
});

test('a wallet that withdraws while the server checks its signature is not signed in', async () => {
  const answer = Promise.withResolvers<unknown>();
  const { wallet, store, withdrawn } = world({ ...ANSWERS, '/api/wallet/connect': answer.promise });
  const attempt = store.dispatch(connectWallet('metamask'));
  await settle();
  wallet.emit('accountsChanged', []);
  expect(withdrawn).toEqual([]);
  answer.resolve(SIGNED_IN);
  expect(await attempt).toMatchObject({ outcome: 'failed', error: { kind: 'noAccounts' } });
  expect(withdrawn).toEqual([ALICE]);
  expect(store.getState().wallet).toEqual({ link: null, attempt: null });
});

test('an account that is shared again before the server has answered was not withdrawn', async () => {
  const answer = Promise.withResolvers<unknown>();
  const { wallet, store, withdrawn } = world({ ...ANSWERS, '/api/wallet/connect': answer.promise });
  const attempt = store.dispatch(connectWallet('metamask'));
  await settle();
  wallet.emit('accountsChanged', []);
  wallet.emit('accountsChanged', [ALICE]);
  answer.resolve(SIGNED_IN);
  expect((await attempt).outcome).toBe('connected');
  expect(store.getState().wallet.link?.account).toBe(ALICE);
  expect(withdrawn).toEqual([]);
});

test('where the server refuses, a wallet that withdrew meanwhile ends the session that it had', async () => {
  const answer = Promise.withResolvers<unknown>();
  const { wallet, store, withdrawn } = world({ ...ANSWERS, '/api/wallet/connect': answer.promise });
  await store.dispatch(resumeWallet('metamask'));
  const attempt = store.dispatch(connectWallet('metamask'));
  await settle();
  wallet.emit('accountsChanged', []);
  expect(withdrawn).toEqual([]);
  const refused = new Error('403');
  answer.resolve(refused);
  expect(await attempt).toEqual({ outcome: 'failed', error: refused });
  expect(withdrawn).toEqual(['withdrawn']);
});

test.each([
  ['that the wallet signs for', 'personal_sign'],
  ['that the server checks', '/api/wallet/connect'],
])('a chain that is changed during a sign-in %s is the one that the wallet is on', async (_, during) => {
  const answer = Promise.withResolvers<unknown>();
  const { wallet, store } = world({ ...ANSWERS, '/api/wallet/connect': answer.promise });
  wallet.balance = evo(1);
  const sign = during === 'personal_sign' ? wallet.hold(during) : () => {};
  const attempt = store.dispatch(connectWallet('metamask'));
  await settle();
  wallet.chainId = '0x1';
  wallet.emit('chainChanged', '0x1');
  sign();
  answer.resolve(SIGNED_IN);
  expect((await attempt).outcome).toBe('connected');
  await settle();
  expect(store.getState().wallet.link).toMatchObject({ chainId: '0x1', balance: null });
});

test('a link from before keeps the chain that its wallet changed to while it was asked to sign', async () => {
  const { wallet, store } = world();
  wallet.chainId = '0xd60';
  wallet.balance = evo(1);
  await store.dispatch(resumeWallet('metamask'));
  const sign = wallet.hold('personal_sign');
  const attempt = store.dispatch(connectWallet('metamask'));
  await settle();
  wallet.chainId = '0x1';
  wallet.emit('chainChanged', '0x1');
  sign();
  expect((await attempt).outcome).toBe('connected');
  await settle();
  expect(store.getState().wallet.link).toMatchObject({ chainId: '0x1', balance: null });
});

test('a refused sign-in leaves no link', async () => {
  const refused = new Error('403');
  const { store } = world({ ...ANSWERS, '/api/wallet/connect': refused });
  expect(await store.dispatch(connectWallet('metamask'))).toEqual({ outcome: 'failed', error: refused });
  expect(store.getState().wallet).toEqual({ link: null, attempt: null });
});

test('a balance that cannot be read does not hold up the sign-in', async () => {
  const { wallet, store } = world();
  wallet.faults.balance = rpcError(-32000, 'syncing');
  expect((await store.dispatch(connectWallet('metamask'))).outcome).toBe('connected');
  expect(store.getState().wallet.link?.balance).toBeNull();
});

test('whose link brought the browser here is told to the server', async () => {
  const referrer = '0d6a2c3e-4f7b-4c58-9a6e-1b2c3d4e5f60';
  const wallet = createFakeProvider();
  const { store, calls } = createFakeWorld({ 'io.metamask': wallet }, ANSWERS, EVO_NETWORK, referrer);
  await store.dispatch(connectWallet('metamask'));
  expect(calls[1]?.request).toMatchObject({ referrerId: referrer });
});

test('what is with the server can be cancelled no more: whoever is signed in is shown', async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const { store } = world({ ...ANSWERS, '/api/wallet/connect': promise });
  const attempt = store.dispatch(connectWallet('metamask'));
  await expect.poll(() => store.getState().wallet.attempt?.step).toBe('session');
  store.dispatch(walletActions.connectCancelled());
  resolve(SIGNED_IN);
  expect((await attempt).outcome).toBe('connected');
  expect(store.getState().wallet.link?.account).toBe(ALICE);
});

test('while a person connects, nothing that the wallet shares or announces is a link yet', async () => {
  const { wallet, store } = world();
  const release = wallet.hold('eth_requestAccounts');
  const attempt = store.dispatch(connectWallet('metamask'));
  await expect.poll(() => wallet.asked).toContain('eth_requestAccounts');
  wallet.emit('accountsChanged', [BOB]);
  await store.dispatch(resumeWallet('metamask'));
  expect(store.getState().wallet.link).toBeNull();
  release();
  expect((await attempt).outcome).toBe('connected');
});

test('a chain that is slow to say a balance holds up the sign-in for a moment and no longer; it is shown when it comes', async () => {
  const { wallet, store, calls } = world();
  wallet.balance = evo(3);
  const release = wallet.hold('eth_getBalance');
  expect((await store.dispatch(connectWallet('metamask'))).outcome).toBe('connected');
  expect(calls[1]?.request).toMatchObject({ actualEvoBalance: null });
  release();
  await expect.poll(() => store.getState().wallet.link?.balance).toBe('3.0000');
});

test('what a wallet has on another chain is no EVO: where there is no network to switch to, no balance is told', async () => {
  const wallet = createFakeProvider();
  wallet.balance = evo(5);
  const network = { ...EVO_NETWORK, rpcUrls: [] };
  const { store, calls } = createFakeWorld({ 'io.metamask': wallet }, ANSWERS, network);
  expect((await store.dispatch(connectWallet('metamask'))).outcome).toBe('connected');
  expect(calls[1]?.request).toMatchObject({ actualEvoBalance: null });
  expect(wallet.asked).not.toContain('eth_getBalance');
});
