import { expect, test } from 'vitest';
import { disconnectWallet as endpoint } from '../../../../contracts/api/wallet.ts';
import { ApiError, NoAnswer } from '../api/api-error.ts';
import { disconnectWallet } from './disconnect-wallet.ts';
import { ALICE } from './testing/fake-provider.ts';
import { createFakeWorld } from './testing/fake-services.ts';

/** What became of a disconnect, and how often it was sent, where the server says these things one after the other. */
async function disconnected(...said: readonly unknown[]) {
  const left = [...said];
  const answers = {
    get [endpoint.path]() {
      return left.shift();
    },
  };
  const { store, calls } = createFakeWorld({}, answers);
  const outcome = await store.dispatch(disconnectWallet(ALICE)).catch((error: unknown) => error);
  return { outcome, wallets: calls.map(({ wallet }) => wallet) };
}

test('a disconnect whose answer is lost is sent once more, for the same account: ended twice is ended', async () => {
  const done = await disconnected(new NoAnswer('gone'), { success: true });
  expect(done).toEqual({ outcome: undefined, wallets: [ALICE, ALICE] });
});

test('a disconnect that is refused, or gets no answer either time, has failed', async () => {
  const refused = new ApiError(403, '');
  expect(await disconnected(refused)).toEqual({ outcome: refused, wallets: [ALICE] });
  const lost = new NoAnswer('gone');
  expect(await disconnected(new NoAnswer('gone'), lost)).toEqual({ outcome: lost, wallets: [ALICE, ALICE] });
});
