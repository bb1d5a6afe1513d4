import { expect, test } from 'vitest';
import { actTexts } from '../../../../contracts/act-messages.ts';
import { walletErrors } from '../../../../contracts/messages.ts';
import { signAct } from './sign-act.ts';
import { ALICE, BOB, createFakeProvider } from './testing/fake-provider.ts';
import { createFakeWorld } from './testing/fake-services.ts';

const PATH = '/api/wallet/act-challenge';
const act = {
  operation: '/api/admin/reset-rewards',
  input: { reason: 'New season' },
  key: 'the key of the act',
};

function world() {
  const wallet = createFakeProvider();
  const text = {
    message: 'Reset all',
    words: 'Reset all',
    nonce: 'n0nce',
    expiresAt: '2026-01-01T00:00:00Z',
  };
  return { wallet, ...createFakeWorld({ 'io.metamask': wallet }, { [PATH]: text }) };
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

test('without a wallet there is nobody to sign', async () => {
  const { store } = createFakeWorld({});
  const asked = store.dispatch(signAct({ ...act, walletAddress: ALICE }));
  await expect(asked).rejects.toThrow(walletErrors.connectFirst);
});
