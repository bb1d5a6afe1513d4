import { expect, test } from 'vitest';
import { actTexts } from '../../../../contracts/act-messages.ts';
import { walletErrors } from '../../../../contracts/messages.ts';
import { resumeWallet } from './resume-wallet.ts';
import { signAct } from './sign-act.ts';
import { ALICE, BOB, createFakeProvider, rpcError } from './testing/fake-provider.ts';
import { createFakeWorld } from './testing/fake-services.ts';

const PATH = '/api/wallet/act-challenge';
const act = {
  operation: '/api/admin/reset-rewards',
  input: { reason: 'New season' },
  key: 'the key of the act',
};

function world() {
  const [wallet, other] = [createFakeProvider(), createFakeProvider()];
  const text = {
    message: 'Reset all',
    words: 'Reset all',
    nonce: 'n0nce',
    expiresAt: '2026-01-01T00:00:00Z',
  };
  const wallets = { 'io.metamask': wallet, 'com.other': other };
  return { wallet, other, ...createFakeWorld(wallets, { [PATH]: text }) };
}

test('the wallet signs the text that the server has issued for this very act, and for its key', async () => {
  const { wallet, store, calls } = world();
  const signed = await store.dispatch(signAct({ ...act, walletAddress: ALICE }));
  expect(signed).toEqual({ nonce: 'n0nce', signature: '0x5ee1ed' });
  const { operation, input, key } = act;
  expect(calls).toMatchObject([{ path: PATH, request: { operation, input }, key, wallet: ALICE }]);
  expect(wallet.params.get('personal_sign')).toEqual([expect.stringMatching(/^0x/), ALICE]);
});

test.each([BOB, undefined])(
  'a wallet that is at another account than the session (%s) is asked to sign nothing, and no text is issued',
  async (walletAddress) => {
    const { wallet, store, calls } = world();
    const asked = store.dispatch(signAct({ ...act, walletAddress }));
    await expect(asked).rejects.toThrow(actTexts.otherAccount);
    expect([calls, wallet.asked]).toEqual([[], ['eth_requestAccounts']]);
  },
);

test('where another tab has signed in with another wallet that one signs, and the one that is linked here is not asked', async () => {
  const { wallet, other, store, calls, newest } = world();
  other.accounts = [BOB];
  await store.dispatch(resumeWallet('io.metamask'));
  newest.walletId = 'com.other';
  await store.dispatch(signAct({ ...act, walletAddress: BOB }));
  expect(calls).toMatchObject([{ path: PATH, wallet: BOB }]);
  expect(other.params.get('personal_sign')).toEqual([expect.stringMatching(/^0x/), BOB]);
  expect(wallet.asked).not.toContain('eth_requestAccounts');
});

test('a wallet that is linked with the account of the session signs, whichever the browser remembers', async () => {
  const { wallet, other, store, newest } = world();
  await store.dispatch(resumeWallet('io.metamask'));
  newest.walletId = 'com.other';
  await store.dispatch(signAct({ ...act, walletAddress: ALICE }));
  expect([wallet.asked.includes('personal_sign'), other.asked]).toEqual([true, []]);
});

test.each([
  ['requestAccounts', -32002, 'com.other connection request is already pending. Please check com.other.'],
  ['requestAccounts', 4001, 'Please connect to com.other to continue.'],
  ['sign', 4001, walletErrors.signFailed('no, says MetaMask')],
] as const)('a wallet that is not MetaMask fails under its own name (%s, %d)', async (step, code, text) => {
  const { other, store, newest } = world();
  newest.walletId = 'com.other';
  other.faults[step] = rpcError(code, 'no, says MetaMask');
  const asked = store.dispatch(signAct({ ...act, walletAddress: ALICE }));
  await expect(asked).rejects.toThrow(text);
});

test('without a wallet there is nobody to sign', async () => {
  const { store } = createFakeWorld({});
  const asked = store.dispatch(signAct({ ...act, walletAddress: ALICE }));
  await expect(asked).rejects.toThrow(walletErrors.connectFirst);
});
