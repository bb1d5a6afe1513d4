import { expect, test } from 'vitest';
import { signOutEverywhere as endpoint } from '../../../../contracts/api/sessions.ts';
import { ApiError, NoAnswer } from '../api/api-error.ts';
import { connectWallet } from './connect-wallet.ts';
import { signOutEverywhere } from './sign-out-everywhere.ts';
import { ALICE, createFakeProvider } from './testing/fake-provider.ts';
import { createFakeWorld } from './testing/fake-services.ts';

const DONE = { success: true, ended: 2, message: '2 sessions ended' };
const NOBODY = new ApiError(401, '');

/** What became of it, how often it was sent, and whether the wallet is still linked. */
async function signedOut(...said: readonly unknown[]) {
  const left = [...said];
  const answers = {
    '/api/wallet/challenge': { message: 'Sign me', expiresAt: '2026-01-01T00:00:00Z' },
    '/api/wallet/connect': { user: { id: 'u' }, isNewUser: true, role: 'user' },
    get [endpoint.path]() {
      return left.shift();
    },
  };
  const { store, calls } = createFakeWorld({ 'io.metamask': createFakeProvider() }, answers);
  await store.dispatch(connectWallet('metamask'));
  const outcome = await store.dispatch(signOutEverywhere(ALICE)).catch((error: unknown) => error);
  const sent = calls.filter(({ path }) => path === endpoint.path);
  return { outcome, sent: sent.map(({ wallet }) => wallet), isLinked: store.getState().wallet.link !== null };
}

test('the answer of a sign-out everywhere is lost, and it was done: who is told that nobody is signed in is out', async () => {
  const done = await signedOut(new NoAnswer('gone'), NOBODY);
  expect(done).toEqual({ outcome: undefined, sent: [ALICE, ALICE], isLinked: false });
});

test('a sign-out everywhere that was lost on its way there is sent once more, for the same account', async () => {
  const done = await signedOut(new NoAnswer('gone'), DONE);
  expect(done).toEqual({ outcome: DONE.message, sent: [ALICE, ALICE], isLinked: false });
});

test.each([
  ['refused', [new ApiError(503, '')]],
  // The session here may have ended by itself, and those elsewhere live on.
  ['said to be nobody’s at its first sending', [NOBODY]],
  ['lost twice', [new NoAnswer('gone'), new NoAnswer('again')]],
  ['lost, and refused as of another account then', [new NoAnswer('gone'), new ApiError(403, '')]],
])('a sign-out everywhere that is %s has failed, and the wallet stays', async (_how, said) => {
  const { outcome, sent, isLinked } = await signedOut(...said);
  expect([outcome, sent.length, isLinked]).toEqual([said.at(-1), said.length, true]);
});
